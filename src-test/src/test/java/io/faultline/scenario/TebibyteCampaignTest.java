package io.faultline.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.app.Program;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An address space of 1 TiB. */
@Tag("campaign")
class TebibyteCampaignTest {

  @TempDir private Path directory;

  @Test
  void aTenthOfATebibyteFitsIntoAHeapOfEightGibibytes() throws Exception {
    try (Program run =
        Program.start(directory.resolve("log"), List.of("-Xmx8g"), "run", "tebibyte")) {
      assertThat(run.exitCode()).as(run.said()).isZero();
    }
  }
}

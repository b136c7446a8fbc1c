package io.faultline.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.app.Program;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes in processes of their own, some of which do not live to see the end. */
@Tag("campaign")
class ClusterCampaignTest {

  private static final int FROZEN_SECONDS = 30;

  /** Points of a {@link SmallSweep} for each seed. */
  private static final int POINTS_OF_A_SEED = 4;

  @TempDir private Path directory;

  @Test
  void aKilledWorkerChangesNoByteAndCostsOnePoint() throws Exception {
    int seeds = 100;
    Path file = SmallSweep.file(directory, 1024, seeds);
    Path out = directory.resolve("out");
    try (Nodes nodes = Nodes.onFreePorts(directory, 3)) {
      nodes.begin(0, "--dir", directory.resolve("journal").toString());
      Program killed = nodes.node(1);
      nodes.node(2);
      Program sweep = nodes.submit(file, out);
      sweep.until(() -> SmallSweep.done(out) > 20);

      killed.kill();

      assertThat(sweep.exitCode()).as(sweep.said()).isZero();
      assertThat(nodes.begun()).isBetween(POINTS_OF_A_SEED * seeds, POINTS_OF_A_SEED * seeds + 1);
      SmallSweep.assertSame(out, nodes.reference(file));
    }
  }

  @Test
  void aNodeThatIsFrozenForHalfAMinuteChangesNoByte() throws Exception {
    Path file = SmallSweep.file(directory, 2048, 400);
    Path out = directory.resolve("out");
    try (Nodes nodes = Nodes.onFreePorts(directory, 3)) {
      nodes.begin(0, "--dir", directory.resolve("journal").toString());
      nodes.node(1);
      Program frozen = nodes.node(2);
      Program sweep = nodes.submit(file, out);
      sweep.until(() -> SmallSweep.done(out) > 20);

      frozen.signal("STOP");
      long thawAt = System.nanoTime() + TimeUnit.SECONDS.toNanos(FROZEN_SECONDS);
      frozen.until(() -> System.nanoTime() > thawAt);
      frozen.signal("CONT");
      frozen.until(() -> frozen.said().contains("dropped here. It joins again"));

      assertThat(sweep.exitCode()).as(sweep.said()).isZero();
      SmallSweep.assertSame(out, nodes.reference(file));
    }
  }

  @Test
  void ofFiveNodesAWorkerAndThenTheCoordinatorAreKilled() throws Exception {
    int seeds = 200;
    Path file = SmallSweep.file(directory, 1024, seeds);
    Path out = directory.resolve("out");
    String journal = Nodes.emptySharedJournal("killed");
    try (Nodes nodes = Nodes.onFreePorts(directory, 5)) {
      Program coordinator = nodes.begin(0, "--journal", journal);
      for (int number = 1; number <= 3; number++) {
        nodes.begin(number, "--journal", journal);
      }
      Program worker = nodes.node(4, "--journal", journal);
      Program sweep = nodes.submit(file, out);
      sweep.until(() -> SmallSweep.done(out) > 20);

      worker.kill();
      coordinator.kill();
      int before = SmallSweep.done(out);
      sweep.until(() -> SmallSweep.done(out) > before + 20);
      nodes.node(0, "--journal", journal);

      assertThat(sweep.exitCode()).as(sweep.said()).isZero();
      int begun = nodes.begun();
      assertThat(begun - POINTS_OF_A_SEED * seeds).isBetween(0, 2 * 5);
      SmallSweep.assertSame(out, nodes.reference(file));
    }
  }
}

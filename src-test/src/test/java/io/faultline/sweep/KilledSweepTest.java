package io.faultline.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sweep in one process that is ended from outside. */
class KilledSweepTest {

  private static final int POINTS = 100;

  @TempDir private Path directory;

  private Program sweep(Path file, Path out) {
    return Program.start(
        directory.resolve(out.getFileName() + ".log"),
        "sweep",
        file.toString(),
        "--out",
        out.toString());
  }

  private Path reference(Path file) throws InterruptedException {
    Path out = directory.resolve("reference");
    try (Program whole = sweep(file, out)) {
      assertThat(whole.exitCode()).as(whole.said()).isZero();
    }
    return out;
  }

  @Test
  void aSweepThatIsInterruptedAndThenKilledEndsWithTheSameBytes() throws Exception {
    Path file = SmallSweep.file(directory, 256, POINTS / 4);
    Path out = directory.resolve("out");
    try (Program first = sweep(file, out)) {
      first.until(() -> SmallSweep.done(out) > 0);
      first.signal("INT");
      assertThat(first.exitCode()).as(first.said()).isIn(130, 0);
      assertThat(first.said())
          .containsAnyOf("the same command goes on", POINTS + " points, 0 failed");
    }
    int before = SmallSweep.done(out);
    try (Program second = sweep(file, out)) {
      second.until(() -> SmallSweep.done(out) > Math.min(before, POINTS - 1));
      second.kill();
    }

    try (Program third = sweep(file, out)) {
      assertThat(third.exitCode()).as(third.said()).isZero();
    }

    SmallSweep.assertSame(out, reference(file));
  }

  @Test
  @Tag("campaign")
  void twentyKillsLoseNothing() throws Exception {
    Path file = SmallSweep.file(directory, 256, 500);
    Path out = directory.resolve("out");
    Random random = new Random(1);
    for (int kill = 0; kill < 20; kill++) {
      int before = SmallSweep.done(out);
      int enough = before + 1 + random.nextInt(60);
      try (Program killed = sweep(file, out)) {
        killed.until(() -> SmallSweep.done(out) >= enough);
        killed.kill();
      }
      try (Program counting = sweep(file, out)) {
        counting.until(() -> SmallSweep.done(out) >= before);
        counting.kill();
      }
    }

    try (Program last = sweep(file, out)) {
      assertThat(last.exitCode()).as(last.said()).isZero();
    }

    SmallSweep.assertSame(out, reference(file));
  }
}

package io.faultline.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.sweep.SweepJournal;
import io.faultline.actors.sweep.SweepSystem;
import io.faultline.app.Program;
import io.faultline.protocol.sweep.SweepStatus;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sweep in one process that is ended from outside. */
class KilledSweepTest {

  private static final int POINTS = 100;
  private static final int CORES = 2;
  private static final int KILLS = 20;

  @TempDir private Path directory;

  private int started;

  private Program sweep(Path file, Path out) {
    started++;
    return Program.start(
        directory.resolve(started + ".log"),
        "sweep",
        "-v",
        file.toString(),
        "--cores",
        String.valueOf(CORES),
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
  void aSnapshotThatIsDamagedIsReplacedByTheEventsAlsoUnderFiveThousandQuestions()
      throws Exception {
    int points = 800;
    Path file = SmallSweep.file(directory, 256, points / 4);
    Path out = directory.resolve("out");
    Path journal = out.resolve("journal");
    try (Program first = sweep(file, out)) {
      first.until(() -> SmallSweep.done(out) > 650);
      first.kill();
    }
    try (Connection database =
            DriverManager.getConnection("jdbc:h2:file:" + journal.resolve("journal"), "sa", "");
        Statement statement = database.createStatement()) {
      assertThat(statement.executeUpdate("UPDATE \"snapshot\" SET \"snapshot_payload\" = X'00'"))
          .isPositive();
    }

    List<CompletionStage<SweepStatus>> answers = new ArrayList<>();
    try (SweepSystem system =
        SweepSystem.local(
            SweepJournal.inDirectory(journal),
            0,
            (plan, point) -> {
              throw new AssertionError("nobody runs a point here");
            })) {
      for (int question = 0; question < 5000; question++) {
        answers.add(system.status());
      }
      for (CompletionStage<SweepStatus> answer : answers) {
        assertThat(answer.toCompletableFuture().get(1, TimeUnit.MINUTES).phase())
            .isIn(SweepStatus.Phase.RECOVERING, SweepStatus.Phase.RUNNING);
      }
      assertThat(answers.get(0).toCompletableFuture().join().phase())
          .isEqualTo(SweepStatus.Phase.RECOVERING);
    }

    try (Program last = sweep(file, out)) {
      assertThat(last.exitCode()).as(last.said()).isZero();
      assertThat(last.said()).contains("the last snapshot could not be read: all ");
      assertThat(last.said())
          .contains(points - last.begun() + " of " + points + " points are done already");
    }
    SmallSweep.assertSame(out, reference(file));
  }

  @Test
  @Tag("campaign")
  void twentyKillsLoseNothingAndRepeatAtMostAPointForEachWorker() throws Exception {
    int points = 2000;
    Path file = SmallSweep.file(directory, 256, points / 4);
    Path out = directory.resolve("out");
    Random random = new Random(1);
    int begun = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      int enough = SmallSweep.done(out) + 1 + random.nextInt(60);
      try (Program killed = sweep(file, out)) {
        killed.until(() -> SmallSweep.done(out) >= enough);
        killed.kill();
        begun += killed.begun();
      }
    }

    try (Program last = sweep(file, out)) {
      assertThat(last.exitCode()).as(last.said()).isZero();
      begun += last.begun();
    }

    assertThat(begun).isBetween(points, points + KILLS * CORES);
    SmallSweep.assertSame(out, reference(file));
  }
}

package io.faultline.actors.sweep;

import static io.faultline.actors.sweep.TestNode.plan;
import static io.faultline.actors.sweep.TestNode.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.protocol.sweep.RowsPage;
import io.faultline.protocol.sweep.SubmitReply;
import io.faultline.protocol.sweep.SweepPlan;
import io.faultline.protocol.sweep.SweepStatus;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole system with the journal that it has in earnest. */
class SweepSystemTest {

  private static final int POINTS = 800;

  private static final int ENOUGH = 600;

  @TempDir private Path directory;

  private final AtomicInteger runs = new AtomicInteger();
  private final CountDownLatch enough = new CountDownLatch(ENOUGH);

  private SweepSystem start() throws SQLException {
    SweepJournal journal = SweepJournal.inDirectory(directory);
    journal.createTables();
    return SweepSystem.local(
        journal,
        2,
        (plan, point) -> {
          runs.incrementAndGet();
          enough.countDown();
          return new PointRunner.Outcome(row(point), false);
        });
  }

  private static SweepStatus awaitCompletion(SweepSystem system) {
    SweepStatus status;
    do {
      status = system.status().toCompletableFuture().join();
    } while (status.phase() != SweepStatus.Phase.COMPLETE);
    return status;
  }

  private static BitSet rows(SweepSystem system, SweepPlan plan) {
    BitSet points = new BitSet();
    long from = 0;
    RowsPage page;
    do {
      page = system.rows(plan.id(), from).toCompletableFuture().join();
      for (RowsPage.Entry entry : page.entries()) {
        assertThat(points.get(entry.row().point())).isFalse();
        points.set(entry.row().point());
        assertThat(entry.row()).usingRecursiveComparison().isEqualTo(row(entry.row().point()));
      }
      from = page.next();
    } while (!page.last());
    return points;
  }

  @Test
  void aStoppedSweepGoesOnAndADamagedSnapshotCostsOnlyTime() throws Exception {
    SweepPlan plan = plan("s", POINTS);
    try (SweepSystem system = start()) {
      system.submit(plan, false, true).toCompletableFuture().join();
      enough.await();
    }
    int damaged;
    try (Connection database =
        DriverManager.getConnection("jdbc:h2:file:" + directory.resolve("journal"), "sa", "")) {
      damaged =
          database
              .createStatement()
              .executeUpdate("UPDATE \"snapshot\" SET \"snapshot_payload\" = X'00'");
    }
    assertThat(damaged).isPositive();

    try (SweepSystem system = start()) {
      SubmitReply reply = system.submit(plan, false, true).toCompletableFuture().join();

      assertThat(reply).isInstanceOf(SubmitReply.Accepted.class);
      assertThat(((SubmitReply.Accepted) reply).done()).isGreaterThanOrEqualTo(ENOUGH - 10);
      assertThat(awaitCompletion(system).failed()).isZero();
      assertThat(rows(system, plan).cardinality()).isEqualTo(POINTS);
      assertThat(runs.get()).isBetween(POINTS, POINTS + 2);
    }
  }
}

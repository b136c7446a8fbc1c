package io.faultline.actors.sweep;

import static io.faultline.actors.sweep.TestNode.plan;
import static io.faultline.actors.sweep.TestNode.row;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.delivery.WorkPullingProducerController;
import akka.persistence.testkit.javadsl.PersistenceTestKit;
import akka.persistence.testkit.javadsl.SnapshotTestKit;
import io.faultline.protocol.sweep.PointRow;
import io.faultline.protocol.sweep.PointRun;
import io.faultline.protocol.sweep.RowsPage;
import io.faultline.protocol.sweep.SubmitReply;
import io.faultline.protocol.sweep.SweepJob;
import io.faultline.protocol.sweep.SweepMessage;
import io.faultline.protocol.sweep.SweepPlan;
import io.faultline.protocol.sweep.SweepStatus;
import io.faultline.protocol.sweep.SweepStatus.Phase;
import io.faultline.protocol.sweep.WorkerMessage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A coordinator whose neighbours are probes and whose journal is in memory. */
class SweepCoordinatorTest {

  private static final ActorTestKit KIT = ActorTestKit.create("faultline", TestNode.config());

  private TestProbe<SweepMessage> desk;
  private TestProbe<SubmitReply> submitter;
  private TestProbe<WorkerMessage> worker;
  private TestProbe<WorkerMessage> other;
  private TestProbe<SweepJob> jobs;
  private ActorRef<SweepMessage> coordinator;

  @BeforeEach
  void start() {
    PersistenceTestKit.create(KIT.system()).clearAll();
    SnapshotTestKit.create(KIT.system()).clearAll();
    desk = KIT.createTestProbe();
    submitter = KIT.createTestProbe();
    worker = KIT.createTestProbe();
    other = KIT.createTestProbe();
    jobs = KIT.createTestProbe();
    coordinator = spawn();
  }

  @AfterEach
  void stop() {
    KIT.stop(coordinator);
  }

  @AfterAll
  static void stopAll() {
    KIT.shutdownTestKit();
  }

  private ActorRef<SweepMessage> spawn() {
    ActorRef<RowReader.Message> rows = KIT.spawn(RowReader.create(TestNode.READ_JOURNAL));
    return KIT.spawn(SweepCoordinator.create(desk.getRef(), rows));
  }

  /** Another coordinator after the first has died, with the same journal. */
  private void failOver() {
    KIT.stop(coordinator);
    coordinator = spawn();
  }

  private SubmitReply submit(SweepPlan plan, boolean fresh, boolean alone) {
    coordinator.tell(new SweepMessage.Submit(plan, fresh, alone, submitter.getRef()));
    return submitter.receiveMessage();
  }

  private int given() {
    coordinator.tell(
        new SweepMessage.WorkWanted(
            new WorkPullingProducerController.RequestNext<>(
                jobs.getRef(), KIT.<akka.Done>createTestProbe().getRef().unsafeUpcast())));
    return jobs.receiveMessage().point();
  }

  private WorkerMessage begin(SweepPlan plan, int point, String name) {
    coordinator.tell(new SweepMessage.Begin(plan.id(), point, name, false, worker.getRef()));
    return worker.receiveMessage();
  }

  private WorkerMessage complete(SweepPlan plan, PointRow row, String name, boolean mayRetry) {
    coordinator.tell(
        new SweepMessage.Completed(
            plan.id(), row, new PointRun(name, 1, 1000, 2000), mayRetry, other.getRef()));
    return other.receiveMessage();
  }

  private SweepStatus status() {
    TestProbe<SweepStatus> asking = KIT.createTestProbe();
    coordinator.tell(new SweepMessage.GetStatus(asking.getRef()));
    return asking.receiveMessage();
  }

  private RowsPage rows(SweepPlan plan, long from) {
    TestProbe<RowsPage> asking = KIT.createTestProbe();
    coordinator.tell(new SweepMessage.FetchRows(plan.id(), from, asking.getRef()));
    return asking.receiveMessage();
  }

  @Test
  void aSweepIsCompleteWhenEveryPointIsRecorded() {
    SweepPlan plan = plan("s", 2);

    assertThat(submit(plan, false, false)).isEqualTo(new SubmitReply.Accepted(0, "", 0));
    for (int point = 0; point < 2; point++) {
      assertThat(given()).isEqualTo(point);
      assertThat(begin(plan, point, "w")).isEqualTo(new WorkerMessage.Run(plan, point, 1));
      assertThat(complete(plan, row(point), "w", false))
          .isEqualTo(new WorkerMessage.Recorded(plan.id(), point, false));
    }

    assertThat(status().phase()).isEqualTo(Phase.COMPLETE);
    assertThat(rows(plan, 0).entries())
        .extracting(RowsPage.Entry::row)
        .usingRecursiveComparison()
        .isEqualTo(java.util.List.of(row(0), row(1)));
    assertThat(rows(plan, 0).last()).isTrue();
  }

  @Test
  void whoComesAfterACoordinatorGivesOutWhatIsNotDone() {
    SweepPlan plan = plan("s", 3);
    submit(plan, false, false);
    begin(plan, given(), "w");
    begin(plan, given(), "w2");
    complete(plan, row(0), "w", false);

    failOver();

    assertThat(submit(plan, false, false)).isEqualTo(new SubmitReply.Accepted(1, "", 0));
    assertThat(given()).isEqualTo(1);
    assertThat(given()).isEqualTo(2);
    assertThat(begin(plan, 0, "w3")).isEqualTo(new WorkerMessage.Skip(plan.id(), 0));
  }

  @Test
  void aResultWhoseAnswerWasLostIsRecordedOnceAlsoAfterAFailover() {
    SweepPlan plan = plan("s", 2);
    submit(plan, false, false);
    begin(plan, given(), "w");
    complete(plan, row(0), "w", false);

    assertThat(complete(plan, row(0), "w", false))
        .isEqualTo(new WorkerMessage.Recorded(plan.id(), 0, false));
    failOver();
    assertThat(complete(plan, row(0), "w", false))
        .isEqualTo(new WorkerMessage.Recorded(plan.id(), 0, false));

    assertThat(status().done()).isEqualTo(1);
    assertThat(status().dropped()).isZero();
  }

  @Test
  void theLateResultOfAnotherWorkerIsDroppedAndCounted() {
    SweepPlan plan = plan("s", 2);
    submit(plan, false, false);
    begin(plan, given(), "frozen");
    begin(plan, 0, "w");
    complete(plan, row(0), "w", false);

    assertThat(complete(plan, row(0), "frozen", false))
        .isEqualTo(new WorkerMessage.Recorded(plan.id(), 0, true));

    assertThat(status().done()).isEqualTo(1);
    assertThat(status().dropped()).isEqualTo(1);
    assertThat(rows(plan, 0).entries())
        .extracting(RowsPage.Entry::dropped)
        .containsExactly(false, true);
  }

  @Test
  void aFailureThatMayEndOtherwiseIsRetriedTwiceAndThenRecorded() {
    SweepPlan plan = plan("s", 1);
    submit(plan, false, false);
    PointRow failed = PointRow.failed(0, "6.1", "hash", "no memory");
    for (int attempt = 1; attempt <= Dispatch.MOST_ATTEMPTS; attempt++) {
      assertThat(given()).isZero();
      assertThat(begin(plan, 0, "w" + attempt)).isEqualTo(new WorkerMessage.Run(plan, 0, attempt));
      assertThat(status().done()).isZero();
      complete(plan, failed, "w" + attempt, true);
    }

    assertThat(status().phase()).isEqualTo(Phase.COMPLETE);
    assertThat(status().failed()).isEqualTo(1);
    assertThat(rows(plan, 0).entries().get(0).row().error()).isEqualTo("no memory");
  }

  @Test
  void aFailureThatAlwaysEndsLikeThatIsRecordedAtOnce() {
    SweepPlan plan = plan("s", 1);
    submit(plan, false, false);
    begin(plan, given(), "w");

    complete(plan, PointRow.failed(0, "", "", "no such key"), "w", false);

    assertThat(status().failed()).isEqualTo(1);
  }

  @Test
  void aPointThatEndsItsNodesProcessIsGivenUp() {
    SweepPlan plan = plan("s", 1);
    submit(plan, false, false);
    given();
    for (int i = 1; i <= Dispatch.MOST_ATTEMPTS; i++) {
      assertThat(begin(plan, 0, "w" + i)).isInstanceOf(WorkerMessage.Run.class);
    }

    assertThat(begin(plan, 0, "w4")).isEqualTo(new WorkerMessage.Skip(plan.id(), 0));

    assertThat(status().phase()).isEqualTo(Phase.COMPLETE);
    assertThat(rows(plan, 0).entries().get(0).row().error()).contains("its node was lost");
  }

  @Test
  void anotherSweepIsRefusedUntilTheFirstIsComplete() {
    SweepPlan first = plan("first", 1);
    SweepPlan second = plan("second", 1);
    submit(first, false, false);

    assertThat(submit(second, false, false)).isInstanceOf(SubmitReply.Refused.class);
    begin(first, given(), "w");
    complete(first, row(0), "w", false);
    assertThat(submit(second, false, true)).isInstanceOf(SubmitReply.Refused.class);
    assertThat(submit(second, false, false)).isEqualTo(new SubmitReply.Accepted(0, "", 0));

    assertThat(rows(first, 0).entries()).hasSize(1);
    assertThat(submit(first, false, false)).isInstanceOf(SubmitReply.Refused.class);
    assertThat(begin(first, 0, "w")).isInstanceOf(WorkerMessage.Skip.class);
  }

  @Test
  void aFreshSweepSaysWhatItDiscards() {
    SweepPlan first = plan("first", 3);
    submit(first, false, false);
    begin(first, given(), "w");
    complete(first, row(0), "w", false);

    assertThat(submit(plan("second", 1), true, true))
        .isEqualTo(new SubmitReply.Accepted(0, "first", 1));

    failOver();
    assertThat(status().points()).isEqualTo(1);
    assertThat(status().done()).isZero();
    assertThat(rows(first, 0).error()).isNotEmpty();
  }

  @Test
  void rowsOfManyMetricsComeBackWithTheirNamesAcrossPages() {
    int points = 700;
    SweepPlan plan = plan("s", points);
    submit(plan, false, false);
    for (int point = 0; point < points; point++) {
      PointRow row =
          new PointRow(
              point,
              "6.1",
              "hash",
              "events",
              "",
              new String[] {"a", "only-" + point % 2},
              new double[] {point, 0.5});
      complete(plan, row, "w" + point, false);
    }
    long from = 0;
    int read = 0;
    RowsPage page;
    do {
      page = rows(plan, from);
      for (RowsPage.Entry entry : page.entries()) {
        assertThat(entry.row().point()).isEqualTo(read);
        assertThat(entry.row().metrics()).containsExactly("a", "only-" + read % 2);
        read++;
      }
      from = page.next();
    } while (!page.last());

    assertThat(read).isEqualTo(points);
  }
}

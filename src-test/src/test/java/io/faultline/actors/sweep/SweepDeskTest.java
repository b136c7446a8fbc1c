package io.faultline.actors.sweep;

import static io.faultline.actors.sweep.TestNode.plan;
import static io.faultline.actors.sweep.TestNode.row;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.persistence.testkit.javadsl.PersistenceTestKit;
import io.faultline.protocol.sweep.RowsPage;
import io.faultline.protocol.sweep.SubmitReply;
import io.faultline.protocol.sweep.SweepMessage;
import io.faultline.protocol.sweep.SweepPlan;
import io.faultline.protocol.sweep.SweepStatus;
import io.faultline.protocol.sweep.SweepStatus.Phase;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Desk, coordinator and workers together, with a journal in memory. */
class SweepDeskTest {

  private ActorTestKit kit;
  private PersistenceTestKit journal;
  private ExecutorService cores;
  private final ConcurrentLinkedQueue<Integer> runs = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void start() {
    kit = ActorTestKit.create("faultline", TestNode.config());
    journal = PersistenceTestKit.create(kit.system());
    cores = Executors.newFixedThreadPool(2);
  }

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
    cores.shutdownNow();
  }

  private ActorRef<SweepMessage> desk() {
    return kit.spawn(SweepDesk.create(TestNode.READ_JOURNAL));
  }

  private void spawnWorker(ActorRef<SweepMessage> desk, String name) {
    kit.spawn(
        SweepWorker.create(
            (plan, point) -> {
              runs.add(point);
              return new PointRunner.Outcome(row(point), false);
            },
            cores,
            desk,
            name));
  }

  private SweepStatus status(ActorRef<SweepMessage> desk) {
    TestProbe<SweepStatus> asking = kit.createTestProbe();
    desk.tell(new SweepMessage.GetStatus(asking.getRef()));
    return asking.receiveMessage();
  }

  private void submit(ActorRef<SweepMessage> desk, SweepPlan plan) {
    TestProbe<SubmitReply> submitter = kit.createTestProbe();
    desk.tell(new SweepMessage.Submit(plan, false, false, submitter.getRef()));
    assertThat(submitter.receiveMessage()).isInstanceOf(SubmitReply.Accepted.class);
  }

  private void awaitCompletion(ActorRef<SweepMessage> desk) {
    kit.createTestProbe()
        .awaitAssert(
            java.time.Duration.ofSeconds(30),
            () -> {
              assertThat(status(desk).phase()).isEqualTo(Phase.COMPLETE);
              return null;
            });
  }

  @Test
  void twoWorkersRunEveryPointOnce() {
    ActorRef<SweepMessage> desk = desk();
    spawnWorker(desk, "w1");
    spawnWorker(desk, "w2");
    SweepPlan plan = plan("s", 100);

    submit(desk, plan);
    awaitCompletion(desk);

    assertThat(runs).hasSize(100).doesNotHaveDuplicates();
    TestProbe<RowsPage> asking = kit.createTestProbe();
    desk.tell(new SweepMessage.FetchRows(plan.id(), 0, asking.getRef()));
    assertThat(asking.receiveMessage().entries())
        .extracting(entry -> entry.row().point())
        .doesNotHaveDuplicates()
        .hasSize(100);
    assertThat(status(desk).workers()).isEqualTo(2);
  }

  @Test
  void aWorkerThatIsGoneLeavesItsPointToAnother() {
    ActorRef<SweepMessage> desk = desk();
    var lost =
        kit.spawn(
            SweepWorker.create(
                (plan, point) -> new PointRunner.Outcome(row(point), false),
                neverRun -> {},
                desk,
                "lost"));
    SweepPlan plan = plan("s", 5);
    submit(desk, plan);
    kit.createTestProbe()
        .awaitAssert(
            () -> {
              assertThat(status(desk).running()).isEqualTo(1);
              return null;
            });

    kit.stop(lost);
    spawnWorker(desk, "w");
    awaitCompletion(desk);

    assertThat(runs).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
  }

  @Test
  void fiveThousandQuestionsWhileTheJournalIsReadAreAnsweredAndLoseNothing() {
    ActorRef<SweepMessage> before = desk();
    submit(before, plan("s", 3));
    kit.stop(before);
    ActorRef<SweepMessage> desk = desk();
    TestProbe<SweepStatus> asking = kit.createTestProbe();

    for (int i = 0; i < 5000; i++) {
      desk.tell(new SweepMessage.GetStatus(asking.getRef()));
    }
    spawnWorker(desk, "w");

    assertThat(asking.receiveSeveralMessages(5000)).hasSize(5000);
    awaitCompletion(desk);
    assertThat(status(desk).done()).isEqualTo(3);
  }

  @Test
  void aJournalThatCannotBeWrittenToForAWhileCostsNoPoint() {
    ActorRef<SweepMessage> desk = desk();
    submit(desk, plan("s", 4));
    journal.failNextPersisted(SweepCoordinator.PERSISTENCE_ID.id());
    spawnWorker(desk, "w");

    awaitCompletion(desk);

    assertThat(status(desk).done()).isEqualTo(4);
    assertThat(status(desk).failed()).isZero();
  }
}

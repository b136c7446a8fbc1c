package io.faultline.actors.sweep;

import static io.faultline.actors.sweep.TestNode.plan;
import static io.faultline.actors.sweep.TestNode.row;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.delivery.ConsumerController;
import io.faultline.protocol.sweep.SweepJob;
import io.faultline.protocol.sweep.SweepMessage;
import io.faultline.protocol.sweep.SweepPlan;
import io.faultline.protocol.sweep.WorkerMessage;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A worker whose coordinator is a probe, in a time that the test moves. */
class SweepWorkerTest {

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final SweepPlan plan = plan("s", 3);
  private final Deque<Runnable> cores = new ArrayDeque<>();
  private ActorTestKit kit;
  private ManualTime time;
  private TestProbe<SweepMessage> coordinator;
  private TestProbe<ConsumerController.Confirmed> confirmed;
  private ActorRef<WorkerMessage> worker;

  @BeforeEach
  void start() {
    kit = ActorTestKit.create("faultline", ManualTime.config().withFallback(TestNode.config()));
    time = ManualTime.get(kit.system());
    coordinator = kit.createTestProbe();
    confirmed = kit.createTestProbe();
    worker =
        kit.spawn(
            SweepWorker.create(
                (known, point) -> new PointRunner.Outcome(row(point), false),
                cores::add,
                coordinator.getRef(),
                "w"));
  }

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  private void deliver(int point) {
    worker.tell(
        new WorkerMessage.Work(
            new ConsumerController.Delivery<>(
                new SweepJob(plan.id(), point),
                confirmed.getRef().unsafeUpcast(),
                "producer",
                point + 1L)));
  }

  private SweepMessage.Begin asksToBegin() {
    return coordinator.expectMessageClass(SweepMessage.Begin.class);
  }

  private void run(int point) {
    worker.tell(new WorkerMessage.Run(plan, point, 2));
    coordinator.awaitAssert(
        () -> {
          assertThat(cores).hasSize(1);
          return null;
        });
    cores.remove().run();
  }

  @Test
  void aResultIsReportedUntilItIsRecordedAndThenTheNextPointIsTaken() {
    deliver(1);
    assertThat(asksToBegin().knowsPlan()).isFalse();
    run(1);

    SweepMessage.Completed report = coordinator.expectMessageClass(SweepMessage.Completed.class);
    assertThat(report.row().point()).isEqualTo(1);
    assertThat(report.run().attempt()).isEqualTo(2);
    time.timePasses(PATIENCE);
    assertThat(coordinator.expectMessageClass(SweepMessage.Completed.class)).isEqualTo(report);
    confirmed.expectNoMessage(Duration.ZERO);

    worker.tell(new WorkerMessage.Recorded(plan.id(), 1, false));
    confirmed.receiveMessage();
    deliver(2);
    assertThat(asksToBegin().knowsPlan()).isTrue();
  }

  @Test
  void aQuestionThatIsNotAnsweredIsAskedAgain() {
    deliver(0);
    SweepMessage.Begin first = asksToBegin();

    time.timePasses(PATIENCE);

    assertThat(asksToBegin()).isEqualTo(first);
  }

  @Test
  void aPointThatIsDoneIsNotRun() {
    deliver(0);
    asksToBegin();

    worker.tell(new WorkerMessage.Skip(plan.id(), 0));

    confirmed.receiveMessage();
    assertThat(cores).isEmpty();
  }

  @Test
  void anAnswerThatComesTwiceStartsOneRun() {
    deliver(0);
    asksToBegin();
    run(0);
    worker.tell(new WorkerMessage.Run(plan, 0, 1));
    worker.tell(new WorkerMessage.Skip(plan.id(), 0));
    coordinator.expectMessageClass(SweepMessage.Completed.class);

    worker.tell(new WorkerMessage.Recorded(plan.id(), 0, true));

    confirmed.receiveMessage();
    assertThat(cores).isEmpty();
  }
}

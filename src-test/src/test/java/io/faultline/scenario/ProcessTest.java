package io.faultline.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.BehaviorTestKit;
import akka.actor.testkit.typed.javadsl.TestInbox;
import io.faultline.actors.process.Process;
import io.faultline.protocol.ProcessMessage;
import io.faultline.protocol.ProcessMessage.Populate;
import io.faultline.protocol.ProcessMessage.Run;
import io.faultline.protocol.ProcessMessage.TaskFinished;
import io.faultline.protocol.TaskMessage;
import io.faultline.protocol.WorkloadMessage.ProcessFinished;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A process leads its tasks through the phases of an experiment. */
class ProcessTest {

  private final TestInbox<TaskMessage> first = TestInbox.create();
  private final TestInbox<TaskMessage> second = TestInbox.create();
  private final TestInbox<ProcessFinished> workload = TestInbox.create();
  private final BehaviorTestKit<ProcessMessage> process =
      BehaviorTestKit.create(
          Process.create(7, List.of(first.getRef(), second.getRef()), new BitSet()));

  @Test
  void serialTasksPopulateOneAfterTheOther() {
    process.run(new Populate(false, workload.getRef()));
    assertThat(first.receiveMessage()).isInstanceOf(TaskMessage.Populate.class);
    assertThat(second.hasMessages()).isFalse();

    process.run(new TaskFinished(0));
    assertThat(second.receiveMessage()).isInstanceOf(TaskMessage.Populate.class);
    assertThat(workload.hasMessages()).isFalse();

    process.run(new TaskFinished(1));
    workload.expectMessage(new ProcessFinished(7));
    assertThat(first.hasMessages()).isFalse();
  }

  @Test
  void parallelTasksPopulateAtOnce() {
    process.run(new Populate(true, workload.getRef()));

    assertThat(first.receiveMessage()).isInstanceOf(TaskMessage.Populate.class);
    assertThat(second.receiveMessage()).isInstanceOf(TaskMessage.Populate.class);
  }

  @Test
  void allTasksRunAtOnceAndTheLastToFinishEndsThePhase() {
    process.run(new Run(workload.getRef()));
    assertThat(first.receiveMessage()).isInstanceOf(TaskMessage.Run.class);
    assertThat(second.receiveMessage()).isInstanceOf(TaskMessage.Run.class);

    process.run(new TaskFinished(1));
    assertThat(workload.hasMessages()).isFalse();

    process.run(new TaskFinished(0));
    workload.expectMessage(new ProcessFinished(7));
  }

  @Test
  void aProcessThatPopulatedSeriallyStillRunsItsTasksTogether() {
    process.run(new Populate(false, workload.getRef()));
    process.run(new TaskFinished(0));
    process.run(new TaskFinished(1));
    first.getAllReceived();
    second.getAllReceived();
    workload.getAllReceived();

    process.run(new Run(workload.getRef()));
    process.run(new TaskFinished(0));
    process.run(new TaskFinished(1));

    assertThat(first.getAllReceived()).hasSize(1);
    assertThat(second.getAllReceived()).hasSize(1);
    workload.expectMessage(new ProcessFinished(7));
  }
}

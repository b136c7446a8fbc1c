package io.faultline.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.typed.ActorRef;
import io.faultline.actors.process.Task;
import io.faultline.actors.process.TaskRecord;
import io.faultline.config.PatternSpec;
import io.faultline.config.TaskSpec;
import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.CpusMessage.Ready;
import io.faultline.protocol.CpusMessage.Sleep;
import io.faultline.protocol.CpusMessage.Yield;
import io.faultline.protocol.ProcessMessage;
import io.faultline.protocol.ProcessMessage.TaskFinished;
import io.faultline.protocol.TaskMessage;
import io.faultline.protocol.TaskMessage.Dispatched;
import io.faultline.protocol.TaskMessage.Populate;
import io.faultline.protocol.TaskMessage.Preempted;
import io.faultline.protocol.TaskMessage.Run;
import io.faultline.protocol.TaskMessage.Served;
import io.faultline.protocol.TaskMessage.Stop;
import io.faultline.protocol.TaskMessage.Touched;
import io.faultline.protocol.VmaMessage;
import io.faultline.protocol.VmaMessage.Touch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A thread makes its accesses run by run. The quantum is 20 us; slices end at 1 ms. */
class TaskTest {

  private static final long QUANTUM = 20_000;
  private static final long SLICE_END = 1_000_000;

  private final Scene scene = new Scene();
  private final Probe<VmaMessage> vma = scene.probe("vma");
  private final Probe<CpusMessage> cpus = scene.probe("cpus");
  private final Probe<ProcessMessage> process = scene.probe("process");
  private final TaskRecord record = new TaskRecord();

  @AfterEach
  void close() {
    scene.close();
  }

  private ActorRef<TaskMessage> task(PatternSpec pattern, long accesses, long thinkNanos) {
    TaskSpec spec =
        new TaskSpec("t", "v", 10, 100, pattern, false, accesses, 1, thinkNanos, 1, false);
    return scene.spawn(
        Task.create(3, spec, record, scene.clock(), QUANTUM, vma.ref(), cpus.ref()), "task");
  }

  private ActorRef<TaskMessage> running(long accesses, long thinkNanos) {
    ActorRef<TaskMessage> task = task(new PatternSpec.Sequential(), accesses, thinkNanos);
    scene.tell(task, new Run(process.ref()));
    assertThat(cpus.next(Ready.class).task()).isEqualTo(3);
    scene.tell(task, new Dispatched(1, SLICE_END));
    return task;
  }

  private static Touched touched(int accesses, long owedNanos, Served served) {
    return new Touched(accesses, owedNanos, served, 0, 1, SLICE_END);
  }

  @Test
  void aTaskMakesNoAccessBeforeItHasAProcessor() {
    ActorRef<TaskMessage> task = task(new PatternSpec.Sequential(), 10, 0);
    scene.tell(task, new Run(process.ref()));
    assertThat(cpus.next(Ready.class)).isEqualTo(new Ready(3, task));
    assertThat(vma.unread()).isEmpty();

    scene.tell(task, new Dispatched(1, SLICE_END));

    Touch run = vma.next(Touch.class);
    assertThat(run.pages()).containsExactly(10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
    assertThat(run.cpu()).isEqualTo(1);
    assertThat(run.sliceEnd()).isEqualTo(SLICE_END);
  }

  @Test
  void theNextRunBeginsBehindTheAccessThatFaultedAndCarriesWhatIsOwed() {
    ActorRef<TaskMessage> task = running(10, 0);
    vma.next(Touch.class);

    scene.tell(task, touched(4, 700, Served.MAJOR));

    Touch rest = vma.next(Touch.class);
    assertThat(vma.heardAt()).isZero();
    assertThat(rest.from()).isEqualTo(4);
    assertThat(rest.to()).isEqualTo(10);
    assertThat(rest.owedNanos()).isEqualTo(700);
  }

  @Test
  void aQuantumOfOwedTimePassesOnTheClockBeforeTheNextRun() {
    ActorRef<TaskMessage> task = running(10, 0);
    vma.next(Touch.class);

    scene.tell(task, touched(4, QUANTUM + 1, Served.RESIDENT));
    assertThat(vma.unread()).isEmpty();
    scene.runUntilIdle();

    assertThat(vma.next(Touch.class).owedNanos()).isZero();
    assertThat(vma.heardAt()).isEqualTo(QUANTUM + 1);
  }

  @Test
  void aPreemptedTaskGivesItsProcessorUpOnceItsAccessIsMadeAndNotInItsNextSlice() {
    ActorRef<TaskMessage> task = running(10, 0);
    vma.next(Touch.class);
    scene.tell(task, new Preempted(SLICE_END));

    scene.tell(task, touched(4, 700, Served.SWAP_CACHE));
    scene.runUntilIdle();

    assertThat(cpus.next(Yield.class)).isEqualTo(new Yield(3, task));
    assertThat(cpus.heardAt()).isEqualTo(700);
    scene.tell(task, new Dispatched(1, 2 * SLICE_END));
    vma.next(Touch.class);
    scene.tell(task, new Preempted(SLICE_END)); // told too late
    scene.tell(task, new Touched(1, 0, Served.SWAP_CACHE, 0, 1, 2 * SLICE_END));
    vma.next(Touch.class);
  }

  @Test
  void withThinkTimeARunEndsAfterOneAccess() {
    ActorRef<TaskMessage> task = running(10, 5_000);
    Touch first = vma.next(Touch.class);
    assertThat(first.to() - first.from()).isEqualTo(1);

    scene.tell(task, touched(1, 20, Served.RESIDENT));
    scene.runUntilIdle();

    Touch second = vma.next(Touch.class);
    assertThat(vma.heardAt()).isEqualTo(5_020);
    assertThat(second.from()).isEqualTo(1);
    assertThat(second.to()).isEqualTo(2);
  }

  @Test
  void aTaskWhoseTimeSliceIsUsedUpYieldsItsProcessor() {
    ActorRef<TaskMessage> task = running(10, 0);
    vma.next(Touch.class);

    scene.tell(task, touched(4, SLICE_END, Served.RESIDENT));
    scene.runUntilIdle();

    assertThat(cpus.next(Yield.class)).isEqualTo(new Yield(3, task));
    assertThat(cpus.heardAt()).isEqualTo(SLICE_END);
    assertThat(vma.unread()).isEmpty();
  }

  @Test
  void aTaskThatHasMadeItsAccessesSleepsAndSaysSo() {
    ActorRef<TaskMessage> task = running(10, 0);

    scene.tell(task, touched(4, 0, Served.MAJOR));
    scene.tell(task, touched(1, 0, Served.SWAP_CACHE));
    scene.tell(task, touched(5, 300, Served.RESIDENT));
    assertThat(process.unread()).isEmpty();
    scene.runUntilIdle();

    assertThat(process.next(TaskFinished.class)).isEqualTo(new TaskFinished(3));
    assertThat(process.heardAt()).isEqualTo(300);
    assertThat(cpus.next(Sleep.class)).isEqualTo(new Sleep(3));
    assertThat(record.accesses()).isEqualTo(10);
    assertThat(record.majorFaults()).isEqualTo(1);
    assertThat(record.minorFaults()).isEqualTo(1);
    assertThat(record.virtualNanos()).isEqualTo(300);
  }

  @Test
  void populatingStoresToEveryPageInAscendingOrderWhateverThePatternAndIsNotRecorded() {
    ActorRef<TaskMessage> task = task(new PatternSpec.UniformRandom(), 5, 0);
    scene.tell(task, new Populate(process.ref()));
    scene.tell(task, new Dispatched(0, SLICE_END));

    Touch first = vma.next(Touch.class);
    assertThat(first.write()).isTrue();
    assertThat(first.pages()).hasSize(64).startsWith(10, 11, 12).endsWith(73);
    scene.tell(task, touched(64, 0, Served.RESIDENT));
    assertThat(vma.next(Touch.class).pages()).hasSize(36).startsWith(74).endsWith(109);
    scene.tell(task, touched(36, 0, Served.MINOR));

    process.next(TaskFinished.class);
    assertThat(record.accesses()).isZero();
    assertThat(record.minorFaults()).isZero();
  }

  @Test
  void aBackgroundTaskGoesOnUntilItIsStoppedAndFinishesTheRunItIsIn() {
    ActorRef<TaskMessage> task = inTheBackground(0);
    vma.next(Touch.class);
    scene.tell(task, touched(64, 0, Served.RESIDENT));
    assertThat(vma.next(Touch.class).pages()).hasSize(64);

    scene.tell(task, new Stop());
    assertThat(process.unread()).isEmpty();
    scene.tell(task, touched(30, 0, Served.MAJOR));
    scene.runUntilIdle();

    process.next(TaskFinished.class);
    assertThat(record.accesses()).isEqualTo(94);
    assertThat(vma.unread()).isEmpty();
  }

  @Test
  void aTaskThatIsStoppedWhileItWaitsForAProcessorMakesNoAccessMore() {
    ActorRef<TaskMessage> task = inTheBackground(5_000);
    vma.next(Touch.class);
    scene.tell(task, touched(1, SLICE_END, Served.RESIDENT));
    scene.runUntilIdle();
    cpus.next(Yield.class);

    scene.tell(task, new Stop());
    scene.tell(task, new Dispatched(0, 2 * SLICE_END));

    assertThat(vma.unread()).isEmpty();
    process.next(TaskFinished.class);
    cpus.next(Sleep.class);
    assertThat(record.accesses()).isEqualTo(1);
  }

  private ActorRef<TaskMessage> inTheBackground(long thinkNanos) {
    TaskSpec spec =
        new TaskSpec(
            "t", "v", 10, 100, new PatternSpec.Sequential(), false, 1, 1, thinkNanos, 1, true);
    ActorRef<TaskMessage> task =
        scene.spawn(
            Task.create(3, spec, record, scene.clock(), QUANTUM, vma.ref(), cpus.ref()), "task");
    scene.tell(task, new Run(process.ref()));
    cpus.next(Ready.class);
    scene.tell(task, new Dispatched(1, SLICE_END));
    return task;
  }
}

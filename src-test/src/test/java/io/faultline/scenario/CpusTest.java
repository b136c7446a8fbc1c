package io.faultline.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.typed.ActorRef;
import io.faultline.actors.process.CpuTime;
import io.faultline.actors.process.Cpus;
import io.faultline.actors.process.Turn;
import io.faultline.config.CpuScheduler;
import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.CpusMessage.CountHitsAt;
import io.faultline.protocol.CpusMessage.HitsCounted;
import io.faultline.protocol.CpusMessage.KswapdReady;
import io.faultline.protocol.CpusMessage.KswapdSleeps;
import io.faultline.protocol.CpusMessage.LastOfTurn;
import io.faultline.protocol.CpusMessage.PushOutReady;
import io.faultline.protocol.CpusMessage.PushOutSleeps;
import io.faultline.protocol.CpusMessage.PushOutYields;
import io.faultline.protocol.CpusMessage.Ready;
import io.faultline.protocol.CpusMessage.Sleep;
import io.faultline.protocol.CpusMessage.SwapoffReady;
import io.faultline.protocol.CpusMessage.SwapoffYields;
import io.faultline.protocol.CpusMessage.Wake;
import io.faultline.protocol.CpusMessage.WorkerReady;
import io.faultline.protocol.CpusMessage.WorkerSleeps;
import io.faultline.protocol.CpusMessage.WorkerYields;
import io.faultline.protocol.CpusMessage.Yield;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.KswapdRuns;
import io.faultline.protocol.MemoryMessage.PushOutRuns;
import io.faultline.protocol.ReadaheadMessage;
import io.faultline.protocol.ReadaheadMessage.CountHits;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.SwapFault;
import io.faultline.protocol.SwapoffMessage;
import io.faultline.protocol.TaskMessage;
import io.faultline.protocol.TaskMessage.Dispatched;
import io.faultline.protocol.TaskMessage.EndTurn;
import io.faultline.protocol.TaskMessage.Preempted;
import io.faultline.protocol.VmaMessage;
import io.faultline.protocol.VmaMessage.OnCpu;
import io.faultline.protocol.VmaMessage.PageReady;
import io.faultline.protocol.ZswapMessage;
import io.faultline.protocol.ZswapMessage.WorkerRuns;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who runs where, and for how long. A time slice is 100 ns. */
class CpusTest {

  private static final int TASKS = 3;

  private final Scene scene = new Scene();
  private final Probe<TaskMessage> a = scene.probe("task-a");
  private final Probe<TaskMessage> b = scene.probe("task-b");
  private final Probe<TaskMessage> c = scene.probe("task-c");
  private final Probe<MemoryMessage> memory = scene.probe("memory");
  private final Probe<VmaMessage> vma = scene.probe("vma");
  private final Probe<ZswapMessage> zswap = scene.probe("zswap");

  @AfterEach
  void close() {
    scene.close();
  }

  private ActorRef<CpusMessage> cpus(int number) {
    return scene.spawn(Cpus.create(scene.clock(), number, TASKS, 100), "cpus");
  }

  private PageReady pageOf(int task) {
    SwapFault fault = new SwapFault(task, 0, 0, 5, SwapEntry.of(0, 8), false, vma.ref());
    return new PageReady(fault, 1, true, true, 0);
  }

  @Test
  void moreTasksThanCpusShareThemByTimeSlices() {
    ActorRef<CpusMessage> cpus = cpus(1);
    scene.tell(cpus, new Ready(0, a.ref()));
    scene.tell(cpus, new Ready(1, b.ref()));
    scene.tell(cpus, new Ready(2, c.ref()));
    assertThat(a.next(Dispatched.class)).isEqualTo(new Dispatched(0, 100));
    assertThat(b.unread()).isEmpty();

    scene.advance(100);
    scene.tell(cpus, new Yield(0, a.ref()));
    assertThat(b.next(Dispatched.class)).isEqualTo(new Dispatched(0, 200));

    scene.advance(100);
    scene.tell(cpus, new Yield(1, b.ref()));
    assertThat(c.next(Dispatched.class)).isEqualTo(new Dispatched(0, 300));
    assertThat(a.unread()).isEmpty();

    scene.advance(30);
    scene.tell(cpus, new Sleep(2));
    assertThat(a.next(Dispatched.class)).isEqualTo(new Dispatched(0, 330));
  }

  @Test
  void aTaskWhoseSliceIsUsedUpRunsOnWhileNobodyWaits() {
    ActorRef<CpusMessage> cpus = cpus(1);
    scene.tell(cpus, new Ready(0, a.ref()));
    a.next(Dispatched.class);

    scene.advance(120);
    scene.tell(cpus, new Yield(0, a.ref()));

    assertThat(a.next(Dispatched.class)).isEqualTo(new Dispatched(0, 220));
  }

  @Test
  void aTaskWakesOnTheProcessorItRanOnLastIfThatIsIdleElseOnAnyIdleOne() {
    ActorRef<CpusMessage> cpus = cpus(2);
    scene.tell(cpus, new Ready(1, b.ref()));
    assertThat(b.next(Dispatched.class).cpu()).isEqualTo(1);
    scene.tell(cpus, new Sleep(1));
    scene.tell(cpus, new Ready(1, b.ref()));
    assertThat(b.next(Dispatched.class).cpu()).isEqualTo(1);

    scene.tell(cpus, new Sleep(1));
    scene.tell(cpus, new Ready(0, a.ref()));
    scene.tell(cpus, new Ready(2, c.ref())); // last on processor 0, which is taken
    assertThat(c.next(Dispatched.class).cpu()).isEqualTo(1);
  }

  private ActorRef<CpusMessage> fairCpus(int number) {
    return scene.spawn(
        Cpus.create(scene.clock(), CpuScheduler.CFS, number, TASKS, 3_000_000, new CpuTime()),
        "cpus");
  }

  @Test
  void underCfsATaskThatWakesTakesTheProcessorFromOneThatHasRunLongerByAMillisecond() {
    ActorRef<CpusMessage> cpus = fairCpus(1);
    scene.tell(cpus, new Ready(0, a.ref()));
    a.next(Dispatched.class);

    scene.advance(1_000_000);
    scene.tell(cpus, new Wake(pageOf(1)));
    assertThat(a.unread()).isEmpty();
    scene.advance(1);
    scene.tell(cpus, new KswapdReady(memory.ref()));
    assertThat(a.next(Preempted.class)).isEqualTo(new Preempted(3_000_000));
    assertThat(vma.unread()).isEmpty();

    scene.tell(cpus, new Yield(0, a.ref()));
    assertThat(vma.next(OnCpu.class)).isEqualTo(new OnCpu(0, 4_000_001, pageOf(1)));
    assertThat(a.unread()).isEmpty();
  }

  @Test
  void underCfsWhoeverHasRunLeastIsNext() {
    ActorRef<CpusMessage> cpus = fairCpus(1);
    scene.tell(cpus, new Ready(0, a.ref()));
    a.next(Dispatched.class);
    scene.advance(1_200_000);
    scene.tell(cpus, new Ready(1, b.ref()));
    a.next(Preempted.class);
    scene.tell(cpus, new Yield(0, a.ref()));
    b.next(Dispatched.class);
    scene.advance(2_800_000);
    scene.tell(cpus, new Ready(2, c.ref()));
    b.next(Preempted.class);
    scene.tell(cpus, new Yield(1, b.ref()));

    c.next(Dispatched.class); // has run 0 ms
    scene.tell(cpus, new Sleep(2));
    a.next(Dispatched.class); // 1.2 ms
    scene.tell(cpus, new Sleep(0));
    b.next(Dispatched.class); // 2.8 ms
  }

  @Test
  void aTaskThatSleptLongIsOwedNoMoreThanHalfALatency() {
    ActorRef<CpusMessage> cpus = fairCpus(1);
    scene.tell(cpus, new Ready(0, a.ref()));
    scene.advance(50_000_000);
    scene.tell(cpus, new Ready(1, b.ref())); // from 47 ms on
    scene.tell(cpus, new Yield(0, a.ref()));
    scene.advance(3_500_000);
    scene.tell(cpus, new Yield(1, b.ref()));

    a.next(Dispatched.class);
    a.next(Preempted.class);
    a.next(Dispatched.class); // at 50 ms, before 50.5
  }

  @Test
  void whatASleeperWaitedForReachesItsVmaOnlyOnceItHasAProcessor() {
    ActorRef<CpusMessage> cpus = cpus(1);
    scene.tell(cpus, new Ready(0, a.ref()));
    PageReady page = pageOf(1);

    scene.tell(cpus, new Wake(page));
    assertThat(vma.unread()).isEmpty();

    scene.advance(40);
    scene.tell(cpus, new Sleep(0));
    assertThat(vma.next(OnCpu.class)).isEqualTo(new OnCpu(0, 140, page));
  }

  @Test
  void kswapdTakesItsTurnForABatchLikeAnybody() {
    ActorRef<CpusMessage> cpus = cpus(1);
    scene.tell(cpus, new Ready(0, a.ref()));
    scene.tell(cpus, new KswapdReady(memory.ref()));
    scene.tell(cpus, new Ready(1, b.ref()));
    assertThat(memory.unread()).isEmpty();

    scene.tell(cpus, new Sleep(0));
    assertThat(memory.next(KswapdRuns.class)).isEqualTo(new KswapdRuns(0));
    assertThat(b.unread()).isEmpty();

    scene.tell(cpus, new KswapdSleeps());
    assertThat(b.next(Dispatched.class)).isEqualTo(new Dispatched(0, 100));
  }

  @Test
  void swapoffTakesItsTurnsLikeATask() {
    Probe<SwapoffMessage> swapoff = scene.probe("swapoff");
    ActorRef<CpusMessage> cpus = cpus(1);
    scene.tell(cpus, new Ready(0, a.ref()));
    a.next(Dispatched.class);
    scene.tell(cpus, new SwapoffReady(2, swapoff.ref()));
    assertThat(swapoff.unread()).isEmpty();

    scene.advance(100);
    scene.tell(cpus, new Yield(0, a.ref()));
    assertThat(swapoff.next(SwapoffMessage.Dispatched.class))
        .isEqualTo(new SwapoffMessage.Dispatched(0, 200));

    scene.advance(100);
    scene.tell(cpus, new SwapoffYields(2, swapoff.ref()));
    assertThat(a.next(Dispatched.class)).isEqualTo(new Dispatched(0, 300));
    assertThat(swapoff.unread()).isEmpty();

    scene.tell(cpus, new Sleep(0));
    assertThat(swapoff.next(SwapoffMessage.Dispatched.class).sliceEnd()).isEqualTo(300);
    scene.tell(cpus, new SwapoffYields(2, swapoff.ref())); // and runs on while nobody waits
    swapoff.next(SwapoffMessage.Dispatched.class);
  }

  @Test
  void zswapsWorkerGivesWayToATaskThatSleptButNotToOneThatUsedUpItsSlice() {
    ActorRef<CpusMessage> cpus = cpus(1);
    scene.tell(cpus, new WorkerReady(zswap.ref()));
    zswap.next(WorkerRuns.class);
    scene.tell(cpus, new Ready(0, a.ref()));
    scene.advance(40);
    scene.tell(cpus, new WorkerYields(zswap.ref()));
    zswap.next(WorkerRuns.class); // and the task waits for the end of the slice
    assertThat(a.unread()).isEmpty();

    scene.tell(cpus, new Wake(pageOf(1)));
    scene.tell(cpus, new WorkerYields(zswap.ref()));

    assertThat(zswap.unread()).isEmpty();
    assertThat(a.next(Dispatched.class)).isEqualTo(new Dispatched(0, 140)); // it came first
    scene.tell(cpus, new Sleep(0));
    assertThat(vma.next(OnCpu.class).sliceEnd()).isEqualTo(140);
  }

  @Test
  void whileOthersRanTimeWasOwedToZswapsWorker() {
    ActorRef<CpusMessage> cpus = cpus(1);
    scene.tell(cpus, new Ready(0, a.ref()));
    scene.tell(cpus, new WorkerReady(zswap.ref()));
    scene.advance(50);
    scene.tell(cpus, new Sleep(0));
    zswap.next(WorkerRuns.class);
    scene.tell(cpus, new Wake(pageOf(0)));

    scene.advance(30);
    scene.tell(cpus, new WorkerYields(zswap.ref()));
    zswap.next(WorkerRuns.class); // 20 of the 50 ns are left
    assertThat(vma.unread()).isEmpty();
    scene.advance(30);
    scene.tell(cpus, new WorkerYields(zswap.ref()));

    assertThat(zswap.unread()).isEmpty();
    assertThat(vma.next(OnCpu.class).sliceEnd()).isEqualTo(210);
  }

  @Test
  void aPushOutSharesTheProcessorWithZswapsWorkerByTimeSlices() {
    ActorRef<CpusMessage> cpus = cpus(1);
    scene.tell(cpus, new PushOutReady(memory.ref()));
    assertThat(memory.next(PushOutRuns.class)).isEqualTo(new PushOutRuns(0, 100));
    scene.tell(cpus, new WorkerReady(zswap.ref()));
    scene.advance(100);
    scene.tell(cpus, new PushOutYields(memory.ref()));
    zswap.next(WorkerRuns.class);
    scene.advance(60);
    scene.tell(cpus, new WorkerSleeps());

    assertThat(memory.next(PushOutRuns.class)).isEqualTo(new PushOutRuns(0, 260));
    scene.tell(cpus, new PushOutSleeps());
    scene.tell(cpus, new Ready(0, a.ref()));
    a.next(Dispatched.class);
  }

  private ActorRef<CpusMessage> inTurns(Turn... turns) {
    return scene.spawn(
        Cpus.create(
            scene.clock(), CpuScheduler.ROUND_ROBIN, 1, TASKS, 100, new CpuTime(), List.of(turns)),
        "cpus");
  }

  @Test
  void aTaskWhoseTurnItIsNotWaitsEvenWhereTheProcessorIsIdle() {
    ActorRef<CpusMessage> cpus = inTurns(new Turn(1, 4), new Turn(0, 2));
    scene.tell(cpus, new Ready(0, a.ref()));
    assertThat(a.unread()).isEmpty();

    scene.tell(cpus, new Ready(1, b.ref()));
    b.next(Dispatched.class);
    scene.tell(cpus, new LastOfTurn(1, b.ref()));
    b.next(EndTurn.class);
    assertThat(a.unread()).isEmpty();

    scene.tell(cpus, new Sleep(1));
    a.next(Dispatched.class);
  }

  @Test
  void aTurnWhoseLastAccessNeedsNoSleepEndsWhenTheTaskYields() {
    ActorRef<CpusMessage> cpus = inTurns(new Turn(1, 4), new Turn(0, 2));
    scene.tell(cpus, new Ready(1, b.ref()));
    b.next(Dispatched.class);
    scene.tell(cpus, new LastOfTurn(1, b.ref()));
    b.next(EndTurn.class);

    scene.tell(cpus, new Yield(1, b.ref()));
    assertThat(b.unread()).isEmpty();
    scene.tell(cpus, new Ready(0, a.ref()));
    a.next(Dispatched.class);
  }

  @Test
  void beforeADecisionThatTookMoreHitsThanWaitOthersRunAccessByAccess() {
    Probe<ReadaheadMessage> statistics = scene.probe("readahead");
    ActorRef<CpusMessage> cpus = inTurns(new Turn(1, 4, 1), new Turn(0, 2));
    scene.tell(cpus, new CountHitsAt(statistics.ref()));
    scene.tell(cpus, new Ready(0, a.ref()));
    scene.tell(cpus, new Ready(1, b.ref()));
    b.next(Dispatched.class);

    scene.tell(cpus, new LastOfTurn(1, b.ref()));
    statistics.next(CountHits.class);
    scene.tell(cpus, new HitsCounted(0));
    assertThat(b.unread()).isEmpty();
    assertThat(a.next(Dispatched.class).sliceEnd()).isEqualTo(scene.clock().now());

    scene.tell(cpus, new Yield(0, a.ref()));
    statistics.next(CountHits.class);
    scene.tell(cpus, new HitsCounted(1));
    b.next(EndTurn.class);
    assertThat(a.unread()).isEmpty();
  }
}

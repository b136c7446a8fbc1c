package io.faultline.benchmark;

import io.faultline.app.bench.DefaultDispatcherRing;
import io.faultline.app.bench.MachineStarts;
import io.faultline.app.bench.MajorFaults;
import io.faultline.app.bench.MessageRing;
import io.faultline.app.bench.Phold;
import io.faultline.app.bench.ResidentTouches;
import io.faultline.app.bench.Round;
import io.faultline.app.bench.SequentialSwapin;
import io.faultline.app.bench.SwapCacheHits;
import io.faultline.app.bench.Workload;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The workloads of {@code faultline bench} under JMH, each in JVMs of its own. A call is a whole
 * round; what counts are the two figures beside it: nanoseconds and bytes an operation, of the
 * measured part alone.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3)
@Measurement(iterations = 5)
@Fork(
    value = 2,
    jvmArgsAppend = {"-XX:+UseSerialGC", "-XX:+UseTransparentHugePages"})
@State(Scope.Thread)
public class SpeedBenchmark {

  /** What an operation took. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Operation {

    /** Nanoseconds. */
    public double nanos;

    /** Bytes allocated. */
    public double bytes;

    /** Each round stands for itself. */
    @Setup(Level.Iteration)
    public void clear() {
      nanos = 0;
      bytes = 0;
    }

    Round of(Round round) {
      nanos = 1e9 / round.perSecond();
      bytes = round.bytesEach();
      return round;
    }
  }

  private final Workload majorFaults = MajorFaults.of(15);
  private final Workload sequentialSwapin = SequentialSwapin.of(30);
  private final Workload swapCacheHits = SwapCacheHits.of(45);
  private final Workload residentTouches = ResidentTouches.of(3_000);
  private final Workload messages = new MessageRing(10_000_000);
  private final Workload akkaMessages = new DefaultDispatcherRing(10_000_000);
  private final Workload phold = new Phold(4_000_000);
  private final Workload machineStarts = new MachineStarts();

  /** A major fault with a window of one page. */
  @Benchmark
  public Round majorFault(Operation operation) {
    return operation.of(majorFaults.round());
  }

  /** A page swapped in by a sequential reader with windows of eight. */
  @Benchmark
  public Round swappedInPage(Operation operation) {
    return operation.of(sequentialSwapin.round());
  }

  /** A page found in the swap cache. */
  @Benchmark
  public Round swapCacheHit(Operation operation) {
    return operation.of(swapCacheHits.round());
  }

  /** A touch of a page in memory. */
  @Benchmark
  public Round residentTouch(Operation operation) {
    return operation.of(residentTouches.round());
  }

  /** A message of the virtual-time loop. */
  @Benchmark
  public Round message(Operation operation) {
    return operation.of(messages.round());
  }

  /** A message of Akka's default dispatcher. */
  @Benchmark
  public Round akkaDispatcherMessage(Operation operation) {
    return operation.of(akkaMessages.round());
  }

  /** An event of PHOLD. */
  @Benchmark
  public Round pholdEvent(Operation operation) {
    return operation.of(phold.round());
  }

  /** A machine's start and stop. */
  @Benchmark
  public Round machineStart(Operation operation) {
    return operation.of(machineStarts.round());
  }
}

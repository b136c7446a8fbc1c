package io.faultline.actors.memory;

import akka.actor.typed.ActorRef;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.protocol.CpusMessage.KswapdReady;
import io.faultline.protocol.CpusMessage.KswapdSleeps;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.KswapdRested;
import org.jspecify.annotations.Nullable;

/**
 * kswapd: woken below the low watermark, it takes its turns on the processors and reclaims a batch
 * at a time until free memory is at the high one.
 */
final class Kswapd {

  /** The longest that it rests while pages are being written: {@code HZ / 10}. */
  private static final long REST_NANOS = 100_000_000;

  /** Runs in vain after which it is not woken until somebody reclaims a page. */
  private static final int MAX_RECLAIM_RETRIES = 16;

  private final Frames frames;
  private final Watermarks watermarks;
  private final Vmstat vmstat;
  private final ReclaimJobs jobs;
  private final Reclaim reclaim;
  private final Memory.Surroundings outside;
  private final ActorRef<MemoryMessage> self;
  private @Nullable ReclaimJob run;
  private boolean onCpu;
  private boolean rests;
  private int restsBegun;
  private int failures;

  Kswapd(
      MemoryState state,
      ReclaimJobs jobs,
      Reclaim reclaim,
      Memory.Surroundings outside,
      ActorRef<MemoryMessage> self) {
    this.frames = state.frames();
    this.watermarks = state.watermarks();
    this.vmstat = state.vmstat();
    this.jobs = jobs;
    this.reclaim = reclaim;
    this.outside = outside;
    this.self = self;
  }

  /** {@code wakeup_kswapd}: to no effect while it is awake, or too often reclaimed nothing. */
  void wake() {
    if (run == null && failures < MAX_RECLAIM_RETRIES) {
      vmstat.count(VmstatItem.PAGEOUTRUN);
      run = jobs.kswapd();
      outside.cpus().tell(new KswapdReady(self));
    }
  }

  /** It has been given a processor. */
  void runs(int cpu) {
    if (run != null) {
      onCpu = true;
      run.cpu = cpu;
      reclaim.step(run);
    }
  }

  /** Whether it is awake but waits, for a processor or for writeback. */
  boolean waits() {
    return run != null && !onCpu;
  }

  void batchEnded(ReclaimJob job) {
    sleep();
    if (frames.free() < watermarks.high()) {
      outside.cpus().tell(new KswapdReady(self));
    } else {
      end(job);
    }
  }

  /** It has scanned everything. */
  void finished(ReclaimJob job) {
    sleep();
    end(job);
  }

  private void sleep() {
    onCpu = false;
    outside.cpus().tell(new KswapdSleeps());
  }

  private void end(ReclaimJob job) {
    jobs.end(job);
    run = null;
    if (frames.free() >= watermarks.high()) {
      reclaim.balanced();
    }
    if (job.reclaimed > 0) {
      failures = 0;
    } else if (frames.underWriteback() == 0) {
      failures++;
    }
  }

  /** {@code congestion_wait} or {@code reclaim_throttle}: until something is written, or 100 ms. */
  void rest() {
    sleep();
    rests = true;
    restsBegun++;
    outside.clock().tellAfter(REST_NANOS, self, new KswapdRested(restsBegun));
  }

  /** The time for a rest is over. */
  void rested(KswapdRested rested) {
    if (rested.rest() == restsBegun) {
      goOn();
    }
  }

  /** Ends its rest if it is at one. */
  void goOn() {
    if (rests) {
      rests = false;
      outside.cpus().tell(new KswapdReady(self));
    }
  }

  /** Somebody has reclaimed a page: it is worth another try. */
  void forgetFailures() {
    failures = 0;
  }
}

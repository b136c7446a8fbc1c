package io.faultline.actors.memory;

import akka.actor.typed.ActorRef;
import io.faultline.config.Lru;
import io.faultline.protocol.CpusMessage.PushOutReady;
import io.faultline.protocol.CpusMessage.PushOutSleeps;
import io.faultline.protocol.CpusMessage.PushOutYields;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.PushOut;
import io.faultline.protocol.MemoryMessage.PushOutRuns;
import io.faultline.protocol.WorkloadMessage.PushedOut;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Proactive reclaim ({@code memory.reclaim}): pushes everything out, in rounds through all
 * priorities as long as there is anything to gain.
 */
final class ProactiveReclaim {

  private static final Logger LOG = LoggerFactory.getLogger(ProactiveReclaim.class);

  /** Pages that are asked for at a time, where that matters: 16 MiB. */
  private static final long PUSH_OUT_PAGES = 4096;

  /** Pause behind a push-out with zswap: 0.3 s, as in the recorded runs. */
  private static final long PAUSE_NANOS = 300_000_000;

  private final Frames frames;
  private final List<Group> groups;
  private final ReclaimJobs jobs;
  private final Reclaim reclaim;
  private final Neighbours neighbours;
  private final Memory.Surroundings outside;
  private final ActorRef<MemoryMessage> self;
  private @Nullable ReclaimJob stalled;
  private @Nullable ReclaimJob offCpu;
  private long sliceEnd;

  ProactiveReclaim(
      MemoryState state,
      ReclaimJobs jobs,
      Reclaim reclaim,
      Neighbours neighbours,
      Memory.Surroundings outside,
      ActorRef<MemoryMessage> self) {
    this.frames = state.frames();
    this.groups = state.groups();
    this.jobs = jobs;
    this.reclaim = reclaim;
    this.neighbours = neighbours;
    this.outside = outside;
    this.self = self;
  }

  void begin(PushOut asked) {
    long goal = inCalls() ? PUSH_OUT_PAGES : Long.MAX_VALUE;
    ReclaimJob job = jobs.pushOut(goal, asked.replyTo());
    if (inCalls()) {
      job.roundGoal = PUSH_OUT_PAGES / 4;
    }
    if (neighbours.zswap() == null) {
      reclaim.step(job);
    } else {
      offCpu = job;
      outside.cpus().tell(new PushOutReady(self));
    }
  }

  /**
   * Whether it is asked for in calls, as in the recorded runs. With a shrinker it would empty zswap
   * otherwise; with generations it would begin more of them, and that shows in what is walked when
   * they are used up the next time.
   */
  private boolean inCalls() {
    return neighbours.shrinker()
        || (outside.lru() == Lru.MULTI_GENERATION
            && outside.kernel().groupReclaimOfGenerationsGoesOn());
  }

  /** A batch is over; a push-out shares the processors with zswap's worker. */
  void batchEnded(ReclaimJob job) {
    if (neighbours.zswap() != null && outside.clock().now() >= sliceEnd) {
      offCpu = job;
      outside.cpus().tell(new PushOutYields(self));
    } else {
      reclaim.step(job);
    }
  }

  /** It has been given a processor. */
  void runs(PushOutRuns runs) {
    ReclaimJob job = Objects.requireNonNull(offCpu);
    offCpu = null;
    sliceEnd = runs.sliceEnd();
    job.cpu = runs.cpu();
    reclaim.step(job);
  }

  /** Whether it waits for a processor. */
  boolean waits() {
    return offCpu != null;
  }

  /** Pages have been written: if it waited for that, another round follows. */
  void written() {
    ReclaimJob job = stalled;
    if (job != null) {
      stalled = null;
      nextRound(job);
    }
  }

  /** A round through all priorities is over; another follows while there is anything to gain. */
  void finished(ReclaimJob job, ActorRef<? super PushedOut> replyTo) {
    boolean fruitful = job.reclaimedThisRound > 0;
    job.fruitlessRounds = fruitful ? 0 : job.fruitlessRounds + 1;
    if (frames.underWriteback() > 0 && !fruitful && !neighbours.shrinker()) {
      stalled = job;
    } else if (inCalls()) {
      if (!fruitful) {
        job.fruitlessInCall++;
      }
      callFinished(job, replyTo);
    } else if (anythingListed() && job.fruitlessRounds <= outside.kernel().limitRetries()) {
      nextRound(job);
    } else {
      end(job, replyTo);
    }
  }

  /**
   * The push-out that was recorded asks for 16 MiB at a time, and ends with the call that brings
   * nothing new to swap. A call gives up after so many rounds in vain, whether or not one after the
   * other. With a shrinker it waits for nothing.
   *
   * <p>Source: {@code memory_reclaim} in mm/memcontrol.c, 6.9 and later [M].
   */
  private void callFinished(ReclaimJob job, ActorRef<? super PushedOut> replyTo) {
    boolean callGoesOn =
        job.reclaimed < job.goal && job.fruitlessInCall <= outside.kernel().limitRetries();
    if (callGoesOn) {
      nextRoundOfCall(job);
    } else if (job.newSlots > 0) {
      job.newSlots = 0;
      job.fruitlessInCall = 0;
      job.goal = job.reclaimed + PUSH_OUT_PAGES;
      nextRoundOfCall(job);
    } else {
      end(job, replyTo);
    }
  }

  /** Since 6.9 a call asks for a quarter of what is wanting, so that priorities stay high. */
  private void nextRoundOfCall(ReclaimJob job) {
    job.roundGoal = Math.max(Memory.SWAP_CLUSTER_MAX, (job.goal - job.reclaimed) / 4);
    nextRound(job);
  }

  private void nextRound(ReclaimJob job) {
    job.beginRound();
    reclaim.step(job);
  }

  private boolean anythingListed() {
    return groups.stream().anyMatch(group -> group.listed() > 0);
  }

  /** With zswap some time passes before what follows, in which its worker comes to rest. */
  private void end(ReclaimJob job, ActorRef<? super PushedOut> replyTo) {
    LOG.info("pushed out {} pages", job.reclaimed);
    jobs.end(job);
    if (neighbours.zswap() == null) {
      replyTo.tell(new PushedOut());
    } else {
      outside.cpus().tell(new PushOutSleeps());
      outside.clock().tellAfter(PAUSE_NANOS, replyTo, new PushedOut());
    }
  }
}

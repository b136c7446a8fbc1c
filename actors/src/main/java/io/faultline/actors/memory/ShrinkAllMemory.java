package io.faultline.actors.memory;

import io.faultline.protocol.MemoryMessage.ShrinkAll;
import io.faultline.protocol.WorkloadMessage.ImageFits;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code shrink_all_memory}: every processor reclaims, in rounds through all priorities, until what
 * is in memory fits into the image of a hibernation.
 */
final class ShrinkAllMemory {

  private static final Logger LOG = LoggerFactory.getLogger(ShrinkAllMemory.class);

  /**
   * Pages under writeback beyond which it waits: about what a block queue of 128 requests holds,
   * whose writers sleep when it is full. How the pages then lie on swap does not depend on it, from
   * 512 to 8192.
   */
  private static final int QUEUE_PAGES = 2048;

  private final Frames frames;
  private final ReclaimJobs jobs;
  private final Reclaim reclaim;
  private final int retries;
  private @Nullable Shrinking underWay;

  /**
   * Nothing to shrink yet.
   *
   * @param retries rounds in vain after which a processor gives up
   */
  ShrinkAllMemory(Frames frames, ReclaimJobs jobs, Reclaim reclaim, int retries) {
    this.frames = frames;
    this.jobs = jobs;
    this.reclaim = reclaim;
    this.retries = retries;
  }

  void begin(ShrinkAll asked) {
    Shrinking begun = new Shrinking(asked, frames);
    underWay = begun;
    for (int cpu = 0; cpu < asked.cpus(); cpu++) {
      reclaim.step(jobs.shrinking(begun, cpu));
    }
  }

  void batchEnded(ReclaimJob job, Shrinking shrinking) {
    if (frames.underWriteback() >= QUEUE_PAGES) {
      shrinking.rest(job);
    } else {
      reclaim.step(job);
    }
  }

  /**
   * One processor's round is over. It goes on while there is anything to gain; what is being
   * written it waits for together with the others.
   */
  void finished(ReclaimJob job, Shrinking shrinking) {
    boolean fruitful = job.reclaimedThisRound > 0;
    if (fruitful) {
      shrinking.gained();
    }
    job.fruitlessRounds = fruitful ? 0 : job.fruitlessRounds + 1;
    boolean another =
        fruitful
            || (frames.underWriteback() == 0
                && !shrinking.outOfSlots()
                && job.fruitlessRounds <= retries);
    if (!shrinking.fits() && another) {
      job.beginRound();
      reclaim.step(job);
      return;
    }
    shrinking.rest(job);
    if (shrinking.allRest() && frames.underWriteback() == 0) {
      end(shrinking);
    }
  }

  private void end(Shrinking shrinking) {
    if (!shrinking.fits() && !shrinking.outOfSlots() && shrinking.choosesAfresh()) {
      goOn(shrinking);
      return;
    }
    if (!shrinking.fits()) {
      throw new OutOfMemory(
          "hibernation: of what is in memory "
              + shrinking.excess()
              + " pages do not fit into the image and cannot be reclaimed"
              + (shrinking.outOfSlots()
                  ? ", since swap is full; give it more swap or a larger image"
                  : "; give it a larger image"));
    }
    underWay = null;
    shrinking.wake().forEach(jobs::end);
    LOG.info("shrunk to {} pages", frames.used());
    shrinking.replyTo().tell(new ImageFits());
  }

  /** Pages have been written: those who waited for that go on. */
  void written() {
    Shrinking shrinking = underWay;
    if (shrinking != null) {
      goOn(shrinking);
    }
  }

  private void goOn(Shrinking shrinking) {
    for (ReclaimJob job : shrinking.wake()) {
      if (job.roundIsOver()) {
        job.beginRound();
      }
      reclaim.step(job);
    }
  }
}

package io.faultline.actors.memory;

import akka.actor.typed.ActorRef;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.AddVma;
import io.faultline.protocol.MemoryMessage.BatchEnded;
import io.faultline.protocol.SwapAreasMessage.Allocate;
import io.faultline.protocol.SwapAreasMessage.Free;
import io.faultline.protocol.SwapCacheMessage.Drop;
import io.faultline.protocol.VmaMessage.Age;
import io.faultline.protocol.VmaMessage.Unmap;
import io.faultline.protocol.VmaMessage.Walk;
import io.faultline.protocol.ZswapMessage;
import io.faultline.protocol.ZswapMessage.Shrink;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/** The steps of reclaim as messages to the neighbours. */
final class ReclaimMessages implements Reclaim.Steps {

  private final List<Group> groups;
  private final Neighbours neighbours;
  private final Memory.Surroundings outside;
  private final ActorRef<MemoryMessage> self;
  private final Runnable throttled;
  private final Consumer<ReclaimJob> finished;
  private final BitSet ranSinceWalk = new BitSet();

  /**
   * Reclaim of a machine.
   *
   * @param throttled told when kswapd is to rest
   * @param finished told of a reclaim that has its goal or has scanned everything
   */
  ReclaimMessages(
      List<Group> groups,
      Neighbours neighbours,
      Memory.Surroundings outside,
      ActorRef<MemoryMessage> self,
      Runnable throttled,
      Consumer<ReclaimJob> finished) {
    this.groups = groups;
    this.neighbours = neighbours;
    this.outside = outside;
    this.self = self;
    this.throttled = throttled;
    this.finished = finished;
  }

  /** A task has mapped a page, so that its page tables are worth a walk. */
  void ran(int vma) {
    ranSinceWalk.set(vma);
  }

  /**
   * {@code iterate_mm_list}: the walk before a new generation. It leaves page tables out that
   * nobody has used since the walk before ({@code should_skip_mm}).
   */
  boolean walkPageTables(ReclaimJob job) {
    Group group = job.group();
    Generations generations = group.generations();
    generations.walking(true);
    boolean ranAgain = job.charge != null && job.charge.ranAgain(outside.clock().now());
    boolean anyWalked = false;
    for (AddVma vma : neighbours.vmas()) {
      if (groups.get(vma.group()) == group && (ranAgain || ranSinceWalk.get(vma.vma()))) {
        ranSinceWalk.clear(vma.vma());
        anyWalked = true;
        BitSet pmds = generations.toWalk(vma.vma());
        if (pmds == null || !pmds.isEmpty()) {
          job.walksAwaited++;
          vma.replyTo().tell(new Walk(job.number, pmds == null ? null : pmds.stream().toArray()));
        }
      }
    }
    if (anyWalked) {
      generations.beginFilter();
    }
    return job.walksAwaited > 0;
  }

  @Override
  public void age(ReclaimJob job, int vma, int[] aged, int[] pages, boolean lookAround) {
    neighbours.vma(vma).replyTo().tell(new Age(job.number, aged, pages, lookAround));
  }

  @Override
  public void drop(ReclaimJob job, int[] dropped, int evictionAge) {
    neighbours.swapCache().tell(new Drop(job.number, dropped, evictionAge));
  }

  @Override
  public void allocate(ReclaimJob job, int slots) {
    outside.swapAreas().tell(new Allocate(job.number, job.cpu, slots, self));
  }

  @Override
  public void unmap(
      ReclaimJob job, int vma, int[] unmapped, int[] pages, long[] entries, int evictionAge) {
    neighbours
        .vma(vma)
        .replyTo()
        .tell(new Unmap(job.number, unmapped, pages, entries, evictionAge));
  }

  @Override
  public void freeSlot(ReclaimJob job, long entry) {
    outside.swapAreas().tell(new Free(job.cpu, entry));
  }

  @Override
  public void batchEnded(ReclaimJob job, long cpuNanos) {
    long delay = outside.jitter().apply(outside.clock().now(), cpuNanos);
    outside.clock().tellAfter(delay, self, new BatchEnded(job.number));
  }

  @Override
  public boolean shrink(ReclaimJob job) {
    ActorRef<? super ZswapMessage> asked = neighbours.zswap();
    if (asked == null || !neighbours.shrinker()) {
      return false;
    }
    asked.tell(new Shrink(job.number, groups.indexOf(job.group()), job.priority, self));
    return true;
  }

  @Override
  public void throttle(ReclaimJob job) {
    throttled.run();
  }

  @Override
  public void finished(ReclaimJob job) {
    finished.accept(job);
  }
}

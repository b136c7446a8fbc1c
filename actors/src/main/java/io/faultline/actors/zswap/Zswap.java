package io.faultline.actors.zswap;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.faultline.actors.virtualtime.MachineActor;
import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.CpusMessage.WorkerReady;
import io.faultline.protocol.CpusMessage.WorkerSleeps;
import io.faultline.protocol.CpusMessage.WorkerYields;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.AddZswap;
import io.faultline.protocol.MemoryMessage.Shrunk;
import io.faultline.protocol.MemoryMessage.ZswapUses;
import io.faultline.protocol.SwapCacheMessage;
import io.faultline.protocol.SwapCacheMessage.Loaded;
import io.faultline.protocol.SwapCacheMessage.Stored;
import io.faultline.protocol.SwapCacheMessage.WriteBack;
import io.faultline.protocol.VirtualClock;
import io.faultline.protocol.ZswapMessage;
import io.faultline.protocol.ZswapMessage.AddSwapCache;
import io.faultline.protocol.ZswapMessage.Invalidate;
import io.faultline.protocol.ZswapMessage.Load;
import io.faultline.protocol.ZswapMessage.NotWrittenBack;
import io.faultline.protocol.ZswapMessage.PoolShort;
import io.faultline.protocol.ZswapMessage.Shrink;
import io.faultline.protocol.ZswapMessage.ShrinkGoesOn;
import io.faultline.protocol.ZswapMessage.Store;
import io.faultline.protocol.ZswapMessage.WorkerGoesOn;
import io.faultline.protocol.ZswapMessage.WorkerRuns;
import io.faultline.protocol.ZswapMessage.WrittenBack;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * zswap: the compressed cache that pages meet on their way to a slot and back. It stores and loads
 * for the swap cache, writes back through it when its pool is full or reclaim shrinks it, and tells
 * memory what its pool takes.
 */
public final class Zswap extends MachineActor<ZswapMessage> {

  /** {@code MAX_RECLAIM_RETRIES}: failures after which the worker gives up. */
  private static final int MAX_FAILURES = 16;

  /** Behind the last group. */
  private static final int END = -1;

  /** Attempts of {@code zbud_reclaim_page}. */
  private static final int ZBUD_RETRIES = 8;

  /**
   * Everything that zswap talks to.
   *
   * @param cpus processors that the worker shares with tasks; null where it has one for itself
   */
  public record Surroundings(
      ActorRef<MemoryMessage> memory, VirtualClock clock, @Nullable ActorRef<CpusMessage> cpus) {}

  /** An entry on its way to the device. */
  private record Writeback(
      long slot, LruWalk walk, @Nullable Shrinking shrinking, @Nullable Storing storing) {}

  private final ZswapPool pool;
  private final ZswapPool.Rules rules;
  private final Surroundings outside;
  private final ActorRef<ZswapMessage> self;
  private final List<@Nullable Writeback> writebacks = new ArrayList<>();
  private final long[] reportedPages;
  private long reportedPool;
  private @Nullable ActorRef<SwapCacheMessage> swapCache;
  private boolean workerRuns;
  private boolean workerOnCpu;
  private boolean workerWanted;
  private int workerFailures;
  private int workerAttempts;
  private boolean workerMoved;
  private long workerGoal;
  private int lastGroup = END;

  private Zswap(ZswapPool pool, Surroundings outside, ActorRef<ZswapMessage> self) {
    this.pool = pool;
    this.rules = pool.rules();
    this.outside = outside;
    this.self = self;
    reportedPages = new long[pool.groups()];
    outside.memory().tell(new AddZswap(rules.spec().shrinkerEnabled(), self));
  }

  /**
   * The zswap of a machine.
   *
   * @param pool owned by this actor from now on
   */
  public static Behavior<ZswapMessage> create(ZswapPool pool, Surroundings outside) {
    return Behaviors.setup(context -> new Zswap(pool, outside, context.getSelf()));
  }

  @Override
  protected void onMessage(ZswapMessage message) {
    if (message instanceof Load load) {
      onLoad(load);
    } else if (message instanceof Store store) {
      goOn(new Storing(store));
    } else if (message instanceof Invalidate invalidate) {
      pool.invalidate(invalidate.entry());
    } else if (message instanceof WrittenBack done) {
      onWrittenBack(done);
    } else if (message instanceof NotWrittenBack failed) {
      onNotWrittenBack(failed);
    } else if (message instanceof Shrink shrink) {
      onShrink(shrink);
    } else if (message instanceof WorkerGoesOn) {
      onWorkerGoesOn();
    } else if (message instanceof WorkerRuns) {
      workerOnCpu = true;
      workerGoesOn();
    } else if (message instanceof ShrinkGoesOn next) {
      goOn(Objects.requireNonNull(take(next.writeback()).shrinking()));
    } else if (message instanceof PoolShort shortage) {
      pool.shortOfFrames(shortage.isShort());
    } else if (message instanceof AddSwapCache added) {
      swapCache = added.replyTo();
    }
    report();
  }

  /** Tells memory what has changed of what the pool and the groups' entries take. */
  private void report() {
    for (int group = 0; group < reportedPages.length; group++) {
      long pages = pool.chargedPages(group);
      if (pages != reportedPages[group]) {
        reportedPages[group] = pages;
        reportedPool = pool.pages();
        outside.memory().tell(new ZswapUses(reportedPool, group, pages));
      }
    }
    if (reportedPool != pool.pages()) {
      reportedPool = pool.pages();
      outside.memory().tell(new ZswapUses(reportedPool, 0, reportedPages[0]));
    }
  }

  /**
   * {@code zswap_store} of one page after the other. A group at its limit has one entry written
   * back first, as {@code shrink_memcg} does; if that fails, the page is refused. Reclaim waits,
   * and what writing back takes is its time.
   */
  private void goOn(Storing storing) {
    while (!storing.isOver()) {
      int group = storing.group();
      if (!storing.hasRoom() && pool.groupIsFull(group)) {
        LruWalk walk = walkOfOne(group);
        boolean allowed = rules.shrinksToThreshold() && pool.mayWriteBack(group);
        int entry = allowed ? walk.next() : ZswapLru.NONE;
        if (entry != ZswapLru.NONE) {
          writeBack(entry, walk, null, storing);
          return;
        }
        refuse(storing);
      } else {
        store(storing);
      }
    }
    Store store = storing.asked;
    store.replyTo().tell(new Stored(store.requestId(), storing.stored, storing.cpuNanos()));
  }

  private void store(Storing storing) {
    long before = pool.compressions();
    boolean stored = pool.store(storing.slot(), storing.content(), storing.group());
    if (!stored && pool.wakesWorker()) {
      wakeWorker();
    }
    storing.done(stored, (pool.compressions() - before) * rules.spec().compressNanos());
  }

  /** Its group is at its limit: only a pool that is full besides wakes the worker. */
  private void refuse(Storing storing) {
    pool.invalidate(storing.slot());
    if (rules.shrinksToThreshold() && pool.limit().full()) {
      wakeWorker();
    }
    storing.done(false, 0);
  }

  private LruWalk walkOfOne(int group) {
    return new LruWalk(pool.lru(), group, 1, rules.spec().protection().secondChance(), false);
  }

  private void onLoad(Load load) {
    if (load.alone()) {
      pool.swappedIn(load.groups()[0]);
    }
    int count = load.entries().length;
    boolean[] found = new boolean[count];
    int[] contents = new int[count];
    long decompressions = 0;
    for (int i = 0; i < count; i++) {
      int entry = pool.load(load.entries()[i], load.groups()[i]);
      if (entry != ZswapEntries.NONE) {
        found[i] = true;
        contents[i] = pool.entries().content(entry);
        decompressions++;
      }
    }
    outside
        .clock()
        .tellAfter(
            decompressions * decompressNanos(),
            load.replyTo(),
            new Loaded(load.requestId(), found, contents, rules.spec().exclusiveLoads()));
  }

  private long decompressNanos() {
    return rules.spec().decompressNanos();
  }

  private void onShrink(Shrink shrink) {
    int group = shrink.group();
    ShrinkerDriver driver = new ShrinkerDriver(rules.deferredByPriority(), pool.deferred(group));
    pool.deferred(group, 0);
    driver.begin(pool.freeable(group), shrink.priority());
    goOn(new Shrinking(shrink, driver));
  }

  /** Scan after scan, until one has the shrinker stop ({@code SHRINK_STOP}) or all is scanned. */
  private void goOn(Shrinking shrinking) {
    int group = shrinking.asked.group();
    while (true) {
      LruWalk walk = shrinking.walk;
      if (walk == null) {
        shrinking.toScan = shrinking.driver.nextScan();
        if (shrinking.toScan == 0 || !pool.allowsScan(group, shrinking.toScan)) {
          break;
        }
        walk =
            new LruWalk(
                pool.lru(),
                group,
                shrinking.toScan,
                rules.spec().protection().secondChance(),
                true);
        shrinking.walk = walk;
      }
      int entry = walk.next();
      if (entry != ZswapLru.NONE) {
        writeBack(entry, walk, shrinking, null);
        return;
      }
      if (walk.stopped() || walk.written() == 0) {
        break;
      }
      shrinking.driver.scanned(shrinking.toScan);
      shrinking.walk = null;
    }
    shrinking.driver.end();
    pool.deferred(group, pool.deferred(group) + shrinking.driver.deferred());
    shrinking.asked.replyTo().tell(new Shrunk(shrinking.asked.job(), shrinking.driver.scanned()));
  }

  /** The worker runs at once, as one does that has slept long when a page of a batch is refused. */
  private void wakeWorker() {
    if (workerRuns) {
      workerWanted = true;
      return;
    }
    workerRuns = true;
    workerFailures = 0;
    workerAttempts = rules.shrinksToThreshold() ? 0 : 1;
    workerMoved = false;
    workerGoal = rules.shrinksToThreshold() ? -1 : pool.pages() - 1;
    workerGoesOn();
  }

  /** {@code shrink_worker}: one entry after the other, the groups in turn. */
  private void workerGoesOn() {
    if (!rules.writesBack()) {
      pool.counters().rejectReclaimFail++;
      workerRests();
      return;
    }
    int most = rules.shrinksToThreshold() ? MAX_FAILURES : ZBUD_RETRIES;
    while (workerFailures < most && !(workerMoved && workerIsDone())) {
      int group = nextGroup();
      if (group == END) {
        workerFailures += workerAttempts == 0 ? 1 : 0;
        workerAttempts = 0;
      } else if (pool.mayWriteBack(group)) {
        if (needsCpu(group)) {
          cpus().tell(new WorkerReady(self));
          return;
        }
        workerAttempts++;
        LruWalk walk = walkOfOne(group);
        int entry = walk.next();
        lastGroup = group;
        workerMoved = true;
        if (entry != ZswapLru.NONE) {
          writeBack(entry, walk, null, null);
          return;
        }
        workerFailures++;
      }
      lastGroup = group;
      workerMoved = true;
    }
    if (!rules.shrinksToThreshold()) {
      pool.counters().rejectReclaimFail++;
    }
    workerRests();
  }

  /**
   * Whether the next entry is to be written back, and the worker does not run yet. To give an entry
   * its second chance takes no time to speak of: a thread that has slept long interrupts others.
   */
  private boolean needsCpu(int group) {
    return outside.cpus() != null
        && !workerOnCpu
        && !(rules.spec().protection().secondChance()
            && pool.lru().referenced(pool.lru().head(group)));
  }

  private ActorRef<CpusMessage> cpus() {
    return Objects.requireNonNull(outside.cpus());
  }

  private void onWorkerGoesOn() {
    if (workerIsDone()) {
      workerRests();
    } else if (workerOnCpu) {
      workerOnCpu = false;
      cpus().tell(new WorkerYields(self));
    } else {
      workerGoesOn();
    }
  }

  private void workerRests() {
    workerRuns = false;
    if (workerWanted) { // a kernel thread takes its next work without sleeping in between
      workerWanted = false;
      wakeWorker();
    } else if (workerOnCpu) {
      workerOnCpu = false;
      cpus().tell(new WorkerSleeps());
    }
  }

  private boolean workerIsDone() {
    return rules.shrinksToThreshold()
        ? pool.pages() <= pool.limit().acceptPages()
        : pool.pages() <= workerGoal;
  }

  /**
   * {@code mem_cgroup_iter}: the groups in turn, the root group first, and then nobody, which is
   * where a walk over all of them ends.
   */
  private int nextGroup() {
    return lastGroup + 1 < pool.groups() ? lastGroup + 1 : END;
  }

  private void writeBack(
      int entry, LruWalk walk, @Nullable Shrinking shrinking, @Nullable Storing storing) {
    int number = writebacks.indexOf(null);
    if (number < 0) {
      number = writebacks.size();
      writebacks.add(null);
    }
    long slot = pool.entries().slot(entry);
    writebacks.set(number, new Writeback(slot, walk, shrinking, storing));
    boolean forReclaim = shrinking != null || storing != null;
    Objects.requireNonNull(swapCache)
        .tell(new WriteBack(number, slot, pool.entries().content(entry), forReclaim));
  }

  private Writeback take(int number) {
    Writeback writeback = writebacks.get(number);
    if (writeback == null) {
      throw new IllegalStateException("writeback " + number + " is not under way");
    }
    writebacks.set(number, null);
    return writeback;
  }

  private void onWrittenBack(WrittenBack done) {
    Writeback writeback = take(done.writeback());
    int entry = pool.entries().find(writeback.slot());
    if (entry == ZswapEntries.NONE) {
      throw new IllegalStateException("an entry was written back that is gone");
    }
    pool.writtenBack(entry);
    writeback.walk().writtenBack();
    long cpuNanos = decompressNanos() + rules.spec().writebackNanos();
    Storing storing = writeback.storing();
    if (storing != null) {
      storing.makesRoom(cpuNanos);
      goOn(storing);
    } else if (writeback.shrinking() != null) {
      writebacks.set(done.writeback(), writeback);
      outside.clock().tellAfter(cpuNanos, self, new ShrinkGoesOn(done.writeback()));
    } else {
      outside.clock().tellAfter(cpuNanos, self, new WorkerGoesOn());
    }
  }

  private void onNotWrittenBack(NotWrittenBack failed) {
    Writeback writeback = take(failed.writeback());
    writeback.walk().failed(failed.cached());
    if (rules.shrinksToThreshold()) {
      pool.counters().rejectReclaimFail++;
    }
    Shrinking shrinking = writeback.shrinking();
    Storing storing = writeback.storing();
    if (storing != null) {
      refuse(storing);
      goOn(storing);
    } else if (shrinking != null) {
      goOn(shrinking);
    } else {
      workerFailures++;
      workerGoesOn();
    }
  }
}

package io.faultline.golden;

import akka.actor.typed.ActorRef;
import io.faultline.actors.memory.Memory;
import io.faultline.actors.memory.MemoryState;
import io.faultline.actors.memory.Watermarks;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.observe.WindowHistogram;
import io.faultline.actors.process.Cpus;
import io.faultline.actors.process.PageTable;
import io.faultline.actors.process.Vma;
import io.faultline.actors.process.VmaState;
import io.faultline.actors.readahead.HitsHeuristic;
import io.faultline.actors.readahead.ReadaheadScope;
import io.faultline.actors.readahead.ReadaheadState;
import io.faultline.actors.readahead.ReadaheadStatistics;
import io.faultline.actors.swap.ActiveAreas;
import io.faultline.actors.swap.HddSlots;
import io.faultline.actors.swap.SwapAreas;
import io.faultline.actors.swap.SwapCache;
import io.faultline.actors.swap.SwapCacheState;
import io.faultline.actors.swap.SwapSlots;
import io.faultline.config.CpuCosts;
import io.faultline.config.JitterSource;
import io.faultline.config.JitterSpec;
import io.faultline.config.Kernel;
import io.faultline.config.Lru;
import io.faultline.device.BlockDevice;
import io.faultline.device.DeviceQueue;
import io.faultline.device.NullBlk;
import io.faultline.protocol.BlockDeviceMessage;
import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.ReadaheadMessage;
import io.faultline.protocol.SwapAreasMessage;
import io.faultline.protocol.SwapCacheMessage;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.VmaMessage;
import io.faultline.scenario.Scene;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The process of a trace: one VMA whose pages lie in given slots of one area, on a machine with
 * more memory than it needs.
 */
abstract class SwappedProcess implements AutoCloseable {

  /** The one task, or swapoff. */
  static final int TASK = 0;

  private static final int VMA = 0;
  private static final int ROOT_GROUP = 0;
  private static final long SLICE_NANOS = 3_000_000;
  private static final long QUANTUM_NANOS = 20_000;
  private static final CpuCosts COSTS = new CpuCosts(20, 400, 350, 250, 200, 60, 250, 0, 2);

  final Scene scene = new Scene(receiver -> (now, message) -> note(message));
  private final List<List<Integer>> reads = new ArrayList<>();
  private final List<Integer> windows = new ArrayList<>();
  private final WindowHistogram clusterWindows = new WindowHistogram(1);

  private final int firstPage;
  private final boolean vmaReadahead;
  private final ReadaheadState readahead;
  private final SwapCacheState swapCacheState;
  private final VmaState vmaState;
  private SortedMap<Integer, Long> decidedBefore = new TreeMap<>();
  final ActorRef<CpusMessage> cpus;
  final ActorRef<VmaMessage> vma;
  final ActorRef<SwapCacheMessage> swapCache;
  final ActorRef<SwapAreasMessage> swapAreas;
  final ActorRef<MemoryMessage> memory;

  SwappedProcess(GoldenRow row, int firstPage, int pages) {
    this.firstPage = firstPage;
    vmaReadahead = row.text("mode").equals("vma");
    int pageCluster = row.integer("page_cluster");
    int areaPages = row.integer("si_max");
    readahead =
        new ReadaheadState(
            row.integer("init_hits"), row.unsigned("init_prev_offset"), row.integer("init_last"));
    swapCacheState = SwapCacheState.empty(new int[] {areaPages});
    vmaState = new VmaState(VMA, "v", ROOT_GROUP, pages, 1, firstPage);
    ActiveAreas areas = new ActiveAreas();
    areas.add(HddSlots.since58(areaPages), 0);
    DeviceQueue<BlockDeviceMessage> disk = new DeviceQueue<>(new NullBlk(10_000), (now, n) -> n);
    row.words("ptes_page_colon_slot").forEach(pte -> layOut(pte, areas, disk));

    JitterSource steady = JitterSpec.NONE.source(1, "steady");
    cpus = scene.spawn(Cpus.create(scene.clock(), 1, 1, SLICE_NANOS), "cpus");
    swapAreas = scene.spawn(SwapAreas.create(new SwapSlots(areas, 1)), "swap-areas");
    MemoryState memoryState =
        MemoryState.free(2L * pages + 64, Watermarks.withMinFree(0, pages, 10));
    memory =
        scene.spawn(
            Memory.create(
                memoryState,
                new Memory.Surroundings(
                    scene.clock(), Kernel.V6_1, 60, Lru.CLASSIC, COSTS, steady, swapAreas, cpus)),
            "memory");
    ActorRef<ReadaheadMessage> statistics =
        scene.spawn(
            ReadaheadStatistics.create(
                new ReadaheadScope(HitsHeuristic.BY_SLOTS, readahead, clusterWindows),
                pageCluster,
                false),
            "readahead");
    ActorRef<BlockDeviceMessage> device =
        scene.spawn(BlockDevice.create(disk, scene.clock()), "device");
    swapCache =
        scene.spawn(
            SwapCache.create(
                swapCacheState,
                new SwapCache.Surroundings(
                    List.of(new SwapCache.Backing(device, 0)),
                    vmaReadahead
                        ? SwapCache.Readahead.vmasDecide(1, statistics)
                        : SwapCache.Readahead.clusters(1, statistics),
                    swapAreas,
                    memory,
                    cpus,
                    scene.clock(),
                    0)),
            "swap-cache");
    vma =
        scene.spawn(
            Vma.create(
                vmaState,
                new Vma.Surroundings(
                    scene.clock(),
                    COSTS,
                    steady,
                    QUANTUM_NANOS,
                    pageCluster,
                    vmaReadahead,
                    false,
                    false,
                    swapCache,
                    memory,
                    cpus)),
            "vma");
  }

  private void layOut(String pte, ActiveAreas areas, DeviceQueue<BlockDeviceMessage> disk) {
    String[] pageAndSlot = pte.split(":", -1);
    int page = Integer.parseInt(pageAndSlot[0]) - firstPage;
    int slot = Integer.parseInt(pageAndSlot[1]);
    long entry = SwapEntry.of(0, slot);
    swapCacheState.slots().layOut(entry, ROOT_GROUP, 0);
    areas.take(entry);
    if (page >= 0 && page < vmaState.table().pages()) { // else another VMA's
      vmaState.table().layOut(page, entry);
      disk.layOut(slot, vmaState.table().tag(page));
    }
  }

  private void note(Object message) {
    if (message instanceof BlockDeviceMessage.Read read) {
      reads.add(Arrays.stream(read.pages()).boxed().toList());
    } else if (message instanceof SwapCacheMessage.ReadWindow read) {
      windows.add(read.window());
    } else if (message instanceof SwapCacheMessage.ReadEntries) {
      windows.add(newWindow());
    }
  }

  /** The window decided since this was asked last; 1 where nothing is decided. */
  private int newWindow() {
    int window = 1;
    SortedMap<Integer, Long> decided = decided();
    for (var calls : decided.entrySet()) {
      if (calls.getValue() > decidedBefore.getOrDefault(calls.getKey(), 0L)) {
        window = calls.getKey();
      }
    }
    decidedBefore = decided;
    return window;
  }

  private SortedMap<Integer, Long> decided() {
    WindowHistogram all = new WindowHistogram(1);
    all.add(clusterWindows);
    all.add(vmaState.windows());
    return all.calls();
  }

  /** The window of each call of readahead, in pages. */
  List<Integer> windows() {
    return windows;
  }

  /** The slots of each read, in the order of issue. */
  List<List<Integer>> reads() {
    return reads;
  }

  /** The page table. */
  PageTable table() {
    return vmaState.table();
  }

  /** The system-wide readahead state. */
  ReadaheadState readahead() {
    return readahead;
  }

  /** The VMA's readahead word as it is stored. */
  long readaheadWord() {
    return vmaState.readaheadWord();
  }

  /** A counter of {@code /proc/vmstat}. */
  long counted(VmstatItem item) {
    Vmstat all = new Vmstat();
    all.add(vmaState.vmstat());
    all.add(swapCacheState.vmstat());
    return all.get(item);
  }

  @Override
  public void close() {
    scene.close();
  }
}

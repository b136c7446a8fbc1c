package io.faultline.golden;

import akka.actor.typed.ActorRef;
import io.faultline.actors.memory.Memory;
import io.faultline.actors.memory.MemoryState;
import io.faultline.actors.memory.Watermarks;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.observe.WindowHistogram;
import io.faultline.actors.process.Cpus;
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
import io.faultline.protocol.TaskMessage;
import io.faultline.protocol.TaskMessage.Dispatched;
import io.faultline.protocol.TaskMessage.Touched;
import io.faultline.protocol.VmaMessage;
import io.faultline.protocol.VmaMessage.Touch;
import io.faultline.scenario.Probe;
import io.faultline.scenario.Scene;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;

/**
 * The process of a fault trace: one VMA whose pages lie in given slots of one area, on a machine
 * with more memory than it needs.
 */
final class FaultingProcess implements AutoCloseable {

  private static final int TASK = 0;
  private static final int VMA = 0;
  private static final int ROOT_GROUP = 0;
  private static final long SLICE_NANOS = 3_000_000;
  private static final long QUANTUM_NANOS = 20_000;
  private static final CpuCosts COSTS = new CpuCosts(20, 400, 350, 250, 200, 60, 250, 0, 2);

  private final Scene scene = new Scene(receiver -> (now, message) -> note(message));
  private final Probe<TaskMessage> task = scene.probe("task");
  private final List<List<Integer>> reads = new ArrayList<>();
  private final List<Integer> windows = new ArrayList<>();
  private final WindowHistogram clusterWindows = new WindowHistogram(1);

  private final int firstPage;
  private final boolean write;
  private final ReadaheadState readahead;
  private final SwapCacheState swapCacheState;
  private final VmaState vmaState;
  private final ActorRef<CpusMessage> cpus;
  private final ActorRef<VmaMessage> vma;

  FaultingProcess(GoldenRow row) {
    firstPage = row.integer("vma_first_page");
    write = row.integer("write") == 1;
    boolean vmaReadahead = row.text("mode").equals("vma");
    int pageCluster = row.integer("page_cluster");
    int areaPages = row.integer("si_max");
    int pages = row.integer("vma_end_page") - firstPage;
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
    ActorRef<SwapAreasMessage> swapAreas =
        scene.spawn(SwapAreas.create(new SwapSlots(areas, 1)), "swap-areas");
    MemoryState memoryState =
        MemoryState.free(2L * pages + 64, Watermarks.withMinFree(0, pages, 10));
    ActorRef<MemoryMessage> memory =
        scene.spawn(
            Memory.create(
                memoryState,
                new Memory.Surroundings(
                    scene.clock(), Kernel.V6_1, 60, COSTS, steady, swapAreas, cpus)),
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
    ActorRef<SwapCacheMessage> swapCache =
        scene.spawn(
            SwapCache.create(
                swapCacheState,
                new SwapCache.Surroundings(
                    List.of(new SwapCache.Backing(device, 0)),
                    vmaReadahead
                        ? SwapCache.Readahead.vmasDecide()
                        : SwapCache.Readahead.clusters(1, statistics),
                    swapAreas,
                    memory,
                    cpus,
                    scene.clock())),
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
                    swapCache,
                    memory,
                    cpus)),
            "vma");
    scene.tell(cpus, new CpusMessage.Ready(TASK, task.ref()));
    task.next(Dispatched.class);
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
    }
  }

  /** Makes one access and lets it come to its end. */
  void fault(int virtualPage) {
    SortedMap<Integer, Long> before = decided();
    long majorBefore = counted(VmstatItem.PGMAJFAULT);
    int[] pages = {virtualPage - firstPage};
    scene.tell(vma, new Touch(TASK, 0, 0, pages, 0, 1, write, 0, task.ref()));
    scene.runUntilIdle();
    task.next(Touched.class);
    int window = 1; // with page-cluster 0 nothing is decided
    for (var calls : decided().entrySet()) {
      if (calls.getValue() > before.getOrDefault(calls.getKey(), 0L)) {
        window = calls.getKey();
      }
    }
    if (counted(VmstatItem.PGMAJFAULT) > majorBefore) {
      windows.add(window);
    }
  }

  private SortedMap<Integer, Long> decided() {
    WindowHistogram all = new WindowHistogram(1);
    all.add(clusterWindows);
    all.add(vmaState.windows());
    return all.calls();
  }

  /** The window of each miss, in pages. */
  List<Integer> windows() {
    return windows;
  }

  /** The slots of each read, in the order of issue. */
  List<List<Integer>> reads() {
    return reads;
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

package io.faultline.config;

import java.util.Map;
import java.util.TreeMap;

/** An experiment as text: every key, sorted, one a line. */
final class CanonicalText {

  private CanonicalText() {}

  static String of(Experiment experiment) {
    Node root = new Node();
    root.put("kernel", quoted(experiment.kernel().release()));
    machine(root.child("machine"), experiment.machine());
    Node groups = root.child("groups");
    for (GroupSpec group : experiment.groups()) {
      Node node = groups.child(group.name());
      node.put("memory-max", Quantity.ofPages(group.memoryMaxPages()));
      node.put("unlimited-when-measuring", Boolean.toString(group.unlimitedWhenMeasuring()));
      if (group.zswapMaxPages() != Long.MAX_VALUE) {
        node.put("zswap-max", Quantity.ofPages(group.zswapMaxPages()));
      }
      group
          .file()
          .ifPresent(
              file -> {
                Node set = node.child("file");
                set.put("size", Quantity.ofPages(file.pages()));
                set.put("accesses", Quantity.ofReal(file.accesses()));
                set.put("read", Quantity.ofNanos(file.readNanos()));
              });
      if (!group.zswapWriteback()) {
        node.put("zswap-writeback", "false");
      }
    }
    Node devices = root.child("devices");
    for (DeviceSpec device : experiment.devices()) {
      device(devices.child(device.name()), device);
    }
    Node areas = root.child("swap");
    for (SwapAreaSpec area : experiment.swapAreas()) {
      Node node = areas.child(area.name());
      node.put("device", quoted(area.device()));
      node.put("size", Quantity.ofPages(area.pages()));
      area.priority().ifPresent(priority -> node.put("priority", Integer.toString(priority)));
    }
    Node processes = root.child("processes");
    for (ProcessSpec process : experiment.processes()) {
      process(processes.child(process.name()), process);
    }
    if (!experiment.objects().isEmpty()) {
      Node objects = root.child("objects");
      experiment.objects().forEach(object -> object(objects.child(object.name()), object));
    }
    if (!experiment.builds().isEmpty()) {
      Node builds = root.child("builds");
      experiment.builds().forEach(build -> build(builds.child(build.name()), build));
    }
    Node readahead = root.child("readahead");
    readahead.put("algorithm", quoted(experiment.readahead().algorithm()));
    readahead.put("scope", experiment.readahead().scope().word());
    readahead.put("placement", experiment.readahead().placement().word());
    readahead.put("marking", experiment.readahead().marking().word());
    Node swapoffs = root.child("swapoff");
    for (SwapoffSpec swapoff : experiment.swapoffs()) {
      Node node = swapoffs.child(swapoff.name());
      node.put("area", quoted(swapoff.area()));
      swapoff.after().ifPresent(after -> node.put("after", quoted(after)));
      node.put("start", Quantity.ofNanos(swapoff.startNanos()));
      node.put("variant", swapoff.variant().word());
      node.put("order", swapoff.order().word());
    }
    root.put("init", experiment.init().word());
    root.put("push-out", Boolean.toString(experiment.pushOut()));
    experiment
        .hibernation()
        .ifPresent(
            hibernation -> {
              Node node = root.child("hibernation");
              node.put("image", Quantity.ofPages(hibernation.imagePages()));
              node.put("cpus", Integer.toString(hibernation.cpus()));
            });
    experiment.zswap().ifPresent(zswap -> zswap(root.child("zswap"), zswap));
    root.put("seed", Long.toString(experiment.seed()));
    root.put("interleaving", quoted(experiment.interleaving().toString()));
    Node jitter = root.child("jitter");
    jitter(jitter, experiment.jitter());
    if (!experiment.deviceJitter().equals(experiment.jitter())) {
      jitter(jitter.child("devices"), experiment.deviceJitter());
    }
    StringBuilder text = new StringBuilder();
    root.print("", text);
    return text.toString();
  }

  private static void jitter(Node node, JitterSpec jitter) {
    node.put("distribution", jitter.distribution().word());
    node.put("share", Quantity.ofReal(jitter.share()));
    node.put("drift", Quantity.ofReal(jitter.drift()));
    node.put("period", Quantity.ofNanos(jitter.periodNanos()));
  }

  private static void zswap(Node node, ZswapSpec zswap) {
    node.put("enabled", "true");
    node.put("compressor", zswap.compressor().word());
    node.put("zpool", zswap.zpool().word());
    node.put("max-pool-percent", Integer.toString(zswap.maxPoolPercent()));
    node.put("accept-threshold-percent", Integer.toString(zswap.acceptThresholdPercent()));
    node.put("shrinker-enabled", Boolean.toString(zswap.shrinkerEnabled()));
    node.put("shrinker-protection", zswap.protection().word());
    node.put("exclusive-loads", Boolean.toString(zswap.exclusiveLoads()));
    node.put("same-filled-pages-enabled", Boolean.toString(zswap.sameFilled()));
    node.put("compress", Quantity.ofNanos(zswap.compressNanos()));
    node.put("decompress", Quantity.ofNanos(zswap.decompressNanos()));
    node.put("writeback", Quantity.ofNanos(zswap.writebackNanos()));
  }

  private static void machine(Node node, MachineSpec machine) {
    node.put("cpus", Integer.toString(machine.cpus()));
    node.put("memory", Quantity.ofPages(machine.memoryPages()));
    node.put("page-cluster", Integer.toString(machine.pageCluster()));
    node.put("swappiness", Integer.toString(machine.swappiness()));
    node.put("watermark-scale-factor", Integer.toString(machine.watermarkScaleFactor()));
    node.put("vma-ra-enabled", Boolean.toString(machine.vmaRaEnabled()));
    node.put("lru", machine.lru().word());
    node.put("initial-readahead", machine.initialReadahead().word());
    node.put("run-quantum", Quantity.ofNanos(machine.runQuantumNanos()));
    node.put("tasks-per-instant", Long.toString(machine.tasksPerInstant()));
    Node cpu = node.child("cpu");
    if (machine.cpu().scheduler() != CpuScheduler.ROUND_ROBIN) {
      cpu.put("scheduler", machine.cpu().scheduler().word());
    }
    cpu.put("time-slice", Quantity.ofNanos(machine.cpu().timeSliceNanos()));
    CpuCosts costs = machine.cpu().costs();
    Node each = cpu.child("costs");
    each.put("access", Quantity.ofNanos(costs.accessNanos()));
    each.put("fault-entry", Quantity.ofNanos(costs.faultEntryNanos()));
    each.put("allocate", Quantity.ofNanos(costs.allocateNanos()));
    each.put("map", Quantity.ofNanos(costs.mapNanos()));
    each.put("copy", Quantity.ofNanos(costs.copyNanos()));
    each.put("reclaim-scan", Quantity.ofNanos(costs.reclaimScanNanos()));
    each.put("reclaim-page", Quantity.ofNanos(costs.reclaimPageNanos()));
    each.put("window-slot", Quantity.ofNanos(costs.windowSlotNanos()));
    each.put("pte-scan", Quantity.ofNanos(costs.pteScanNanos()));
  }

  private static void device(Node node, DeviceSpec device) {
    node.put("model", device.model());
    if (device instanceof DeviceSpec.Zram zram) {
      node.put("compress", Quantity.ofNanos(zram.compressNanos()));
      node.put("decompress", Quantity.ofNanos(zram.decompressNanos()));
      return;
    }
    node.put("rotational", Boolean.toString(device.rotational()));
    if (device instanceof DeviceSpec.NullBlk nullBlk) {
      node.put("latency", Quantity.ofNanos(nullBlk.latencyNanos()));
    } else if (device instanceof DeviceSpec.Nvme nvme) {
      node.put("channels", Integer.toString(nvme.channels()));
      node.put("read", Quantity.ofNanos(nvme.readNanos()));
      node.put("write", Quantity.ofNanos(nvme.writeNanos()));
      node.put("per-page", Quantity.ofNanos(nvme.perPageNanos()));
      node.put("queue-depth", Integer.toString(nvme.queueDepth()));
    } else if (device instanceof DeviceSpec.VirtioBlk virtio) {
      node.put("base", Quantity.ofNanos(virtio.baseNanos()));
      node.put("per-page", Quantity.ofNanos(virtio.perPageNanos()));
      node.put("parallel", Integer.toString(virtio.parallel()));
      node.put("queue-depth", Integer.toString(virtio.queueDepth()));
    } else if (device instanceof DeviceSpec.Disk disk) {
      node.put("rpm", Quantity.ofReal(disk.rpm()));
      node.put("min-seek", Quantity.ofNanos(disk.minSeekNanos()));
      node.put("avg-seek", Quantity.ofNanos(disk.avgSeekNanos()));
      node.put("megabytes-per-second", Quantity.ofReal(disk.megabytesPerSecond()));
      node.put("queue-depth", Integer.toString(disk.queueDepth()));
    }
  }

  private static void process(Node node, ProcessSpec process) {
    if (process.forkOf().isEmpty()) {
      process.group().ifPresent(group -> node.put("group", quoted(group)));
    }
    if (process.exits()) {
      node.put("exits", "true");
    }
    process.forkOf().ifPresent(parent -> node.put("fork-of", quoted(parent)));
    Node vmas = process.forkOf().isEmpty() ? node.child("vmas") : new Node();
    for (VmaSpec vma : process.vmas()) {
      Node each = vmas.child(vma.name());
      each.put("pages", Integer.toString(vma.pages()));
      each.put("populate", Boolean.toString(vma.populate()));
      if (!vma.content().equals(ContentSpec.PROGRAM)) {
        each.put("content", vma.content().kind().word());
        each.put("same-filled", Quantity.ofReal(vma.content().sameFilled()));
        each.put("incompressible", Quantity.ofReal(vma.content().incompressible()));
      }
    }
    Node tasks = node.child("tasks");
    for (TaskSpec task : process.tasks()) {
      task(tasks.child(task.name()), task);
    }
  }

  private static void object(Node node, ObjectSpec object) {
    object.group().ifPresent(group -> node.put("group", quoted(group)));
    node.put("pages", Integer.toString(object.pages()));
    node.put("populate", Boolean.toString(object.populate()));
  }

  private static void build(Node node, BuildSpec build) {
    build.group().ifPresent(group -> node.put("group", quoted(group)));
    node.put("jobs", Integer.toString(build.jobs()));
    node.put("units", Integer.toString(build.units()));
    node.put("cpu", Quantity.ofNanos(build.cpuNanos()));
    node.put("pages", Integer.toString(build.pages()));
    node.put("spread", Quantity.ofReal(build.spread()));
    node.put("bursts", Integer.toString(build.bursts()));
    node.put("revisits", Integer.toString(build.revisits()));
    node.put("run", Integer.toString(build.run()));
    node.put("hot-share", Quantity.ofReal(build.hotShare()));
    node.put("hot-revisits", Quantity.ofReal(build.hotRevisits()));
    node.put("writes", Quantity.ofReal(build.writes()));
    build.sources().ifPresent(sources -> part(node.child("sources"), sources));
    build.output().ifPresent(output -> part(node.child("output"), output));
    if (build.headers().isPresent()) {
      Node headers = node.child("headers");
      headers.put("object", quoted(build.headers().get().object()));
      headers.put("reads", Integer.toString(build.headers().get().reads()));
      headers.put("exponent", Quantity.ofReal(build.headers().get().exponent()));
    }
  }

  private static void part(Node node, BuildSpec.Sources part) {
    node.put("object", quoted(part.object()));
    node.put("pages", Integer.toString(part.pages()));
  }

  private static void task(Node node, TaskSpec task) {
    node.put(task.onObject() ? "object" : "vma", quoted(task.vma()));
    if (task.onObject()) {
      node.put("access", task.target() == TaskSpec.Target.FILE ? "file" : "map");
    }
    node.put("first-page", Integer.toString(task.firstPage()));
    node.put("pages", Integer.toString(task.pages()));
    node.put("pattern", task.pattern().word());
    if (task.pattern() instanceof PatternSpec.Strided strided) {
      node.put("stride", Integer.toString(strided.stride()));
    } else if (task.pattern() instanceof PatternSpec.Zipf zipf) {
      node.put("exponent", Quantity.ofReal(zipf.exponent()));
    } else if (task.pattern() instanceof PatternSpec.HotCold hotCold) {
      node.put("hot-share", Quantity.ofReal(hotCold.hotShare()));
      node.put("hot-accesses", Quantity.ofReal(hotCold.hotAccesses()));
    } else if (task.pattern() instanceof PatternSpec.PartlyRandom partly) {
      node.put("random-share", Quantity.ofReal(partly.randomShare()));
    }
    node.put("write", Boolean.toString(task.write()));
    node.put("accesses", Long.toString(task.accesses()));
    node.put("seed", Long.toString(task.seed()));
    node.put("think", Quantity.ofNanos(task.thinkNanos()));
    if (task.burst() > 1) {
      node.put("burst", Integer.toString(task.burst()));
    }
    if (task.background()) {
      node.put("background", "true");
    }
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }

  /** An object under construction: a key has either a value or a child. */
  private static final class Node {
    private final Map<String, Object> entries = new TreeMap<>();

    void put(String key, String value) {
      entries.put(key, value);
    }

    Node child(String key) {
      Node child = new Node();
      entries.put(key, child);
      return child;
    }

    void print(String indent, StringBuilder text) {
      entries.forEach(
          (key, value) -> {
            // a bare "include" would be the statement
            text.append(indent).append(key.equals("include") ? quoted(key) : key);
            if (value instanceof Node child) {
              text.append(" {\n");
              child.print(indent + "  ", text);
              text.append(indent).append("}\n");
            } else {
              text.append(" = ").append(value).append('\n');
            }
          });
    }
  }
}

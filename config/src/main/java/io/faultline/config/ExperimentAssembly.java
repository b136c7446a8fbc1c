package io.faultline.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Makes an experiment of the sections of a file; the bounds of all keys stand here. */
final class ExperimentAssembly {

  private static final long MOST_PAGES = Integer.MAX_VALUE;

  /** {@code MAX_SWAPFILES}, less what a kernel may set aside for migration and poisoned pages. */
  private static final int MOST_AREAS = 23;

  private final Section root;

  ExperimentAssembly(Section root) {
    this.root = root;
  }

  Experiment experiment(String name) {
    root.allow(
        "kernel",
        "machine",
        "groups",
        "devices",
        "swap",
        "processes",
        "objects",
        "builds",
        "readahead",
        "swapoff",
        "init",
        "push-out",
        "hibernation",
        "zswap",
        "seed",
        "interleaving",
        "jitter");
    Kernel kernel = kernel();
    MachineSpec machine = machine(root.section("machine"), kernel);
    long seed = root.seed("seed");
    List<GroupSpec> groups = new ArrayList<>();
    root.named("groups").forEach((key, group) -> groups.add(group(key, group, machine)));
    List<DeviceSpec> devices = new ArrayList<>();
    root.named("devices").forEach((key, device) -> devices.add(device(key, device)));
    List<SwapAreaSpec> areas = swapAreas(devices.stream().map(DeviceSpec::name).toList());
    List<SwapoffSpec> swapoffs = swapoffs(areas, kernel);
    List<String> groupNames = groups.stream().map(GroupSpec::name).toList();
    List<ObjectSpec> objects = new ArrayList<>();
    if (root.has("objects")) {
      root.named("objects").forEach((key, object) -> objects.add(object(key, object, groupNames)));
    }
    List<BuildSpec> builds = new ArrayList<>();
    if (root.has("builds")) {
      root.named("builds")
          .forEach((key, build) -> builds.add(BuildReader.read(key, build, groupNames, objects)));
    }
    List<ProcessSpec> processes = new ProcessReader(root, groupNames, objects, seed).read(builds);
    return new Experiment(
        name,
        kernel,
        machine,
        groups,
        devices,
        areas,
        processes,
        objects,
        builds,
        ReadaheadChoice.read(
            root, kernel.readahead(machine.vmaRaEnabled(), rotating(areas, devices))),
        swapoffs,
        init(processes, objects),
        root.flag("push-out"),
        hibernation(machine),
        ZswapChoice.read(root, kernel),
        seed,
        interleaving(),
        jitter(root.section("jitter")),
        deviceJitter(root.section("jitter")));
  }

  private Init init(List<ProcessSpec> processes, List<ObjectSpec> objects) {
    Init init = root.choice("init", Init::word, Arrays.asList(Init.values()));
    for (ObjectSpec object : objects) {
      if (init == Init.NONE && object.populate()) {
        throw root.error(
            "init",
            "is serial or parallel where something is populated, as objects."
                + object.name()
                + " is; with none memory is empty");
      }
    }
    for (ProcessSpec process : processes) {
      for (VmaSpec vma : process.vmas()) {
        if (init == Init.NONE && vma.populate()) {
          throw root.error(
              "init",
              "is serial or parallel where something is populated, as processes."
                  + process.name()
                  + ".vmas."
                  + vma.name()
                  + " is; with none memory is empty");
        }
      }
    }
    return init;
  }

  private static ObjectSpec object(String name, Section stated, List<String> groups) {
    Section section = stated.over(Schema.template("object"));
    section.allow("pages", "group", "populate");
    return new ObjectSpec(
        name,
        section.has("group")
            ? Optional.of(section.reference("group", "group", groups))
            : Optional.empty(),
        section.count("pages", 1, MOST_PAGES),
        section.flag("populate"));
  }

  private Kernel kernel() {
    String release = root.text("kernel", "a kernel generation in quotes");
    return Kernel.of(release)
        .orElseThrow(
            () ->
                root.error(
                    "kernel",
                    "is one of "
                        + Kernel.releases()
                        + ", not "
                        + root.shown("kernel")
                        + Kernel.nearest(release)
                            .map(near -> "; the nearest is " + near)
                            .orElse("")));
  }

  private static MachineSpec machine(Section section, Kernel kernel) {
    section.allow(
        "cpus",
        "memory",
        "page-cluster",
        "swappiness",
        "watermark-scale-factor",
        "vma-ra-enabled",
        "lru",
        "initial-readahead",
        "run-quantum",
        "tasks-per-instant",
        "cpu");
    Lru lru = section.choice("lru", Lru::word, Arrays.asList(Lru.values()));
    if (lru == Lru.MULTI_GENERATION && !kernel.multiGenerationLruAvailable()) {
      throw section.error("lru", "is classic with kernel " + kernel + "; there is mglru since 6.1");
    }
    int swappiness = section.count("swappiness", 0, 200);
    if (swappiness > kernel.largestSwappiness()) {
      throw section.error(
          "swappiness",
          "is at most "
              + kernel.largestSwappiness()
              + " with kernel "
              + kernel
              + ", not "
              + section.shown("swappiness"));
    }
    return new MachineSpec(
        section.count("cpus", 1, 1024),
        section.pages("memory", 1, MOST_PAGES),
        section.count("page-cluster", 0, 31),
        swappiness,
        section.count("watermark-scale-factor", 1, 1000),
        section.flag("vma-ra-enabled"),
        lru,
        section.choice(
            "initial-readahead", InitialReadahead::word, Arrays.asList(InitialReadahead.values())),
        cpu(section.section("cpu")),
        section.nanos("run-quantum", 1),
        section.whole("tasks-per-instant", 1, Long.MAX_VALUE));
  }

  private static CpuSpec cpu(Section section) {
    section.allow("scheduler", "time-slice", "costs");
    Section costs = section.section("costs");
    costs.allow(
        "access",
        "fault-entry",
        "allocate",
        "map",
        "copy",
        "reclaim-scan",
        "reclaim-page",
        "window-slot",
        "pte-scan");
    return new CpuSpec(
        section.choice("scheduler", CpuScheduler::word, Arrays.asList(CpuScheduler.values())),
        section.nanos("time-slice", 1),
        new CpuCosts(
            costs.nanos("access", 1),
            costs.nanos("fault-entry", 0),
            costs.nanos("allocate", 0),
            costs.nanos("map", 0),
            costs.nanos("copy", 0),
            costs.nanos("reclaim-scan", 0),
            costs.nanos("reclaim-page", 0),
            costs.nanos("window-slot", 0),
            costs.nanos("pte-scan", 0)));
  }

  private static GroupSpec group(String name, Section stated, MachineSpec machine) {
    Section section = stated.over(Schema.template("group"));
    section.allow("memory-max", "unlimited-when-measuring", "zswap-max", "zswap-writeback", "file");
    long pages = section.pages("memory-max", 1, MOST_PAGES);
    if (pages > machine.memoryPages()) {
      throw section.error(
          "memory-max",
          "is at most machine.memory, "
              + Quantity.ofPages(machine.memoryPages())
              + ", not "
              + section.shown("memory-max"));
    }
    return new GroupSpec(
        name,
        pages,
        section.flag("unlimited-when-measuring"),
        section.has("zswap-max") ? section.pages("zswap-max", 0, MOST_PAGES) : Long.MAX_VALUE,
        section.flag("zswap-writeback"),
        file(section, machine));
  }

  private static Optional<FileSetSpec> file(Section group, MachineSpec machine) {
    if (!group.has("file")) {
      return Optional.empty();
    }
    if (machine.lru() == Lru.MULTI_GENERATION) {
      throw group.error("file", "is emulated with machine.lru = classic only, not with mglru");
    }
    Section file = group.section("file").over(Schema.template("file"));
    file.allow("size", "accesses", "read");
    return Optional.of(
        new FileSetSpec(
            (int) file.pages("size", 1, MOST_PAGES),
            file.real("accesses", 0, false, 1000),
            file.nanos("read", 0)));
  }

  private static DeviceSpec device(String name, Section stated) {
    String model =
        stated.choice(
            "model",
            word -> word,
            List.of(
                DeviceSpec.NullBlk.MODEL,
                DeviceSpec.Nvme.MODEL,
                DeviceSpec.VirtioBlk.MODEL,
                DeviceSpec.Disk.MODEL,
                DeviceSpec.Zram.MODEL));
    Section device = stated.over(Schema.template("device." + model));
    return switch (model) {
      case DeviceSpec.NullBlk.MODEL -> nullBlk(name, device);
      case DeviceSpec.Nvme.MODEL -> nvme(name, device);
      case DeviceSpec.VirtioBlk.MODEL -> virtioBlk(name, device);
      case DeviceSpec.Zram.MODEL -> zram(name, device);
      default -> disk(name, device);
    };
  }

  private static DeviceSpec nullBlk(String name, Section device) {
    device.allow("model", "rotational", "latency");
    return new DeviceSpec.NullBlk(name, device.flag("rotational"), device.nanos("latency", 0));
  }

  private static DeviceSpec zram(String name, Section device) {
    device.allow("model", "compress", "decompress");
    return new DeviceSpec.Zram(name, device.nanos("compress", 0), device.nanos("decompress", 0));
  }

  private static DeviceSpec nvme(String name, Section device) {
    device.allow("model", "rotational", "channels", "read", "write", "per-page", "queue-depth");
    return new DeviceSpec.Nvme(
        name,
        device.flag("rotational"),
        device.count("channels", 1, 1024),
        device.nanos("read", 0),
        device.nanos("write", 0),
        device.nanos("per-page", 0),
        device.count("queue-depth", 1, 65_535));
  }

  private static DeviceSpec virtioBlk(String name, Section device) {
    device.allow("model", "rotational", "base", "per-page", "parallel", "queue-depth");
    return new DeviceSpec.VirtioBlk(
        name,
        device.flag("rotational"),
        device.nanos("base", 0),
        device.nanos("per-page", 0),
        device.count("parallel", 1, 1024),
        device.count("queue-depth", 1, 65_535));
  }

  private static DeviceSpec disk(String name, Section device) {
    device.allow(
        "model",
        "rotational",
        "rpm",
        "min-seek",
        "avg-seek",
        "megabytes-per-second",
        "queue-depth");
    long minSeek = device.nanos("min-seek", 0);
    long avgSeek = device.nanos("avg-seek", 0);
    if (avgSeek < minSeek) {
      throw device.error(
          "avg-seek",
          "is at least min-seek, "
              + Quantity.ofNanos(minSeek)
              + ", not "
              + device.shown("avg-seek"));
    }
    return new DeviceSpec.Disk(
        name,
        device.flag("rotational"),
        device.real("rpm", 60, false, 1_000_000),
        minSeek,
        avgSeek,
        device.real("megabytes-per-second", 0.001, false, 1_000_000),
        device.count("queue-depth", 1, 65_535));
  }

  private List<SwapAreaSpec> swapAreas(List<String> devices) {
    List<SwapAreaSpec> areas = new ArrayList<>();
    for (Map.Entry<String, Section> entry : root.named("swap").entrySet()) {
      Section area = entry.getValue();
      area.allow("device", "size", "priority");
      areas.add(
          new SwapAreaSpec(
              entry.getKey(),
              area.reference("device", "device", devices),
              area.pages("size", 2, MOST_PAGES),
              area.has("priority")
                  ? priority(area.count("priority", -1, 32_767))
                  : OptionalInt.empty()));
      if (areas.size() > MOST_AREAS) {
        throw area.error("is one swap area too many: there are at most " + MOST_AREAS);
      }
    }
    if (areas.isEmpty()) {
      throw root.error("swap", "has no area; state one as swap { a { device = ..., size = ... } }");
    }
    return areas;
  }

  /** -1 is what {@code swapon} passes on when it is given no priority. */
  private static OptionalInt priority(int stated) {
    return stated < 0 ? OptionalInt.empty() : OptionalInt.of(stated);
  }

  /** {@code nr_rotate_swap}. */
  private static int rotating(List<SwapAreaSpec> areas, List<DeviceSpec> devices) {
    List<String> names =
        devices.stream().filter(DeviceSpec::rotational).map(DeviceSpec::name).toList();
    return (int) areas.stream().filter(area -> names.contains(area.device())).count();
  }

  private List<SwapoffSpec> swapoffs(List<SwapAreaSpec> areas, Kernel kernel) {
    List<String> names = areas.stream().map(SwapAreaSpec::name).toList();
    List<SwapoffSpec> swapoffs = new ArrayList<>();
    root.named("swapoff")
        .forEach(
            (name, stated) -> {
              SwapoffSpec swapoff =
                  swapoff(
                      name,
                      stated.over(Schema.template("swapoff")),
                      names,
                      before(swapoffs),
                      kernel);
              for (SwapoffSpec other : swapoffs) {
                if (other.area().equals(swapoff.area())) {
                  throw stated.error(
                      "area", "is switched off by " + other.name() + " already: " + other.area());
                }
              }
              swapoffs.add(swapoff);
            });
    return swapoffs;
  }

  private static List<String> before(List<SwapoffSpec> swapoffs) {
    return swapoffs.stream().map(SwapoffSpec::name).toList();
  }

  /** A swapoff; it may wait for one of those before it, so that none waits for itself. */
  private static SwapoffSpec swapoff(
      String name, Section section, List<String> areas, List<String> before, Kernel kernel) {
    section.allow("area", "after", "start", "variant", "order");
    SwapoffSpec.Order order =
        section.choice("order", SwapoffSpec.Order::word, Arrays.asList(SwapoffSpec.Order.values()));
    if (order == SwapoffSpec.Order.KERNEL) {
      order = kernel.swapoffOrder();
    }
    SwapoffSpec.Variant variant =
        section.choice(
            "variant", SwapoffSpec.Variant::word, Arrays.asList(SwapoffSpec.Variant.values()));
    if (order == SwapoffSpec.Order.SLOTS && variant != SwapoffSpec.Variant.KERNEL) {
      throw section.error(
          "variant",
          "changes the walk over page tables, but the order is slots; variant is kernel, or order"
              + " = page-tables");
    }
    if (order == SwapoffSpec.Order.PAGE_TABLES && variant == SwapoffSpec.Variant.KERNEL) {
      variant = kernel.swapoffVariant();
    }
    return new SwapoffSpec(
        name,
        section.reference("area", "swap area", areas),
        section.has("after")
            ? Optional.of(section.reference("after", "swapoff before it", before))
            : Optional.empty(),
        section.nanos("start", 0),
        variant,
        order);
  }

  private Optional<HibernationSpec> hibernation(MachineSpec machine) {
    if (!root.has("hibernation")) {
      return Optional.empty();
    }
    Section section = root.section("hibernation").over(Schema.template("hibernation"));
    section.allow("image", "cpus");
    if (root.flag("push-out")) {
      throw section.error("takes the place of the push-out; state push-out = false with it");
    }
    long image = section.pages("image", 1, MOST_PAGES);
    if (image > machine.memoryPages()) {
      throw section.error(
          "image",
          "is at most machine.memory, "
              + Quantity.ofPages(machine.memoryPages())
              + ", not "
              + section.shown("image"));
    }
    int cpus = section.count("cpus", 1, 1024);
    if (cpus > machine.cpus()) {
      throw section.error(
          "cpus", "is at most machine.cpus, " + machine.cpus() + ", not " + section.shown("cpus"));
    }
    return Optional.of(new HibernationSpec(image, cpus));
  }

  private Interleaving interleaving() {
    try {
      return Interleaving.parse(
          root.text(
              "interleaving", "fifo, shuffled, \"shuffled:SEED\", parallel or \"parallel:N\""));
    } catch (IllegalArgumentException e) {
      throw root.error(
          "interleaving",
          "is fifo, shuffled, \"shuffled:SEED\", parallel or \"parallel:N\", not "
              + root.shown("interleaving"));
    }
  }

  /** What is not said of devices in particular holds for them as for processors. */
  private static JitterSpec deviceJitter(Section jitter) {
    jitter.allow("distribution", "share", "drift", "period", "devices");
    if (!jitter.has("devices")) {
      return jitter(jitter);
    }
    Section devices = jitter.section("devices");
    devices.allow("distribution", "share", "drift", "period");
    return jitter(devices.over(jitter));
  }

  private static JitterSpec jitter(Section section) {
    JitterSpec.Distribution distribution =
        section.choice(
            "distribution",
            JitterSpec.Distribution::word,
            Arrays.asList(JitterSpec.Distribution.values()));
    boolean none = distribution == JitterSpec.Distribution.NONE;
    double largest =
        none ? JitterSpec.Distribution.LOGNORMAL.largestShare() : distribution.largestShare();
    double share = section.real("share", 0, false, largest);
    double drift = section.real("drift", 0, false, largest);
    long period = section.nanos("period", 0);
    if (drift > 0 && period == 0) {
      throw section.error("period", "is above 0us where there is drift");
    }
    return none ? JitterSpec.NONE : new JitterSpec(distribution, share, drift, period);
  }
}

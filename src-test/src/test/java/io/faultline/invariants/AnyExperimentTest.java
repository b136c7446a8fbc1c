package io.faultline.invariants;

import io.faultline.config.Kernel;
import io.faultline.config.ReadaheadSpec;
import io.faultline.invariants.SmallExperiment.Area;
import io.faultline.invariants.SmallExperiment.Build;
import io.faultline.invariants.SmallExperiment.Limit;
import io.faultline.invariants.SmallExperiment.Place;
import io.faultline.invariants.SmallExperiment.Shared;
import io.faultline.invariants.SmallExperiment.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Whatever the machine, its tasks and their interleaving: the run ends, every task has made all its
 * accesses, a swapoff has emptied its area or given up, and at no instant is a page, a slot, a
 * frame, a hit or a content lost.
 */
class AnyExperimentTest {

  @Property(tries = 40)
  void everyRunEndsAndConserves(@ForAll("experiments") SmallExperiment experiment) {
    CheckedRun.of(experiment.read());
  }

  /** The hit ledger follows whatever decides, and its sums are those of the counters. */
  @Property(tries = 16)
  void everyHeuristicInEveryScopeConserves(
      @ForAll("compressed") SmallExperiment experiment, @ForAll("readaheads") String readahead) {
    CheckedRun.of(experiment.hocon() + readahead);
  }

  @Property(tries = 6)
  void everyHeuristicConservesWithObjectsAndBuilds(
      @ForAll("shared") SmallExperiment experiment, @ForAll("readaheads") String readahead) {
    CheckedRun.of(experiment.hocon() + readahead);
  }

  @Provide
  Arbitrary<String> readaheads() {
    List<String> all =
        new ArrayList<>(
            List.of(
                "readahead { algorithm = none }",
                "readahead { algorithm = fixed }",
                "readahead { algorithm = li-2012 }",
                "readahead { algorithm = khlebnikov-2012, placement = slots }",
                "readahead { algorithm = khlebnikov-2012, placement = addresses }"));
    for (String algorithm :
        List.of(
            ReadaheadSpec.HITS,
            ReadaheadSpec.LEAP,
            ReadaheadSpec.DICKINS_2012_10,
            ReadaheadSpec.DICKINS_2012_10_NOPLUS,
            ReadaheadSpec.DICKINS_2012_11)) {
      for (ReadaheadSpec.Scope scope : ReadaheadSpec.Scope.values()) {
        for (ReadaheadSpec.Placement placement : ReadaheadSpec.Placement.values()) {
          String head = "readahead { algorithm = " + algorithm + ", scope = " + scope.word();
          all.add(head + ", placement = " + placement.word() + " }");
        }
      }
    }
    return Arbitraries.of(all);
  }

  @Provide
  Arbitrary<SmallExperiment> experiments() {
    return joined(Arbitraries.just(Beside.NOTHING));
  }

  @Property(tries = 24)
  void everySwapoffEndsAndConserves(@ForAll("switchedOff") SmallExperiment experiment) {
    CheckedRun.of(experiment.read());
  }

  @Provide
  Arbitrary<SmallExperiment> switchedOff() {
    return joined(swapoffs().map(off -> new Beside(off, "", NO_FAMILY, List.of(), NO_BUILD)));
  }

  @Property(tries = 40)
  void everyRunWithZswapEndsAndConserves(@ForAll("compressed") SmallExperiment experiment) {
    CheckedRun.of(experiment.read());
  }

  @Provide
  Arbitrary<SmallExperiment> compressed() {
    return joined(
        Combinators.combine(sometimesSwapoffs(), zswaps())
            .as((off, zswap) -> new Beside(off, zswap, NO_FAMILY, List.of(), NO_BUILD)));
  }

  private static Arbitrary<String> zswaps() {
    return Combinators.combine(
            Arbitraries.of("lzo", "lz4", "zstd"),
            Arbitraries.of("zbud", "zsmalloc"),
            Arbitraries.of(0, 1, 2, 5),
            Arbitraries.of(0, 50, 90, 100),
            Arbitraries.of(true, false),
            Arbitraries.of("kernel", "counter", "second-chance", "second-chance-all"),
            Arbitraries.of("kernel", "true", "false"))
        .as(
            (compressor, zpool, percent, accept, shrinker, protection, exclusive) ->
                "compressor = "
                    + compressor
                    + ", zpool = "
                    + zpool
                    + ", max-pool-percent = "
                    + percent
                    + ", accept-threshold-percent = "
                    + accept
                    + ", shrinker-enabled = "
                    + shrinker
                    + ", shrinker-protection = "
                    + protection
                    + ", exclusive-loads = "
                    + exclusive);
  }

  private static Arbitrary<SwapoffChoice> swapoffs() {
    return Combinators.combine(
            Arbitraries.of(
                "order = slots",
                "order = page-tables, variant = kernel",
                "order = page-tables, variant = vanilla-5.6",
                "order = page-tables, variant = fixed",
                "order = page-tables, variant = lookup-and-always-readahead",
                "order = page-tables, variant = hits-plus-plus",
                "order = page-tables, variant = hits-equal-last",
                "order = page-tables, variant = lookup-with-hits-equal-last",
                "order = page-tables, variant = lookup-correct"),
            Arbitraries.of(0, 0, 100, 3_000, 20_000, 500_000),
            Arbitraries.of(true, false))
        .as((walk, start, all) -> new SwapoffChoice(walk + ", start = " + start + "us", all));
  }

  @Property(tries = 30)
  void everyForkFamilyEndsAndConserves(@ForAll("families") SmallExperiment experiment) {
    CheckedRun.of(experiment.read());
  }

  @Provide
  Arbitrary<SmallExperiment> families() {
    return joined(
        Combinators.combine(sometimesSwapoffs(), forks(1))
            .as((off, family) -> new Beside(off, "", family, List.of(), NO_BUILD)));
  }

  @Property(tries = 16)
  void everyRunWithObjectsAndBuildsEndsAndConserves(@ForAll("shared") SmallExperiment experiment) {
    CheckedRun.of(experiment.read());
  }

  @Provide
  Arbitrary<SmallExperiment> shared() {
    return joined(
        Combinators.combine(
                sometimesSwapoffs(),
                Arbitraries.oneOf(Arbitraries.just(""), zswaps()),
                Arbitraries.oneOf(Arbitraries.just(NO_FAMILY), forks(0)),
                objects().list().ofMinSize(1).ofMaxSize(2),
                Arbitraries.oneOf(Arbitraries.just(NO_BUILD), builds().map(Optional::of)))
            .as(Beside::new));
  }

  private static Arbitrary<Shared> objects() {
    return Combinators.combine(
            Arbitraries.of(16, 128, 400),
            Arbitraries.of(true, true, false),
            Arbitraries.of(true, false),
            workers())
        .as(Shared::new);
  }

  private static Arbitrary<Build> builds() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 3),
            Arbitraries.of(1, 20, 100),
            Arbitraries.of(0.0, 0.0, 0.5),
            Arbitraries.integers().between(1, 8),
            Arbitraries.integers().between(1, 10),
            Arbitraries.integers().between(0, 60),
            Arbitraries.integers().between(1, 8),
            Arbitraries.of(
                "cpu = 0ms",
                "cpu = 1ms, sources { object = o0, pages = 10 }",
                "cpu = 100us, writes = 1, headers { object = o0, reads = 20, exponent = 0.8 }",
                "cpu = 300us, writes = 0, output { object = o0, pages = 7 }",
                "cpu = 1ms, sources { object = o0, pages = 3 }, output { object = o0, pages = 9 }"))
        .as(
            (jobs, pages, spread, units, bursts, revisits, run, rest) ->
                new Build(
                    jobs,
                    pages,
                    spread,
                    String.format(
                        "units = %d, bursts = %d, revisits = %d, run = %d, %s",
                        units, bursts, revisits, run, rest)));
  }

  private record MachineChoice(
      Kernel kernel,
      int cpus,
      int pageCluster,
      int swappiness,
      boolean generations,
      List<Area> areas,
      boolean vma) {}

  private record WorkloadChoice(
      Place place, int pages, Limit limit, int files, int share, int swap, List<Worker> tasks) {}

  private record SwapoffChoice(String walk, boolean all) {}

  private record FamilyChoice(int forks, boolean exits) {}

  /** What there is beside machine, tasks and their timing. */
  private record Beside(
      SwapoffChoice swapoff,
      String zswap,
      FamilyChoice family,
      List<Shared> objects,
      Optional<Build> build) {

    static final Beside NOTHING = new Beside(NO_SWAPOFF, "", NO_FAMILY, List.of(), NO_BUILD);
  }

  private static final SwapoffChoice NO_SWAPOFF = new SwapoffChoice("", false);

  private static final FamilyChoice NO_FAMILY = new FamilyChoice(0, false);

  private static final Optional<Build> NO_BUILD = Optional.empty();

  private static Arbitrary<SwapoffChoice> sometimesSwapoffs() {
    return Arbitraries.oneOf(Arbitraries.just(NO_SWAPOFF), swapoffs());
  }

  private static Arbitrary<FamilyChoice> forks(int fewest) {
    return Combinators.combine(
            Arbitraries.integers().between(fewest, 3), Arbitraries.of(true, true, false))
        .as(FamilyChoice::new);
  }

  private record TimingChoice(
      boolean costs,
      boolean together,
      boolean pushOut,
      int jitter,
      String interleaving,
      long seed) {}

  private static Arbitrary<MachineChoice> machines() {
    return Combinators.combine(
            Arbitraries.of(Kernel.values()),
            Arbitraries.integers().between(1, 3),
            Arbitraries.integers().between(0, 5),
            Arbitraries.integers().between(1, 200),
            Arbitraries.of(true, false),
            areas(),
            Arbitraries.of(true, false))
        .as(MachineChoice::new);
  }

  private static Arbitrary<List<Area>> areas() {
    Arbitrary<String> devices =
        Arbitraries.of(
            "{ model = virtio-blk }",
            "{ model = nvme }",
            "{ model = nvme, rotational = true }",
            "{ model = disk }",
            "{ model = zram }",
            "{ model = zram, compress = 0us, decompress = 0us }",
            "{ model = null-blk, latency = 0us }");
    return Combinators.combine(devices, Arbitraries.of(-1, -1, 0, 5, 5), Arbitraries.of(1, 1, 3))
        .as(Area::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(3);
  }

  private static Arbitrary<WorkloadChoice> workloads() {
    return Combinators.combine(
            Arbitraries.of(Place.class),
            Arbitraries.of(
                512, 1024), // 20 % of it hold the largest windows of four tasks, and more
            Arbitraries.of(Limit.class),
            Arbitraries.of(0, 0, 30, 200),
            Arbitraries.integers().between(30, 120),
            Arbitraries.of(100, 101, 150, 250),
            workers().list().ofMinSize(1).ofMaxSize(4))
        .as(WorkloadChoice::new);
  }

  private static Arbitrary<Worker> workers() {
    return Combinators.combine(
            Arbitraries.of(
                "sequential",
                "reverse",
                "random",
                "strided, stride = 2",
                "zipf, exponent = 1.1",
                "hot-cold, hot-share = 0.2, hot-accesses = 0.8"),
            Arbitraries.of(true, false),
            Arbitraries.of(50, 100, 200),
            Arbitraries.of(0, 0, 0, 1, 100))
        .as(Worker::new);
  }

  private static Arbitrary<TimingChoice> timing() {
    return Combinators.combine(
            Arbitraries.of(true, true, false),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false),
            Arbitraries.of(0, 0, 50),
            Arbitraries.of("fifo", "shuffled", "shuffled", "parallel:2"),
            Arbitraries.longs().between(1, 1_000_000))
        .as(TimingChoice::new);
  }

  private static Arbitrary<SmallExperiment> joined(Arbitrary<Beside> beside) {
    return Combinators.combine(machines(), workloads(), timing(), beside)
        .as(AnyExperimentTest::joined);
  }

  private static SmallExperiment joined(
      MachineChoice machine, WorkloadChoice workload, TimingChoice timing, Beside beside) {
    String zswap = beside.zswap();
    return new SmallExperiment(
        machine.kernel().release(),
        machine.cpus(),
        machine.pageCluster(),
        Math.min(machine.swappiness(), machine.kernel().largestSwappiness()),
        machine.generations() && machine.kernel().multiGenerationLruAvailable(),
        machine.areas(),
        machine.vma(),
        workload.place(),
        workload.pages(),
        workload.limit(),
        workload.files(),
        workload.share(),
        workload.swap(),
        timing.costs(),
        timing.together(),
        timing.pushOut(),
        timing.jitter(),
        timing.interleaving(),
        timing.seed(),
        beside.family().forks(),
        beside.family().exits(),
        beside.swapoff().walk(),
        beside.swapoff().all(),
        machine.kernel().zswapShrinker()
            ? zswap
            : zswap.replace("shrinker-enabled = true", "shrinker-enabled = false"),
        beside.objects(),
        beside.build(),
        workload.tasks());
  }
}

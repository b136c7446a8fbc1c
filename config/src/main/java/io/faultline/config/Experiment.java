package io.faultline.config;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * An experiment, complete and checked: every default filled in, every name resolved. {@link
 * ExperimentReader} makes one.
 *
 * @param name of the preset, or of the file without its ending; no part of the canonical text
 * @param kernel the kernel generation
 * @param machine the machine
 * @param groups memory cgroups in the order of their names
 * @param devices block devices in the order of their names
 * @param swapAreas swap areas in the order of their names
 * @param processes processes in the order of their names
 * @param objects tmpfs objects in the order of their names
 * @param builds builds in the order of their names; there is at least one process or build
 * @param readahead how swap readahead decides, resolved
 * @param swapoffs swap areas switched off in the measured phase, in the order of their names
 * @param init how the regions are first written
 * @param pushOut whether everything is reclaimed before the measured phase
 * @param hibernation the hibernation before the measured phase, in place of the push-out; empty for
 *     none
 * @param zswap the compressed cache in front of swap; empty where it is off
 * @param seed what every generator of the machine is derived from
 * @param interleaving the order of actors within an instant
 * @param jitter how CPU times vary
 * @param deviceJitter how device times vary
 */
public record Experiment(
    String name,
    Kernel kernel,
    MachineSpec machine,
    List<GroupSpec> groups,
    List<DeviceSpec> devices,
    List<SwapAreaSpec> swapAreas,
    List<ProcessSpec> processes,
    List<ObjectSpec> objects,
    List<BuildSpec> builds,
    ReadaheadSpec readahead,
    List<SwapoffSpec> swapoffs,
    Init init,
    boolean pushOut,
    Optional<HibernationSpec> hibernation,
    Optional<ZswapSpec> zswap,
    long seed,
    Interleaving interleaving,
    JitterSpec jitter,
    JitterSpec deviceJitter) {

  /** Copies the lists. */
  public Experiment {
    groups = List.copyOf(groups);
    devices = List.copyOf(devices);
    swapAreas = List.copyOf(swapAreas);
    processes = List.copyOf(processes);
    objects = List.copyOf(objects);
    builds = List.copyOf(builds);
    swapoffs = List.copyOf(swapoffs);
  }

  /**
   * The device of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public DeviceSpec device(String deviceName) {
    return devices.stream()
        .filter(device -> device.name().equals(deviceName))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no device " + deviceName));
  }

  /**
   * The process of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public ProcessSpec process(String processName) {
    return processes.stream()
        .filter(process -> process.name().equals(processName))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no process " + processName));
  }

  /**
   * Accesses of all tasks in the measured phase, of builds the first stores and the revisits;
   * {@link Long#MAX_VALUE} if they are more.
   */
  public long totalAccesses() {
    long total = 0;
    for (ProcessSpec process : processes) {
      for (TaskSpec task : process.tasks()) {
        total = total + task.accesses() < 0 ? Long.MAX_VALUE : total + task.accesses();
      }
    }
    for (BuildSpec build : builds) {
      long unit = build.pages() + (long) build.revisits() * build.run();
      long most = (Long.MAX_VALUE - total) / unit;
      total = build.units() > most ? Long.MAX_VALUE : total + build.units() * unit;
    }
    return total;
  }

  /**
   * This with another workload: another seed, and each task draws from what it would derive from
   * that seed if it stated none of its own.
   */
  public Experiment reseeded(long otherSeed) {
    return with(
        processes.stream().map(process -> reseeded(process, otherSeed)).toList(),
        otherSeed,
        interleaving);
  }

  /** This with another order of actors within an instant. */
  public Experiment interleaved(Interleaving order) {
    return with(processes, seed, order);
  }

  private static ProcessSpec reseeded(ProcessSpec process, long seed) {
    return new ProcessSpec(
        process.name(),
        process.group(),
        process.vmas(),
        process.tasks().stream()
            .map(task -> task.reseeded(Seeds.derive(seed, process.name() + "/" + task.name())))
            .toList(),
        process.forkOf(),
        process.exits());
  }

  private Experiment with(List<ProcessSpec> others, long otherSeed, Interleaving order) {
    return new Experiment(
        name,
        kernel,
        machine,
        groups,
        devices,
        swapAreas,
        others,
        objects,
        builds,
        readahead,
        swapoffs,
        init,
        pushOut,
        hibernation,
        zswap,
        otherSeed,
        order,
        jitter,
        deviceJitter);
  }

  /**
   * The experiment as HOCON with everything stated and keys sorted: equal experiments give equal
   * text on every machine, and reading the text gives this experiment again.
   */
  public String render() {
    return CanonicalText.of(this);
  }

  /** SHA-256 of {@link #render()} in UTF-8, as 64 hexadecimal digits. */
  public String sha256() {
    try {
      byte[] text = render().getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("every Java platform has SHA-256", impossible);
    }
  }
}

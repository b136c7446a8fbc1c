package io.faultline.app;

import io.faultline.config.CpuScheduler;
import io.faultline.config.Experiment;
import io.faultline.config.ExperimentReader;
import io.faultline.config.InitialReadahead;
import io.faultline.config.Interleaving;
import io.faultline.config.Kernel;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The experiment that repeats a recorded run. */
final class RecordedMachine {

  private static final String PROFILES = "io/faultline/config/profiles/";
  private static final Pattern RELEASE = Pattern.compile("^([0-9]+\\.[0-9]+)");
  private static final Pattern NULL_BLK = Pattern.compile("null_blk ([0-9]+(?:ns|us|ms|s))");
  private static final Pattern STRIDE = Pattern.compile("str([1-9][0-9]{0,8})");

  private static final long PAGE = 4096;

  /**
   * Pages that the driver read before a hot start. They are charged, but lie on the lists of the
   * group, where reclaim finds them before any page of a region.
   */
  static final int PRIMER_PAGES = 256;

  /**
   * Bytes charged for each page of a region besides the page, in the recorded rows without zswap:
   * 300 KiB for 32768 pages.
   */
  private static final long TABLE_BYTES = 10;

  /** Names of the areas, in the order in which they were switched on. */
  static final List<String> AREAS = List.of("a", "b");

  /**
   * Pages that every process of a recorded swapoff had on swap besides its region: of its program's
   * data and of its stack. {@code d_pswpin} has them, and no layout.
   */
  static final int STRAY_PAGES = 4;

  private final Recording row;
  private final boolean fromInit;
  private final Strays strays;
  private final int straysBelow;

  /**
   * The experiment of a row.
   *
   * @param fromInit whether memory is populated and pushed out, rather than laid out as recorded
   */
  RecordedMachine(Recording row, boolean fromInit) {
    this(row, fromInit, null);
  }

  /**
   * The experiment of a traced row.
   *
   * @param strays pages besides the regions; null if all that is known of them is how many a
   *     swapoff found
   */
  RecordedMachine(Recording row, boolean fromInit, @Nullable Strays strays) {
    this.row = row;
    this.fromInit = fromInit;
    this.strays = strays == null ? Strays.NONE : strays;
    this.straysBelow = strays == null ? STRAY_PAGES : strays.belowRegion().size();
  }

  /** Why the row cannot be emulated; empty if it can. */
  Optional<String> obstacle() {
    if (!row.status().equals("ok")) {
      return Optional.of("its status is " + row.status());
    }
    if (row.zswap() && row.zswapSettings().isEmpty()) {
      return Optional.of("zswap was on, and how it was set is not in the row");
    }
    if (row.zswap() && !fromInit) {
      return Optional.of("it begins with pages in zswap, which no layout has: --from-init");
    }
    if (!row.pushOut() && !fromInit) {
      return Optional.of("it begins with pages in memory, which no layout has: --from-init");
    }
    if (row.areas() < 1 || row.areas() > AREAS.size()) {
      return Optional.of(row.areas() + " swap areas were never recorded, only one or two");
    }
    if (kernel().isEmpty()) {
      return Optional.of("kernel " + row.kernel() + " is not emulated");
    }
    if (!row.device().equals("virtio-blk") && !NULL_BLK.matcher(row.device()).matches()) {
      return Optional.of("swap device " + row.device() + " has no profile");
    }
    for (Recording.Actor actor : row.actors()) {
      if (pattern(actor).isEmpty()) {
        return Optional.of("pattern " + actor.pattern() + " is not emulated");
      }
    }
    return Optional.empty();
  }

  /**
   * The experiment.
   *
   * @throws io.faultline.config.ConfigError if the row's figures make none
   */
  Experiment experiment(InitialReadahead start, long seed, Interleaving interleaving) {
    return ExperimentReader.text(row.runId(), text(start))
        .seed(seed)
        .interleaving(interleaving)
        .read();
  }

  /** Whether readahead goes by VMA, so that the system-wide state is not looked at. */
  boolean vmaReadahead() {
    return row.vmaRaEnabled() && !row.rotational();
  }

  private String text(InitialReadahead start) {
    StringBuilder text = new StringBuilder();
    devices(text);
    text.append("kernel = \"").append(kernel().orElseThrow()).append("\"\n");
    text.append("machine {\n")
        .append("  cpus = ")
        .append(row.cpus())
        .append('\n')
        .append("  memory = ")
        .append(row.zswap() ? RecordedZswap.memory(kernel().orElseThrow().release()) : "1GiB")
        .append('\n')
        .append("  page-cluster = ")
        .append(row.pageCluster())
        .append('\n')
        .append("  swappiness = ")
        .append(row.swappiness())
        .append('\n')
        .append("  lru = ")
        .append(row.classicLru() ? "classic" : "mglru")
        .append('\n')
        .append("  vma-ra-enabled = ")
        .append(row.vmaRaEnabled())
        .append('\n')
        .append("  initial-readahead = ")
        .append(start.word())
        .append('\n')
        .append("  cpu.scheduler = ")
        .append(scheduler().word())
        .append('\n')
        .append("}\n");
    text.append("groups.t.memory-max = ").append(limit()).append("B\n");
    if (row.swapoff()) {
      text.append("groups.t.unlimited-when-measuring = true\n");
      swapoffs(text);
      waitingProcesses(text);
    } else {
      processes(text);
    }
    injected(text);
    if (row.zswap()) {
      text.append(RecordedZswap.costs());
      row.zswapSettings().ifPresent(zswap -> text.append(zswap.section()));
    }
    text.append("init = ").append(row.serialInit() ? "serial" : "parallel").append('\n');
    text.append("push-out = ").append(row.pushOut()).append('\n');
    return text.toString();
  }

  /** All processors share one queue here, so that preemption on several would be a guess. */
  private CpuScheduler scheduler() {
    return row.cpus() == 1 ? kernel().orElseThrow().cpuScheduler() : CpuScheduler.ROUND_ROBIN;
  }

  /** Page tables and locked pages are charged too, and reclaim cannot take them. */
  private long limit() {
    long other = row.pushOut() ? row.charged() : 0;
    if (row.zswap()) { // what it has of the regions' pages is charged here as well
      other = Math.min(other, TABLE_BYTES * row.pages() * row.actors().size());
    }
    if (row.statedStart().equals(Optional.of(InitialReadahead.HOT))) {
      other = Math.max(0, other - PRIMER_PAGES * PAGE);
    }
    return Math.max(0, row.memoryMax() - other) / PAGE * PAGE;
  }

  private void devices(StringBuilder text) {
    Matcher nullBlk = NULL_BLK.matcher(row.device());
    boolean constant = nullBlk.matches();
    String device = constant ? "nullb0" : "virtio0";
    text.append("include required(classpath(\"")
        .append(PROFILES)
        .append(constant ? "recordings-null-blk.conf" : "recordings-virtio-blk.conf")
        .append("\"))\n");
    text.append("devices.").append(device).append(".rotational = ").append(row.rotational());
    text.append('\n');
    if (constant) {
      text.append("devices.nullb0.latency = ").append(nullBlk.group(1)).append('\n');
    }
    text.append("swap.a { device = ").append(device);
    text.append(", size = ").append(constant ? "1GiB" : "512MiB").append(", priority = 5 }\n");
    if (row.areas() > 1) {
      secondArea(text);
    }
  }

  /** The second area was always a virtio disk of its own. */
  private void secondArea(StringBuilder text) {
    text.append("include required(classpath(\"").append(PROFILES);
    text.append("recordings-virtio-blk-b.conf\"))\n");
    text.append("devices.virtio1.rotational = ").append(row.rotational()).append('\n');
    text.append("swap.b { device = virtio1, size = 512MiB, priority = 5 }\n");
  }

  /** The areas were switched off one after the other. */
  private void swapoffs(StringBuilder text) {
    for (int area = 0; area < row.areas(); area++) {
      String name = AREAS.get(area);
      text.append("swapoff.").append(name).append(" { area = ").append(name);
      text.append(area == 0 ? "" : ", after = " + AREAS.get(area - 1)).append(" }\n");
    }
  }

  private void processes(StringBuilder text) {
    text.append("processes {\n");
    if (row.threads()) {
      text.append("  p { group = t\n");
      if (!row.ownVma()) {
        text.append("    vmas.v.pages = ").append((long) row.pages() * row.actors().size());
        text.append('\n');
        content(text, "v");
      }
    }
    for (int i = 0; i < row.actors().size(); i++) {
      String vma = row.threads() && row.ownVma() ? "v" + i : "v";
      if (!row.threads()) {
        text.append("  p").append(i).append(" { group = t\n");
      }
      if (!row.threads() || row.ownVma()) {
        text.append("    vmas.").append(vma).append(".pages = ").append(row.pages()).append('\n');
        content(text, vma);
      }
      task(text, i, vma);
      text.append(row.threads() ? "" : "  }\n");
    }
    text.append(row.threads() ? "  }\n" : "").append("}\n");
  }

  /**
   * Those of a swapoff, which do nothing meanwhile and are all alike: the machine visits them in
   * the order of their names, and {@link RecordedLayout} says whose pages each has.
   */
  private void waitingProcesses(StringBuilder text) {
    text.append("processes {\n");
    int processes = row.threads() ? 1 : row.actors().size();
    for (int process = 0; process < processes; process++) {
      text.append("  p").append(process).append(" { group = t, vmas {\n");
      strays(text, "a", straysBelow);
      int regions = row.threads() ? row.actors().size() : 1;
      int vmas = row.ownVma() ? regions : 1;
      for (int vma = 0; vma < vmas; vma++) {
        text.append("    v").append(vma).append(" { populate = true, pages = ");
        text.append((long) row.pages() * regions / vmas).append(" }\n");
      }
      strays(text, "z", strays.aboveRegion().size());
      text.append("  } }\n");
    }
    text.append("}\n");
  }

  private static void strays(StringBuilder text, String prefix, int count) {
    for (int stray = 0; stray < count; stray++) {
      text.append("    ")
          .append(strayName(prefix, stray))
          .append(" { pages = 1, populate = true }\n");
    }
  }

  /** VMAs and tasks come in the order of the text. */
  private static String strayName(String prefix, int stray) {
    return String.format(Locale.ROOT, "%s%05d", prefix, stray);
  }

  /**
   * The primer's task, whose pages are written first, and one for each page that threads fault on
   * besides their regions.
   */
  private void injected(StringBuilder text) {
    if (!strays.primer().isEmpty()) {
      String size = "pages = " + strays.primer().size();
      text.append("processes.a-primer { group = t, vmas.v { ").append(size).append(" }\n");
      text.append("    tasks.t { vma = v, pattern = sequential, passes = 1, ").append(size);
      text.append(" }\n}\n");
    }
    if (strays.injected().isEmpty()) {
      return;
    }
    text.append("processes.stray { group = t\n");
    for (int stray = 0; stray < strays.injected().size(); stray++) {
      String name = strayName("s", stray);
      text.append("    vmas.").append(name).append(" { pages = 1 }\n");
      text.append("    tasks.").append(name).append(" { vma = ").append(name);
      text.append(", pages = 1, pattern = sequential, accesses = ");
      text.append(strays.injected().get(stray).faults()).append(" }\n");
    }
    text.append("}\n");
  }

  private void content(StringBuilder text, String vma) {
    if (row.zswap()) {
      String content = row.zswapSettings().orElseThrow().content();
      text.append("    vmas.").append(vma).append(".content = ").append(content).append('\n');
    }
  }

  private void task(StringBuilder text, int i, String vma) {
    Recording.Actor actor = row.actors().get(i);
    int firstPage = vma.equals("v") && row.threads() ? i * row.pages() : 0;
    text.append("    tasks.actor").append(i).append(" { vma = ").append(vma);
    text.append(", first-page = ").append(firstPage);
    text.append(", pages = ").append(row.pages());
    text.append(", ").append(pattern(actor).orElseThrow());
    text.append(", write = ").append(actor.write());
    text.append(actor.accesses() == 0 ? ", passes = 1" : ", accesses = " + actor.accesses());
    text.append(", think = ").append(actor.thinkNanos()).append("ns }\n");
  }

  private static Optional<String> pattern(Recording.Actor actor) {
    Matcher strided = STRIDE.matcher(actor.pattern());
    if (strided.matches()) {
      return Optional.of("pattern = strided, stride = " + strided.group(1));
    }
    return switch (actor.pattern()) {
      case "seq" -> Optional.of("pattern = sequential");
      case "rev" -> Optional.of("pattern = reverse");
      case "rnd" -> Optional.of("pattern = random, seed = " + actor.seed());
      default -> Optional.empty();
    };
  }

  private Optional<Kernel> kernel() {
    Matcher release = RELEASE.matcher(row.kernel());
    return release.find() ? Kernel.of(release.group(1)) : Optional.empty();
  }
}

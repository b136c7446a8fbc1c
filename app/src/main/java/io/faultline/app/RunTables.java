package io.faultline.app;

import io.faultline.actors.observe.VmstatItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A run's result as a reader wants to see it. */
final class RunTables {

  /** Printed also when they are 0. */
  private static final Set<VmstatItem> ALWAYS =
      Set.of(
          VmstatItem.PGFAULT,
          VmstatItem.PGMAJFAULT,
          VmstatItem.PSWPIN,
          VmstatItem.PSWPOUT,
          VmstatItem.SWAP_RA,
          VmstatItem.SWAP_RA_HIT);

  private static final int SHORT_HASH = 16;

  private final Summary summary;
  private final long totalWallNanos;
  private final boolean hibernated;
  private final List<Section> sections = new ArrayList<>();

  /**
   * Tables of a summary.
   *
   * @param totalWallNanos real duration of the whole run, start and end of the machine included
   * @param hibernated whether a hibernation laid the pages out on swap
   */
  RunTables(Summary summary, long totalWallNanos, boolean hibernated) {
    this.summary = summary;
    this.totalWallNanos = totalWallNanos;
    this.hibernated = hibernated;
  }

  /**
   * A part of the result.
   *
   * @param title empty if it needs none
   * @param table null if the part is nothing but text
   */
  record Section(String title, String text, @Nullable TextTable table) {}

  /** The text. */
  String render() {
    section("", pin());
    section("", String.join("\n", new Findings(summary).sentences()) + "\n");
    results();
    section("", speed());
    StringBuilder text = new StringBuilder();
    for (Section section : sections) {
      text.append(text.isEmpty() ? "" : "\n");
      if (!section.title().isEmpty()) {
        text.append(section.title()).append('\n');
      }
      text.append(section.text());
    }
    return text.toString();
  }

  /** What came of the run, without what pins it and how fast it was. */
  List<Section> results() {
    section("after the hibernation", placement());
    section("tasks", tasks());
    section("swapoffs", swapoffs());
    section("builds", builds());
    section("latency of faults that found a swap entry", latencies());
    section("windows of all tasks", KernelText.windows(summary.windows()));
    section("windows by task, in shares of its calls", windowsByTask());
    section("hit ledger", new LedgerTable(summary.ledger(), summary.placement()).render());
    section("vmstat", vmstat());
    section("zswap", zswap());
    section("devices", devices());
    section("invariants", invariants());
    return sections;
  }

  private void section(String title, TextTable table) {
    if (!table.isEmpty()) {
      sections.add(new Section(title, table.render(), table));
    }
  }

  private void section(String title, String text) {
    if (!text.isBlank()) {
      sections.add(new Section(title, text, null));
    }
  }

  /** What pins the run. */
  TextTable pin() {
    return new TextTable()
        .left("")
        .left("")
        .row("faultline", summary.version())
        .row("experiment", summary.experiment())
        .row("sha256", summary.experimentSha256().substring(0, SHORT_HASH) + "...")
        .row("kernel", summary.kernel())
        .row("seed", summary.seed())
        .row("interleaving", interleaving())
        .row("event hash", Objects.requireNonNullElse(summary.eventHash(), "-"));
  }

  private String placement() {
    return hibernated
        ? String.format(
            Locale.ROOT,
            "%d pages on swap, in page-table order in runs of %.1f slots\n",
            summary.placement().pages(),
            summary.placement().meanRun())
        : "";
  }

  private String interleaving() {
    String order = summary.interleaving();
    return order.startsWith("parallel") ? order + " (threads race: not reproducible)" : order;
  }

  private TextTable tasks() {
    TextTable table =
        new TextTable()
            .left("task")
            .left("pattern")
            .right("accesses")
            .right("pgfault")
            .right("pgmajfault")
            .right("virtual time");
    for (Summary.Task task : summary.tasks()) {
      table.row(
          task.fullName(),
          task.pattern()
              + (task.write() ? ", write" : "")
              + (task.background() ? ", background" : ""),
          task.accesses(),
          task.pgfault(),
          task.pgmajfault(),
          Figures.duration(task.virtualNanos()));
    }
    return table;
  }

  private TextTable swapoffs() {
    TextTable table =
        new TextTable()
            .left("swapoff")
            .left("area")
            .left("variant")
            .left("order")
            .right("virtual time")
            .right("pages")
            .left("outcome");
    for (Summary.Swapoff swapoff : summary.swapoffs()) {
      table.row(
          swapoff.name(),
          swapoff.area(),
          swapoff.variant(),
          swapoff.order(),
          Figures.duration(swapoff.elapsedNanos()),
          swapoff.pages(),
          swapoff.outcome());
    }
    return table;
  }

  private TextTable builds() {
    TextTable table =
        new TextTable().left("build").right("units").right("real").right("user").right("sys");
    for (Summary.Build build : summary.builds()) {
      table.row(
          build.name(),
          build.units(),
          Figures.duration(build.realNanos()),
          Figures.duration(build.userNanos()),
          Figures.duration(build.sysNanos()));
    }
    return table;
  }

  private TextTable latencies() {
    TextTable table = new TextTable().left("task").right("faults");
    for (String percentile : List.of("p50", "p80", "p90", "p95", "p99", "max")) {
      table.right(percentile);
    }
    for (Summary.Task task : summary.tasks()) {
      Summary.Latency latency = task.faultLatencyNanos();
      table.row(
          task.fullName(),
          latency.count(),
          Figures.duration(latency.p50()),
          Figures.duration(latency.p80()),
          Figures.duration(latency.p90()),
          Figures.duration(latency.p95()),
          Figures.duration(latency.p99()),
          Figures.duration(latency.max()));
    }
    return table;
  }

  private TextTable windowsByTask() {
    Set<Integer> windows = new TreeSet<>();
    summary.windows().keySet().forEach(window -> windows.add(Integer.valueOf(window)));
    TextTable table = new TextTable().left("task").right("calls");
    windows.forEach(window -> table.right(String.valueOf(window)));
    table.right("hits spent");
    for (Summary.Task task : summary.tasks()) {
      table.row(windowShares(task.fullName(), task.windows(), windows, task.hitsSpent()));
    }
    for (Summary.Swapoff swapoff : summary.swapoffs()) {
      table.row(windowShares("swapoff " + swapoff.name(), swapoff.windows(), windows, "-"));
    }
    return summary.windows().isEmpty() ? new TextTable() : table;
  }

  private static Object[] windowShares(
      String name, Map<String, Long> calls, Set<Integer> windows, Object hitsSpent) {
    long all = calls.values().stream().mapToLong(Long::longValue).sum();
    Object[] cells = new Object[windows.size() + 3];
    int column = 0;
    cells[column++] = name;
    cells[column++] = all;
    for (int window : windows) {
      cells[column++] = Figures.percent(calls.getOrDefault(String.valueOf(window), 0L), all);
    }
    cells[column] = hitsSpent;
    return cells;
  }

  private TextTable vmstat() {
    TextTable table = new TextTable().left("").right("");
    for (Map.Entry<String, Long> counter : summary.vmstat().entrySet()) {
      boolean always = ALWAYS.stream().anyMatch(item -> item.kernelName().equals(counter.getKey()));
      if (counter.getValue() != 0 || always) {
        table.row(counter.getKey(), counter.getValue());
      }
    }
    return table;
  }

  private TextTable zswap() {
    TextTable table = new TextTable();
    Summary.Zswap zswap = summary.zswap();
    if (zswap != null) {
      table.left("").right("");
      zswap.values().forEach((name, value) -> table.row(name, value));
    }
    return table;
  }

  private TextTable devices() {
    TextTable table =
        new TextTable()
            .left("device")
            .left("model")
            .right("reads")
            .right("writes")
            .right("pages per request")
            .right("utilisation")
            .right("mean queue time");
    for (Summary.Device device : summary.devices()) {
      table.row(
          device.name(),
          device.model() + (device.rotational() ? ", rotational" : ""),
          device.readRequests(),
          device.writeRequests(),
          String.format(Locale.ROOT, "%.2f", device.pagesPerRequest()),
          Figures.percent(device.utilisation()),
          Figures.duration(device.meanQueueNanos()));
    }
    return table;
  }

  private TextTable invariants() {
    TextTable table = new TextTable().left("").left("");
    for (Summary.Held invariant : summary.invariants()) {
      table.row(
          invariant.holds() ? "holds" : "VIOLATED",
          invariant.name() + (invariant.holds() ? "" : ": " + invariant.detail()));
    }
    return table;
  }

  private TextTable speed() {
    long wall = summary.wallNanos();
    return new TextTable()
        .left("")
        .left("")
        .row("virtual time", Figures.duration(summary.virtualNanos()))
        .row(
            "wall time",
            Figures.duration(wall)
                + ", "
                + Figures.duration(totalWallNanos)
                + " with the machine's start and end")
        .row(
            "messages",
            summary.messages() + ", " + Figures.rate(summary.messages(), wall) + " a second")
        .row(
            "swap faults",
            summary.swapFaults()
                + " (major and swap-cache hits), "
                + Figures.rate(summary.swapFaults(), wall)
                + " a second");
  }
}

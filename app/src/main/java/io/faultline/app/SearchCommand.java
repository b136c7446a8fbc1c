package io.faultline.app;

import io.faultline.app.laboratory.Mixture;
import io.faultline.app.laboratory.Search;
import io.faultline.app.reproduce.Emulator;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Looks for mixtures that go amazingly faster with one way to read ahead than with the other. */
@Command(
    name = "search",
    description = {
      "Looks for mixtures that go amazingly faster with one counter per VMA than with one for all, and"
          + " for the opposite.",
      "Draws mixtures of 1 to 8 tasks (sequential, strided, random, think times up to 1 ms, own and"
          + " merged VMAs, memory 10 to 90 %% of the pages, page-cluster 0 to 5, parallel and serial"
          + " init), goes on from the best, and confirms the best of all with many seeds."
    },
    sortOptions = false,
    footer = {
      "",
      "With --out an interrupted search goes on where it was, and ends with the same bytes.",
      "",
      "Ends with 0, with 1 if no run went well, with 2 if the input is wrong."
    })
final class SearchCommand implements Callable<Integer> {

  private static final String LOG = "search.jsonl";
  private static final String TABLE = "search.txt";
  private static final int BEST = 10;

  @Option(
      names = "--mixtures",
      paramLabel = "N",
      description = "Mixtures to draw. Default: ${DEFAULT-VALUE}.")
  private int mixtures = 500;

  @Option(
      names = "--refinements",
      paramLabel = "N",
      description = "Mixtures to make of the best ones. Default: ${DEFAULT-VALUE}.")
  private int refinements = 200;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description =
          "Workloads of each of the best; their median is printed. Default: ${DEFAULT-VALUE}.")
  private int seeds = 10;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "What the search draws from. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = {
        "Write what was tried as "
            + LOG
            + ", the tables as "
            + TABLE
            + ", and the best as files to"
            + " run: vma-faster-1.conf, global-faster-1.conf and so on.",
      })
  private @Nullable String out;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
    Search.Settings settings = new Search.Settings(seed, mixtures, refinements, seeds);
    String directoryName = out;
    ResultDirectory directory = directoryName == null ? null : ResultDirectory.at(directoryName);
    Path file = directoryName == null ? null : ResultDirectory.path(directoryName).resolve(LOG);
    SearchLog log = file == null ? null : SearchLog.open(file, settings);
    Emulator emulator = new Emulator();
    Search search = new Search(settings, emulator, log == null ? List.of() : log.entries());
    List<Search.Entry> tried;
    try (Progress progress =
        Progress.of(commandLine.getErr(), "runs", search.runsLeft(), emulator::runsDone)) {
      tried =
          search.run(
              entries -> {
                if (log != null) {
                  log.append(entries);
                }
              });
    }
    String table = render(settings, tried);
    if (directory != null) {
      Map<String, String> files = new LinkedHashMap<>();
      files.put(TABLE, table);
      addBest(files, tried, true);
      addBest(files, tried, false);
      directory.write(files);
    }
    commandLine.getOut().print(table);
    commandLine.getOut().flush();
    return tried.stream().allMatch(entry -> entry.failure() != null)
        ? CommandLine.ExitCode.SOFTWARE
        : CommandLine.ExitCode.OK;
  }

  private static String render(Search.Settings settings, List<Search.Entry> tried) {
    long failed = tried.stream().filter(entry -> entry.failure() != null).count();
    StringBuilder text = new StringBuilder();
    text.append(settings.mixtures())
        .append(" mixtures drawn, ")
        .append(settings.refinements())
        .append(" made of the best, the best confirmed with ")
        .append(settings.seeds())
        .append(settings.seeds() == 1 ? " seed" : " seeds");
    text.append(failed == 0 ? "\n" : "; " + failed + " failed\n");
    text.append("virtual time of the slowest task, median; each task has ")
        .append(Mixture.PAGES)
        .append(" pages\n\nfaster with one counter per VMA\n");
    text.append(table(tried, true)).append("\nfaster with one counter for all\n");
    return text.append(table(tried, false)).toString();
  }

  private static String table(List<Search.Entry> tried, boolean globalSlower) {
    TextTable table =
        new TextTable()
            .right("ratio")
            .right("for all")
            .right("per VMA")
            .right("memory")
            .right("cluster")
            .right("cpus")
            .right("passes")
            .left("init")
            .left("VMAs")
            .left("device")
            .left("tasks (w- write; think time)");
    for (Search.Entry entry : Search.confirmed(tried, globalSlower, BEST)) {
      Mixture mixture = entry.mixture();
      table.row(
          ratio(entry, globalSlower),
          Figures.duration(entry.globalNanos()),
          Figures.duration(entry.vmaNanos()),
          mixture.memoryPercent() + " %",
          mixture.pageCluster(),
          mixture.cpus(),
          mixture.passes(),
          mixture.init(),
          mixture.layout(),
          mixture.device(),
          mixture.tasks());
    }
    return table.isEmpty() ? " none\n" : table.render();
  }

  private static String ratio(Search.Entry entry, boolean globalSlower) {
    return String.format(
        Locale.ROOT, "%.2f", globalSlower ? entry.globalToVma() : 1 / entry.globalToVma());
  }

  private static void addBest(
      Map<String, String> files, List<Search.Entry> tried, boolean globalSlower) {
    int rank = 1;
    for (Search.Entry entry : Search.confirmed(tried, globalSlower, BEST)) {
      String name = (globalSlower ? "vma-faster-" : "global-faster-") + rank++ + ".conf";
      Mixture mixture = entry.mixture();
      files.put(
          name,
          mixture.text(
              List.of(
                  "The slowest task is "
                      + ratio(entry, globalSlower)
                      + " times as fast with one counter "
                      + (globalSlower
                          ? "per VMA as with one for all."
                          : "for all as with one per VMA."),
                  "",
                  "Median of "
                      + entry.seeds()
                      + " seeds: "
                      + Figures.duration(entry.globalNanos())
                      + " with one for all, "
                      + Figures.duration(entry.vmaNanos())
                      + " per VMA.",
                  "Memory is "
                      + mixture.memoryPercent()
                      + " % of the pages; the tasks are "
                      + mixture.tasks()
                      + ".",
                  "",
                  "faultline compare "
                      + name
                      + " --vary machine.vma-ra-enabled=false,true --seeds "
                      + Math.max(2, entry.seeds()))));
    }
  }
}

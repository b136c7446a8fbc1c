package io.faultline.app;

import io.faultline.config.ConfigError;
import io.faultline.config.Interleaving;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Emulates recorded runs and prints both side by side. */
@Command(
    name = "validate",
    description = {
      "Emulates runs that were recorded on real kernels and prints both side by side.",
      "windows.csv, hits.csv, per_thread.csv and layout.csv.gz are looked for beside RUNS.csv.",
      "With --traces, recorded sequences of readahead decisions are compared one by one."
    },
    sortOptions = false,
    footer = {
      "",
      "An error is |emulated - recorded| / max(recorded, recorded d_pgmajfault, 100); the error of a"
          + " row is the largest of pgmajfault, pswpin, swap_ra and swap_ra_hit. A window distance is"
          + " the total variation distance of the shares of the windows.",
      "",
      "A recorded swapoff also has the errors of its calls and, as shares of all calls, of each"
          + " window. The readahead state at its start was not recorded: the nearest of hot, cold"
          + " and boot is shown. Nor was the order of the processes: the one started last comes"
          + " first, or the one started first where they stored at the same time and that is"
          + " nearer. Nor was where the 4 pages lay that each has besides its region: on the first"
          + " free slots.",
      "",
      "With several seeds a row holds if, for each of pgmajfault, swap_ra and swap_ra_hit, what was"
          + " recorded lies between min and max widened by 5 %% of m, and max - min is at most 40 %%"
          + " of m, where m is the larger of the median and of pgmajfault's median.",
      "",
      "A trace NAME.trace.gz belongs to the run whose run_id is NAME with /smpN/ for the first dash."
          + " It begins from the recorded layout and from the readahead state of its first decision."
          + " Faults outside the regions are injected where the trace has them. Of several tasks"
          + " the order of the misses is the trace's, and a task's hits come right before its miss."
          + " Where a decision took more hits than its task had, others run on before it; the"
          + " column 'by misses alone' has the share without that."
          + " Equal are decisions with the same slot, hits and window, in the longest sequence that"
          + " both have in common.",
      "",
      "Ends with 0, with 1 if a run failed or an invariant does not hold, with 2 if the input is"
          + " wrong."
    })
final class ValidateCommand implements Callable<Integer> {

  @Parameters(
      arity = "0..1",
      paramLabel = "RUNS.csv",
      description = "The recorded runs. Default: those in the checkout.")
  private @Nullable String file;

  @Option(
      names = "--rows",
      paramLabel = "REGEX",
      description = "Only runs in whose run_id this is found, anywhere.")
  private String rows = "";

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "Emulate with the seeds 1 to N and show median, min and max.")
  private int seeds = 1;

  @Option(
      names = "--interleaving",
      paramLabel = "ORDER",
      description = "fifo, shuffled, parallel or parallel:N. Default: ${DEFAULT-VALUE}.")
  private String interleaving = "fifo";

  @Option(
      names = "--from-init",
      description =
          "Populate memory and push it out, instead of starting from the layout recorded.")
  private boolean fromInit;

  @Option(
      names = "--traces",
      paramLabel = "DIR",
      description = {
        "Compare the recorded traces in this directory decision by decision instead. RUNS.csv is"
            + " then by default the one beside the directory, where there is one."
      })
  private @Nullable String traces;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "What to print: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Format format = Format.TABLE;

  @Option(names = "--out", paramLabel = "FILE", description = "Write the comparison as JSON.")
  private @Nullable String out;

  @Spec private @Nullable CommandSpec spec;

  private final AtomicInteger done = new AtomicInteger();

  @Override
  public Integer call() throws InterruptedException {
    CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
    if (seeds < 1) {
      throw new ConfigError("--seeds is at least 1, not " + seeds);
    }
    RowEmulation.Settings settings =
        new RowEmulation.Settings(seeds, RunCommand.interleaving(interleaving), fromInit);
    if (traces != null) {
      return compareTraces(commandLine, ResultDirectory.path(traces), settings);
    }
    Path runs = file == null ? Checkout.recordedRuns() : ResultDirectory.path(file);
    List<Recording> selected = select(Recording.read(runs), runs);
    Companions companions =
        new Companions(runs, selected.stream().map(Recording::runId).collect(Collectors.toSet()));
    List<RowEmulation> emulations =
        selected.stream().map(row -> emulation(row, runs, companions, settings)).toList();
    if (out != null) {
      ResultDirectory.checkFile(ResultDirectory.path(out));
    }
    List<Comparison> comparisons;
    try (Progress progress =
        Progress.of(commandLine.getErr(), "rows", emulations.size(), done::get)) {
      comparisons =
          emulate(
              emulations.stream().map(e -> (Supplier<Comparison>) e::compareOrFail).toList(),
              settings.interleaving());
    }
    Validation validation = Validation.of(comparisons, seeds > 1);
    if (out != null) {
      ResultDirectory.writeFile(ResultDirectory.path(out), Json.text(validation));
    }
    commandLine
        .getOut()
        .print(
            format == Format.JSON
                ? Json.text(validation)
                : new ValidationTables(validation, seeds > 1).render());
    commandLine.getOut().flush();
    return emulations.stream().allMatch(RowEmulation::wentWell)
        ? CommandLine.ExitCode.OK
        : CommandLine.ExitCode.SOFTWARE;
  }

  private int compareTraces(CommandLine commandLine, Path directory, RowEmulation.Settings settings)
      throws InterruptedException {
    if (seeds > 1 || fromInit || settings.interleaving() instanceof Interleaving.Parallel) {
      throw new ConfigError(
          "--traces compares one sequence from a recorded layout: without --seeds, --from-init and"
              + " --interleaving parallel");
    }
    Path beside = directory.resolveSibling("runs.csv");
    Path runs =
        file != null
            ? ResultDirectory.path(file)
            : Files.exists(beside) ? beside : Checkout.recordedRuns();
    List<TraceEmulation> emulations = traceEmulations(directory, runs, settings.interleaving());
    if (out != null) {
      ResultDirectory.checkFile(ResultDirectory.path(out));
    }
    TraceValidation validation;
    try (Progress progress =
        Progress.of(commandLine.getErr(), "traces", emulations.size(), done::get)) {
      validation =
          TraceValidation.of(
              emulate(
                  emulations.stream()
                      .map(e -> (Supplier<TraceComparison>) e::compareOrFail)
                      .toList(),
                  settings.interleaving()));
    }
    if (out != null) {
      ResultDirectory.writeFile(ResultDirectory.path(out), Json.text(validation));
    }
    commandLine.getOut().print(format == Format.JSON ? Json.text(validation) : validation.render());
    commandLine.getOut().flush();
    return emulations.stream().allMatch(TraceEmulation::wentWell)
        ? CommandLine.ExitCode.OK
        : CommandLine.ExitCode.SOFTWARE;
  }

  private List<TraceEmulation> traceEmulations(Path directory, Path runs, Interleaving order) {
    Pattern wanted = wantedRows();
    List<Path> files =
        TraceFile.in(directory).stream()
            .filter(trace -> wanted.matcher(TraceFile.name(trace)).find())
            .toList();
    if (files.isEmpty()) {
      throw new ConfigError(
          directory
              + " has no files *.trace.gz or *.trace"
              + (rows.isEmpty() ? "" : " in whose name --rows " + rows + " is found"));
    }
    Map<String, Recording> byName = new HashMap<>();
    for (Recording row : Recording.read(runs)) {
      byName.put(row.runId().replaceFirst("/smp[0-9]+/", "-"), row);
    }
    for (Path trace : files) {
      if (!byName.containsKey(TraceFile.name(trace))) {
        throw new ConfigError(
            trace + " belongs to no run of " + runs + ": its name is KERNEL-RUN.trace.gz");
      }
    }
    Companions companions =
        new Companions(
            runs,
            files.stream()
                .map(trace -> Objects.requireNonNull(byName.get(TraceFile.name(trace))).runId())
                .collect(Collectors.toSet()));
    return files.stream()
        .map(
            trace ->
                new TraceEmulation(
                    TraceFile.read(trace),
                    Objects.requireNonNull(byName.get(TraceFile.name(trace))),
                    companions,
                    order))
        .toList();
  }

  /** The experiment of a row is a text that the user never sees, so its lines say nothing. */
  private static RowEmulation emulation(
      Recording row, Path runs, Companions companions, RowEmulation.Settings settings) {
    try {
      return new RowEmulation(row, companions, settings);
    } catch (ConfigError e) {
      String what = String.valueOf(e.getMessage()).replaceFirst(" line [0-9]+: ", ": ");
      throw new ConfigError(runs + ": " + what, e);
    }
  }

  private Pattern wantedRows() {
    try {
      return Pattern.compile(rows);
    } catch (PatternSyntaxException e) {
      throw new ConfigError(
          "--rows " + rows + " is no regular expression: " + e.getDescription(), e);
    }
  }

  private List<Recording> select(List<Recording> all, Path runs) {
    Pattern wanted = wantedRows();
    List<Recording> selected =
        all.stream().filter(row -> wanted.matcher(row.runId()).find()).toList();
    if (selected.isEmpty()) {
      throw new ConfigError(
          rows.isEmpty()
              ? runs + " has no rows"
              : "--rows "
                  + rows
                  + " is found in none of the "
                  + all.size()
                  + " run_ids of "
                  + runs);
    }
    return selected;
  }

  /** One machine a thread; results in the order of the rows. */
  private <T> List<T> emulate(List<Supplier<T>> emulations, Interleaving order)
      throws InterruptedException {
    int carriers = order instanceof Interleaving.Parallel parallel ? parallel.carriers() : 1;
    int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / carriers);
    LoggerFactory.getILoggerFactory(); // once, before threads ask for it at the same time
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<T>> running = new ArrayList<>();
      for (Supplier<T> emulation : emulations) {
        running.add(
            pool.submit(
                () -> {
                  try {
                    return emulation.get();
                  } finally {
                    done.incrementAndGet();
                  }
                }));
      }
      List<T> comparisons = new ArrayList<>();
      for (int i = 0; i < running.size(); i++) {
        comparisons.add(running.get(i).get());
      }
      return comparisons;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }
}

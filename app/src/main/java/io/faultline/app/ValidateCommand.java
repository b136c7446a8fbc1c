package io.faultline.app;

import io.faultline.config.ConfigError;
import io.faultline.config.Interleaving;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
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
      "windows.csv, hits.csv, per_thread.csv and layout.csv.gz are looked for beside RUNS.csv."
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
      comparisons = emulate(emulations, settings.interleaving());
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

  private List<Recording> select(List<Recording> all, Path runs) {
    Pattern wanted;
    try {
      wanted = Pattern.compile(rows);
    } catch (PatternSyntaxException e) {
      throw new ConfigError(
          "--rows " + rows + " is no regular expression: " + e.getDescription(), e);
    }
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
  private List<Comparison> emulate(List<RowEmulation> emulations, Interleaving order)
      throws InterruptedException {
    int carriers = order instanceof Interleaving.Parallel parallel ? parallel.carriers() : 1;
    int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / carriers);
    LoggerFactory.getILoggerFactory(); // once, before threads ask for it at the same time
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Comparison>> running = new ArrayList<>();
      for (RowEmulation emulation : emulations) {
        running.add(
            pool.submit(
                () -> {
                  try {
                    return emulation.compareOrFail();
                  } finally {
                    done.incrementAndGet();
                  }
                }));
      }
      List<Comparison> comparisons = new ArrayList<>();
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

package io.faultline.app;

import io.faultline.actors.sweep.NodeAddress;
import io.faultline.actors.sweep.NodeSettings;
import io.faultline.actors.sweep.SweepJournal;
import io.faultline.actors.sweep.SweepSystem;
import io.faultline.config.ConfigError;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes this process a node that runs points of sweeps. */
@Command(
    name = "node",
    description = {
      "Makes this process a node of a cluster, which runs the points of sweeps until it is stopped.",
      "Without --join it is a cluster by itself; otherwise one begins when most of the nodes that"
          + " --join names are there. faultline sweep --join submits a sweep to any node."
    },
    sortOptions = false,
    footer = {
      "",
      "Ends with 1 if it could not go on, with 2 if the input is wrong or the cluster is of another"
          + " program, with 130 if it was interrupted."
    })
final class NodeCommand implements Callable<Integer> {

  private static final String COORDINATOR = "coordinator";
  private static final String WORKER = "worker";
  private static final long EVERY_MILLIS = 200;

  /** How often it looks whether most of the others have come; then it looks for them anew. */
  private static final long MOST_WAITS = 150;

  @Mixin private final NodeOptions node = new NodeOptions();

  @Option(
      names = "--roles",
      paramLabel = "ROLE,...",
      split = ",",
      description = {
        "worker: runs points. coordinator: the coordinator may be here, with its journal.",
        "Default: worker, and coordinator with --journal or if it begins the cluster."
      })
  private @Nullable List<String> roles;

  @Option(
      names = "--cores",
      paramLabel = "N",
      description = "Points to run at the same time. Default: one a core.")
  private @Nullable Integer cores;

  @Option(
      names = "--journal",
      paramLabel = "jdbc:postgresql://HOST/DATABASE",
      description = {
        "The coordinator's journal, which every node with that role names. Its tables are made.",
        "Default: files in --dir; then one node alone can have that role."
      })
  private @Nullable String journal;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Where the journal's files are. Default: ${DEFAULT-VALUE}.")
  private String dir = "faultline-node";

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
    PrintWriter err = commandLine.getErr();
    Set<String> chosen = roles();
    int workers = chosen.contains(WORKER) ? workers() : 0;
    NodeSettings settings =
        node.settings(
            workers, chosen.contains(COORDINATOR) ? Optional.of(journal()) : Optional.empty());
    PointEmulation emulation = new PointEmulation();
    boolean first = true;
    try (Interruption interruption = new Interruption()) {
      while (true) {
        try (SweepSystem system = NodeOptions.start(settings, emulation)) {
          if (first) {
            tell(err, "node " + system.address() + ", " + String.join(" and ", chosen));
          }
          Ending ending = serve(system, interruption, err);
          if (ending == Ending.INTERRUPTED) {
            system.leave();
            return Interruption.EXIT_CODE;
          }
          first = ending == Ending.LOST;
        }
        if (first) {
          tell(
              err,
              "the others took this node for lost; what "
                  + (emulation.running() == 0
                      ? "it had at hand"
                      : emulation.running() + " cores are still at")
                  + " is done elsewhere, and dropped here. It joins again");
        }
      }
    }
  }

  private enum Ending {
    INTERRUPTED,
    LOST,
    TOO_FEW
  }

  /**
   * Waits until this node has to stop, or to begin anew.
   *
   * @throws ConfigError if the others refuse it
   */
  private static Ending serve(SweepSystem system, Interruption interruption, PrintWriter err)
      throws InterruptedException {
    boolean joined = false;
    long waits = 0;
    while (!system.ended().toCompletableFuture().isDone()) {
      if (!joined && system.hasJoined()) {
        joined = true;
        tell(err, "joined");
      }
      if (!joined && system.awaitsOthers() && ++waits > MOST_WAITS) {
        return Ending.TOO_FEW; // the others may have a cluster meanwhile
      }
      if (interruption.await(EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
        return Ending.INTERRUPTED;
      }
    }
    if (system.isRefused()) {
      throw new ConfigError(
          "this node is refused: the cluster runs another version of the program, or one that"
              + " means something else by an experiment\nrun "
              + Main.Version.number()
              + " on every node");
    }
    return Ending.LOST;
  }

  private Set<String> roles() {
    List<String> typed = roles;
    List<NodeAddress> others = node.joined();
    boolean begins = others.isEmpty() || others.get(0).equals(node.listening());
    if (typed == null) {
      return begins || journal != null
          ? new LinkedHashSet<>(List.of(COORDINATOR, WORKER))
          : new LinkedHashSet<>(List.of(WORKER));
    }
    Set<String> chosen = new LinkedHashSet<>(typed.stream().map(String::strip).toList());
    for (String role : chosen) {
      if (!role.equals(COORDINATOR) && !role.equals(WORKER)) {
        throw new ConfigError("--roles are coordinator and worker, not " + Failures.oneLine(role));
      }
    }
    if (chosen.contains(COORDINATOR) && journal == null && !begins) {
      throw new ConfigError(
          "--roles coordinator on a node that joins others needs a journal that all of them reach:"
              + " --journal jdbc:postgresql://HOST/DATABASE");
    }
    return chosen;
  }

  private int workers() {
    int workers = cores == null ? Runtime.getRuntime().availableProcessors() : cores;
    if (workers < 1) {
      throw new ConfigError("--cores is at least 1, not " + workers);
    }
    return workers;
  }

  private SweepJournal journal() {
    String url = journal;
    try {
      SweepJournal opened;
      if (url == null) {
        Path directory = ResultDirectory.path(dir);
        Files.createDirectories(directory);
        opened = SweepJournal.inDirectory(directory);
      } else {
        opened = SweepJournal.at(url);
      }
      opened.createTables();
      return opened;
    } catch (IllegalArgumentException e) {
      throw new ConfigError("--journal: " + e.getMessage(), e);
    } catch (IOException | SQLException e) {
      throw new UnwritableOutput(
          "the journal "
              + (url == null ? "in " + dir : "at " + url.replaceFirst("\\?.*", ""))
              + " cannot be opened: "
              + Failures.oneLine(e.getMessage()),
          e);
    }
  }

  private static void tell(PrintWriter err, String what) {
    err.println("faultline: " + what);
    err.flush();
  }
}

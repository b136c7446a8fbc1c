package io.faultline.app;

import io.faultline.actors.sweep.NodeSettings;
import io.faultline.actors.sweep.SweepJournal;
import io.faultline.actors.sweep.SweepSystem;
import io.faultline.app.sweep.SweepDirectory;
import io.faultline.config.ConfigError;
import io.faultline.protocol.sweep.SubmitReply;
import io.faultline.protocol.sweep.SweepPlan;
import io.faultline.protocol.sweep.SweepStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Whoever runs a sweep: this process, or a cluster that it joins for as long as it waits. */
final class SweepConnection implements AutoCloseable {

  private static final long EVERY_MILLIS = 100;
  private static final long JOIN_SECONDS = 60;

  private final Callable<SweepSystem> again;
  private final boolean remote;
  private final String place;
  private SweepSystem system;

  private SweepConnection(
      SweepSystem system, Callable<SweepSystem> again, boolean remote, String place) {
    this.system = system;
    this.again = again;
    this.remote = remote;
    this.place = place;
  }

  /**
   * This process, with its journal in the directory.
   *
   * @throws UnwritableOutput if the journal cannot be opened
   */
  static SweepConnection local(SweepDirectory directory, int workers) {
    SweepJournal journal = SweepJournal.inDirectory(directory.journal());
    try {
      Files.createDirectories(directory.journal());
      journal.createTables();
    } catch (IOException | SQLException e) {
      throw new UnwritableOutput(
          "the journal in "
              + directory.journal()
              + " cannot be opened: "
              + Failures.oneLine(e.getMessage()),
          e);
    }
    return new SweepConnection(
        SweepSystem.local(journal, workers, new PointEmulation()),
        () -> {
          throw new UnwritableOutput("the actors of the sweep have ended");
        },
        false,
        directory.path().toString());
  }

  /**
   * A cluster.
   *
   * @throws ConfigError if it does not answer, or is of another program
   */
  static SweepConnection joined(NodeSettings settings, Interruption interruption)
      throws InterruptedException {
    return new SweepConnection(
        join(settings, interruption), () -> join(settings, interruption), true, "the cluster");
  }

  private static SweepSystem join(NodeSettings settings, Interruption interruption)
      throws InterruptedException {
    SweepSystem system = NodeOptions.start(settings, new PointEmulation());
    String nodes = String.join(", ", settings.join().stream().map(Object::toString).toList());
    long givenUpAt = System.nanoTime() + TimeUnit.SECONDS.toNanos(JOIN_SECONDS);
    while (!system.hasJoined()) {
      if (system.ended().toCompletableFuture().isDone()
          || System.nanoTime() > givenUpAt
          || interruption.await(EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
        boolean refused = system.isRefused();
        system.close();
        throw new ConfigError(
            refused
                ? "refused: the cluster at "
                    + nodes
                    + " runs another version of the program, or one that means something else by an"
                    + " experiment\nthis one is "
                    + Main.Version.number()
                : "no cluster answers at "
                    + nodes
                    + "; one begins when most of its nodes are there");
      }
    }
    return system;
  }

  /** Whether it is a cluster, which goes on when this is closed. */
  boolean isRemote() {
    return remote;
  }

  /** Where rows come from. */
  SweepSystem system() {
    return system;
  }

  /**
   * Submits a sweep.
   *
   * @throws ConfigError if it is refused
   * @throws UnwritableOutput if nobody answers
   */
  SubmitReply.Accepted submit(SweepPlan plan, boolean fresh) {
    SubmitReply reply;
    try {
      reply = system.submit(plan, fresh, !remote).toCompletableFuture().join();
    } catch (CompletionException e) {
      throw new UnwritableOutput(
          remote
              ? "the cluster has no coordinator that answers; is there a node with that role?"
              : "the journal in " + place + " cannot be read",
          e);
    }
    if (reply instanceof SubmitReply.Accepted accepted) {
      return accepted;
    }
    String reason = reply instanceof SubmitReply.Refused refused ? refused.reason() : "";
    throw new ConfigError(
        place
            + ": "
            + reason
            + (remote
                ? "\nwait until it is done, or say --fresh to discard that"
                : "\nname another directory, or say --fresh to discard that"));
  }

  /**
   * How far the sweep is; empty if nobody answers just now.
   *
   * @throws UnwritableOutput if nobody will
   * @throws ConfigError if the cluster is gone
   */
  Optional<SweepStatus> status(SweepPlan plan) throws Exception {
    SweepStatus latest;
    try {
      latest = system.status().toCompletableFuture().join();
    } catch (CompletionException e) {
      if (system.ended().toCompletableFuture().isDone()) {
        system = again.call(); // the others took this process for lost
      }
      return Optional.empty(); // the coordinator is moving
    }
    if (latest.sweep().isEmpty() || latest.sweep().equals(plan.id())) {
      return Optional.of(latest).filter(known -> !known.sweep().isEmpty());
    }
    if (hasRows(plan)) { // another one came as soon as this was complete
      return Optional.of(
          new SweepStatus(
              SweepStatus.Phase.COMPLETE,
              plan.id(),
              plan.name(),
              plan.points(),
              plan.points(),
              0,
              0,
              0,
              latest.workers()));
    }
    throw new UnwritableOutput("somebody has discarded the sweep, by submitting " + latest.name());
  }

  private boolean hasRows(SweepPlan plan) {
    return system.rows(plan.id(), 0).toCompletableFuture().join().error().isEmpty();
  }

  @Override
  public void close() {
    if (remote) {
      system.leave();
    } else {
      system.close();
    }
  }
}

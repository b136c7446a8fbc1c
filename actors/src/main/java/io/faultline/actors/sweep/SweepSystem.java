package io.faultline.actors.sweep;

import akka.Done;
import akka.actor.Address;
import akka.actor.BootstrapSetup;
import akka.actor.CoordinatedShutdown;
import akka.actor.setup.ActorSystemSetup;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.ClusterSingleton;
import akka.cluster.typed.JoinSeedNodes;
import akka.cluster.typed.SingletonActor;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.faultline.protocol.sweep.RowsPage;
import io.faultline.protocol.sweep.SubmitReply;
import io.faultline.protocol.sweep.SweepMessage;
import io.faultline.protocol.sweep.SweepPlan;
import io.faultline.protocol.sweep.SweepStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A process's part in sweeps, and what the world outside can ask of it. */
public final class SweepSystem implements AutoCloseable {

  /** What nodes of one cluster are called. */
  static final String NAME = "faultline";

  private static final String CORES = "faultline.sweep.cores";
  private static final String READ_JOURNAL = "jdbc-read-journal";
  private static final long LONGEST_END_SECONDS = 20;
  private static final Duration SHORT = Duration.ofSeconds(5);
  private static final Duration LONG = Duration.ofSeconds(60);

  private final ActorSystem<Void> system;
  private final ActorRef<SweepMessage> coordinator;

  SweepSystem(ActorSystem<Void> system, ActorRef<SweepMessage> coordinator) {
    this.system = system;
    this.coordinator = coordinator;
  }

  /**
   * Coordinator and workers in this process alone.
   *
   * @param journal whose tables are there
   * @param cores how many workers, at least 0
   */
  public static SweepSystem local(SweepJournal journal, int cores, PointRunner runner) {
    return start(
        config(cores).withFallback(journal.config()),
        context -> {
          ActorRef<SweepMessage> desk = context.spawn(SweepDesk.create(READ_JOURNAL), "sweeps");
          spawnWorkers(context, cores, runner, desk, "local");
          return desk;
        });
  }

  /**
   * A node of a cluster, which joins it while this goes on.
   *
   * @param runner runs points, if there are to be workers
   */
  public static SweepSystem node(NodeSettings settings, PointRunner runner) {
    return start(
        settings.config(),
        context -> {
          ActorSystem<?> system = context.getSystem();
          ActorRef<SweepMessage> coordinator =
              ClusterSingleton.get(system)
                  .init(SingletonActor.of(SweepDesk.create(READ_JOURNAL), "sweeps"));
          Address self = Cluster.get(system).selfMember().address();
          List<Address> seeds = new ArrayList<>();
          for (NodeAddress node : settings.join()) {
            seeds.add(new Address(self.protocol(), self.system(), node.host(), node.port()));
          }
          if (seeds.isEmpty()) {
            seeds.add(self);
          }
          Cluster.get(system).manager().tell(new JoinSeedNodes(seeds));
          String name = self.getHost().orElse("?") + ":" + self.getPort().orElse(0);
          spawnWorkers(context, settings.cores(), runner, coordinator, name);
          return coordinator;
        });
  }

  /** Whether this is in a cluster that has too few nodes yet to begin. */
  public boolean awaitsOthers() {
    return Cluster.get(system).selfMember().status() == MemberStatus.joining();
  }

  /** Whether this is a node that the others know. */
  public boolean hasJoined() {
    return Cluster.get(system).selfMember().status() == MemberStatus.up();
  }

  /** Where this node is reached. */
  public String address() {
    Address self = Cluster.get(system).selfMember().address();
    return self.getHost().orElse("?") + ":" + self.getPort().orElse(0);
  }

  /** Whether it ended because the cluster is of another program. */
  public boolean isRefused() {
    return CoordinatedShutdown.get(system)
        .getShutdownReason()
        .filter(reason -> reason == CoordinatedShutdown.incompatibleConfigurationDetectedReason())
        .isPresent();
  }

  static Config config(int cores) {
    return ConfigFactory.parseMap(
        Map.of(CORES + ".thread-pool-executor.fixed-pool-size", Math.max(1, cores)));
  }

  /** Starts a system whose guardian does that, and waits until it has told the coordinator. */
  static SweepSystem start(
      Config special, Function<ActorContext<Void>, ActorRef<SweepMessage>> setup) {
    Config config =
        special
            .withFallback(
                ConfigFactory.parseResources(
                    SweepSystem.class.getClassLoader(), "io/faultline/actors/sweep/node.conf"))
            .withFallback(ConfigFactory.defaultReference(SweepSystem.class.getClassLoader()))
            .resolve();
    CompletableFuture<ActorRef<SweepMessage>> ready = new CompletableFuture<>();
    ActorSystem<Void> system =
        ActorSystem.create(
            Behaviors.setup(
                context -> {
                  try {
                    ready.complete(setup.apply(context));
                  } catch (RuntimeException e) {
                    ready.completeExceptionally(e);
                    throw e;
                  }
                  return Behaviors.empty();
                }),
            NAME,
            ActorSystemSetup.create(
                BootstrapSetup.create(config).withClassloader(SweepSystem.class.getClassLoader())));
    return new SweepSystem(system, ready.join());
  }

  static void spawnWorkers(
      ActorContext<?> context,
      int cores,
      PointRunner runner,
      ActorRef<SweepMessage> coordinator,
      String node) {
    for (int i = 1; i <= cores; i++) {
      String name = node + "/" + i + "@" + context.getSystem().startTime();
      context.spawn(
          SweepWorker.create(
              runner,
              context.getSystem().dispatchers().lookup(DispatcherSelector.fromConfig(CORES)),
              coordinator,
              name),
          "worker-" + i);
    }
  }

  /** Submits a sweep. */
  public CompletionStage<SubmitReply> submit(SweepPlan plan, boolean fresh, boolean alone) {
    return ask(replyTo -> new SweepMessage.Submit(plan, fresh, alone, replyTo), LONG);
  }

  /** Asks how far it is. */
  public CompletionStage<SweepStatus> status() {
    return ask(SweepMessage.GetStatus::new, SHORT);
  }

  /**
   * Asks for rows.
   *
   * @param from where the page begins: 0 or {@link RowsPage#next}
   */
  public CompletionStage<RowsPage> rows(String sweep, long from) {
    return ask(replyTo -> new SweepMessage.FetchRows(sweep, from, replyTo), LONG);
  }

  private <T> CompletionStage<T> ask(
      Function<ActorRef<T>, SweepMessage> question, Duration patience) {
    return AskPattern.ask(coordinator, question::apply, patience, system.scheduler());
  }

  /** Done when the system has ended, for whatever reason. */
  public CompletionStage<Done> ended() {
    return system.getWhenTerminated();
  }

  /** Leaves the cluster in good order, so that the others need not wait to find out, and ends. */
  public void leave() {
    CoordinatedShutdown.get(system)
        .runAll(CoordinatedShutdown.jvmExitReason())
        .toCompletableFuture()
        .join();
  }

  /**
   * Ends it; what is in the journal stays there. A connection that TLS has refused may keep Akka
   * from ever saying that it has ended, so this waits a while and no longer.
   */
  @Override
  public void close() {
    system.terminate();
    system
        .getWhenTerminated()
        .toCompletableFuture()
        .completeOnTimeout(Done.getInstance(), LONGEST_END_SECONDS, TimeUnit.SECONDS)
        .join();
  }
}

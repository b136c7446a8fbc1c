package io.faultline.app;

import akka.remote.RemoteTransportException;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import io.faultline.actors.sweep.NodeAddress;
import io.faultline.actors.sweep.NodeSettings;
import io.faultline.actors.sweep.PointRunner;
import io.faultline.actors.sweep.SweepJournal;
import io.faultline.actors.sweep.SweepSystem;
import io.faultline.config.ConfigError;
import io.faultline.config.SweepSpec;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a process is a node of a cluster; every command that talks to one has these options. */
final class NodeOptions {

  @Option(
      names = "--join",
      paramLabel = "HOST:PORT,...",
      description =
          "Nodes of the cluster to join. Best the same list everywhere, the node itself included.")
  private @Nullable String join;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description =
          "Where other nodes reach this one. Default: this host alone (127.0.0.1), any free port.")
  private @Nullable String listen;

  @Option(
      names = "--bind",
      paramLabel = "HOST:PORT",
      description = "Where to listen, if others reach it by another address. Default: as --listen.")
  private @Nullable String bind;

  @Option(
      names = "--akka-config",
      paramLabel = "FILE",
      description = "Settings of Akka's in HOCON, over Faultline's; for TLS, see docs/sweeps.md.")
  private @Nullable String more;

  /** Nodes to join; empty if none was named. */
  List<NodeAddress> joined() {
    String typed = join;
    try {
      return typed == null ? List.of() : NodeAddress.parseAll(typed);
    } catch (IllegalArgumentException e) {
      throw new ConfigError("--join: " + e.getMessage(), e);
    }
  }

  /** Where this node is reached. */
  NodeAddress listening() {
    NodeAddress address = address("--listen", listen, NodeAddress.LOOPBACK);
    for (NodeAddress other : joined()) {
      if (!other.isLoopback() && address.isLoopback()) {
        throw new ConfigError(
            "--join "
                + other
                + " is on another host: say with --listen HOST:PORT where it reaches this one");
      }
    }
    return address;
  }

  /**
   * Settings of a node.
   *
   * @param cores how many points it runs at the same time
   * @param journal of the coordinator, if it may be here
   */
  NodeSettings settings(int cores, Optional<SweepJournal> journal) {
    NodeAddress reached = listening();
    return new NodeSettings(
        reached,
        address("--bind", bind, reached),
        joined(),
        cores,
        journal,
        Main.Version.number(),
        SweepSpec.schema(),
        more());
  }

  /**
   * Starts a node.
   *
   * @throws ConfigError if it cannot listen where it is told to
   */
  static SweepSystem start(NodeSettings settings, PointRunner runner) {
    try {
      return SweepSystem.node(settings, runner);
    } catch (RemoteTransportException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new ConfigError(
          "cannot listen at " + settings.bind() + ": " + Failures.oneLine(cause.getMessage()), e);
    }
  }

  private static NodeAddress address(String option, @Nullable String typed, NodeAddress otherwise) {
    try {
      return typed == null ? otherwise : NodeAddress.parse(typed);
    } catch (IllegalArgumentException e) {
      throw new ConfigError(option + ": " + e.getMessage(), e);
    }
  }

  private Config more() {
    String file = more;
    if (file == null) {
      return ConfigFactory.empty();
    }
    try {
      return ConfigFactory.parseFile(
          ResultDirectory.path(file).toFile(),
          ConfigParseOptions.defaults().setAllowMissing(false));
    } catch (ConfigException e) {
      throw new ConfigError("--akka-config " + file + ": " + Failures.oneLine(e.getMessage()), e);
    }
  }
}

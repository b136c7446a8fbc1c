package io.faultline.actors.sweep;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a process is among the nodes of a cluster.
 *
 * @param listen where the others reach it
 * @param bind where it listens, which is elsewhere behind an address translation
 * @param join nodes of the cluster, most of which have to be there for it to begin; empty to begin
 *     one alone. On every node the same list is best: then also the one that began can come back
 * @param cores how many points it runs at the same time; 0 for none
 * @param journal of the coordinator, which may come to run here; empty if it must not
 * @param version of the program
 * @param schema what the program means by an experiment
 * @param more for Akka, over all else
 */
public record NodeSettings(
    NodeAddress listen,
    NodeAddress bind,
    List<NodeAddress> join,
    int cores,
    Optional<SweepJournal> journal,
    String version,
    String schema,
    Config more) {

  /** Of those among which the coordinator is. */
  static final String COORDINATOR = "coordinator";

  /** Of those that run points. */
  static final String WORKER = "worker";

  /** Of those that the cluster consists of, and not only submit. */
  static final String MEMBER = "member";

  /** Copies the list. */
  public NodeSettings {
    join = List.copyOf(join);
  }

  Config config() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("akka.actor.provider", "cluster");
    settings.put("akka.remote.artery.canonical.hostname", listen.host());
    settings.put("akka.remote.artery.canonical.port", listen.port());
    settings.put("akka.remote.artery.bind.hostname", bind.host());
    settings.put("akka.remote.artery.bind.port", bind.port());
    settings.put("akka.cluster.roles", roles());
    settings.put("akka.cluster.role." + MEMBER + ".min-nr-of-members", majority());
    settings.put(SameProgram.VERSION, version);
    settings.put(SameProgram.SCHEMA, schema);
    Config config = SweepSystem.config(cores).withFallback(ConfigFactory.parseMap(settings));
    if (journal.isPresent()) {
      config = config.withFallback(journal.get().config());
    }
    return more.withFallback(config)
        .withFallback(
            ConfigFactory.parseResources(
                NodeSettings.class.getClassLoader(), "io/faultline/actors/sweep/cluster.conf"));
  }

  /**
   * How many nodes a cluster needs to begin, so that those that are cut off from the others do not
   * begin a second one.
   */
  private int majority() {
    return Math.max(join.size(), 1) / 2 + 1;
  }

  private List<String> roles() {
    List<String> roles = new ArrayList<>();
    if (journal.isPresent()) {
      roles.add(COORDINATOR);
    }
    if (cores > 0) {
      roles.add(WORKER);
    }
    if (!roles.isEmpty()) {
      roles.add(MEMBER);
    }
    return roles;
  }
}

package io.faultline.actors.sweep;

import akka.persistence.testkit.PersistenceTestKitPlugin;
import akka.persistence.testkit.PersistenceTestKitSnapshotPlugin;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.faultline.protocol.sweep.PointRow;
import io.faultline.protocol.sweep.SweepPlan;

/**
 * What a test needs to be a node: its configuration with a journal in memory, and things to say.
 */
final class TestNode {

  static final String READ_JOURNAL = "akka.persistence.testkit.query";

  /** A busy machine makes a test slow and not wrong. */
  private static final String PATIENT =
      "akka.actor.testkit.typed { single-expect-default = 60s, default-timeout = 60s }";

  private TestNode() {}

  static Config config() {
    return ConfigFactory.parseString(PATIENT)
        .withFallback(PersistenceTestKitPlugin.getInstance().config())
        .withFallback(PersistenceTestKitSnapshotPlugin.config())
        .withFallback(ConfigFactory.parseResources("io/faultline/actors/sweep/node.conf"))
        .withFallback(ConfigFactory.defaultReference())
        .resolve();
  }

  static SweepPlan plan(String name, int points) {
    return new SweepPlan(
        "sha256-of-" + name + "-which-is-long", name, "1.0", points, "{ name = " + name + " }");
  }

  static PointRow row(int point) {
    return new PointRow(
        point,
        "6.1",
        "hash-" + point,
        "events",
        "",
        new String[] {"a", "b"},
        new double[] {point, 1.5});
  }
}

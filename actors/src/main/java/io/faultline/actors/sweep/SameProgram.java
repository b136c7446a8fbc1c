package io.faultline.actors.sweep;

import akka.cluster.ConfigValidation;
import akka.cluster.Invalid;
import akka.cluster.JoinConfigCompatChecker;
import akka.cluster.Valid$;
import akka.japi.Util;
import com.typesafe.config.Config;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.immutable.Seq;

/**
 * Nodes of one cluster run the same program and mean the same by an experiment: otherwise a row
 * would depend on who made it. Both sides of a join ask this; Akka makes it by its name.
 */
public final class SameProgram extends JoinConfigCompatChecker {

  static final String VERSION = "faultline.sweep.version";
  static final String SCHEMA = "faultline.sweep.schema";

  private static final Logger LOG = LoggerFactory.getLogger(SameProgram.class);

  @Override
  public Seq<String> requiredKeys() {
    return Util.immutableSeq(List.of(VERSION, SCHEMA));
  }

  @Override
  public ConfigValidation check(Config theirs, Config own) {
    if (described(theirs).equals(described(own))) {
      return Valid$.MODULE$;
    }
    String difference =
        "a node and the cluster that it would join are not the same program: there it is "
            + described(theirs)
            + ", here "
            + described(own);
    LOG.warn(difference);
    return new Invalid(Util.immutableSeq(List.of(difference)));
  }

  private static String described(Config config) {
    return value(config, VERSION) + " with experiments of schema " + value(config, SCHEMA);
  }

  private static String value(Config config, String key) {
    return config.hasPath(key) ? config.getString(key) : "none";
  }
}

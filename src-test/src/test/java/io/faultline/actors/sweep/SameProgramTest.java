package io.faultline.actors.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nodes of one cluster are the same program. */
class SameProgramTest {

  private static NodeSettings settings(List<NodeAddress> join, String version) {
    return new NodeSettings(
        NodeAddress.LOOPBACK,
        NodeAddress.LOOPBACK,
        join,
        0,
        Optional.empty(),
        version,
        "s",
        ConfigFactory.empty());
  }

  private static Config program(String version, String schema) {
    return ConfigFactory.parseString(
        SameProgram.VERSION + " = \"" + version + "\"\n" + SameProgram.SCHEMA + " = " + schema);
  }

  @ParameterizedTest
  @CsvSource({"1.0, s, 1.0, s, true", "1.0, s, 1.1, s, false", "1.0, s, 1.0, t, false"})
  void onlyTheSameVersionAndSchemaMayJoin(
      String theirVersion, String theirSchema, String version, String schema, boolean allowed) {
    assertThat(
            new SameProgram()
                .check(program(theirVersion, theirSchema), program(version, schema))
                .toString()
                .startsWith("Invalid"))
        .isNotEqualTo(allowed);
  }

  @Test
  void aNodeOfAnotherVersionIsRefused() throws Exception {
    try (SweepSystem first = SweepSystem.node(settings(List.of(), "1.0"), neverRun())) {
      List<NodeAddress> join = List.of(NodeAddress.parse(first.address()));
      try (SweepSystem other = SweepSystem.node(settings(join, "1.1"), neverRun())) {
        other.ended().toCompletableFuture().get(60, TimeUnit.SECONDS);

        assertThat(other.isRefused()).isTrue();
      }
      assertThat(first.ended().toCompletableFuture()).isNotDone();
    }
  }

  private static PointRunner neverRun() {
    return (plan, point) -> {
      throw new AssertionError("no worker was asked for");
    };
  }
}

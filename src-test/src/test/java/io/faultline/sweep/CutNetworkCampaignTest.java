package io.faultline.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.app.Program;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Five nodes, and between them a network that is cut. */
@Tag("campaign")
class CutNetworkCampaignTest {

  private static final int NODES = 5;

  @TempDir private Path directory;

  private static String host(int number) {
    return "127.0.0." + (10 + number);
  }

  private static long joined(Program node) {
    return node.said().lines().filter("faultline: joined"::equals).count();
  }

  @Test
  void theSideOfTheCoordinatorIsTheSmallerAndTheOtherGoesOn() throws Exception {
    Path file = SmallSweep.file(directory, 2048, 500);
    Path out = directory.resolve("out");
    String journal = Nodes.emptySharedJournal("cut");
    try (Network network = new Network();
        Nodes nodes = new Nodes(directory)) {
      for (int number = 0; number < NODES; number++) {
        InetAddress host = InetAddress.getByName(host(number));
        InetSocketAddress bound = new InetSocketAddress(host, Nodes.freePort(host));
        Path source =
            Files.writeString(
                directory.resolve("source" + number + ".conf"),
                "akka.remote.artery.advanced.tcp.outbound-client-hostname = " + host(number));
        nodes.add(
            "127.0.0.1:" + network.relayTo(bound).getPort(),
            "--bind",
            host(number) + ":" + bound.getPort(),
            "--akka-config",
            source.toString(),
            "--journal",
            journal);
      }
      List<Program> all = new ArrayList<>();
      for (int number = 0; number < NODES; number++) {
        all.add(nodes.begin(number));
      }
      for (Program node : all) {
        node.until(() -> joined(node) == 1);
      }
      Program coordinator = all.get(0);
      Program sweep = nodes.submit(file, out);
      sweep.until(() -> SmallSweep.done(out) > 20);

      network.cut(Set.of(host(0), host(1)));
      coordinator.until(() -> coordinator.said().contains("It joins again"));
      int before = SmallSweep.done(out);
      sweep.until(() -> SmallSweep.done(out) > before + 20);
      assertThat(joined(coordinator)).as("clusters it has been in").isEqualTo(1);
      network.mend();
      coordinator.until(() -> joined(coordinator) == 2);

      assertThat(sweep.exitCode()).as(sweep.said()).isZero();
      SmallSweep.assertSame(out, nodes.reference(file));
    }
  }
}

package io.faultline.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.app.Program;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of {@code docs/sweeps.md}: nodes that show each other certificates. */
@Tag("campaign")
class TlsCampaignTest {

  private static final String FENCE = "```";

  @TempDir private Path directory;

  /** A fenced block of the section on TLS. */
  private static String block(int number) throws IOException {
    String page = Files.readString(Path.of("..", "docs", "sweeps.md"));
    String section = page.substring(page.indexOf("### TLS"));
    String[] parts = section.split(FENCE, -1);
    String block = parts[2 * number + 1];
    return block.substring(block.indexOf('\n') + 1);
  }

  /** An authority, and a node's keys that it has signed. */
  private Path settings(String name) throws IOException, InterruptedException {
    Path place = Files.createDirectory(directory.resolve(name));
    Path script =
        Files.writeString(place.resolve("keys.sh"), block(0).replace("10.0.0.1", "127.0.0.1"));
    ProcessBuilder shell =
        new ProcessBuilder("sh", "-e", script.toString())
            .directory(place.toFile())
            .redirectErrorStream(true)
            .redirectOutput(place.resolve("keys.log").toFile());
    shell.environment().put(Program.KEY_STORE_PASSWORD, Program.PASSWORD);
    shell
        .environment()
        .merge(
            "PATH",
            Path.of(System.getProperty("java.home"), "bin").toString(),
            (path, java) -> java + ":" + path);
    Process keys = shell.start();
    assertThat(keys.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(keys.exitValue()).as(Files.readString(place.resolve("keys.log"))).isZero();
    return Files.writeString(
        place.resolve("tls.conf"), block(1).replace("/etc/faultline", place.toString()));
  }

  @Test
  void nodesWithCertificatesOfOneAuthorityRunASweepAndNobodyElseJoinsThem() throws Exception {
    Path file = SmallSweep.file(directory, 1024, 100);
    Path out = directory.resolve("out");
    String tls = settings("authority").toString();
    String foreign = settings("foreign").toString();
    try (Nodes nodes = Nodes.onFreePorts(directory, 3)) {
      nodes.begin(0, "--dir", directory.resolve("journal").toString(), "--akka-config", tls);
      nodes.node(1, "--akka-config", tls);
      nodes.add("127.0.0.1:" + Nodes.freePort(InetAddress.getLoopbackAddress()));
      Program plain = nodes.begin(2);
      Program stranger = nodes.begin(3, "--akka-config", foreign);
      Program refused = nodes.submit(file, directory.resolve("refused"), "--akka-config", foreign);

      Program sweep = nodes.submit(file, out, "--akka-config", tls);

      assertThat(sweep.exitCode()).as(sweep.said()).isZero();
      assertThat(refused.exitCode()).as(refused.said()).isEqualTo(2);
      assertThat(refused.said()).contains("no cluster answers at 127.0.0.1:");
      assertThat(plain.said()).doesNotContain("joined");
      assertThat(stranger.said()).doesNotContain("joined");
      SmallSweep.assertSame(out, nodes.reference(file));
    }
  }
}

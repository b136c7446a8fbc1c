package io.faultline.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes in processes of their own, some of which do not live to see the end.
 *
 * <p>The test in which the coordinator's node dies needs an empty PostgreSQL database, whose JDBC
 * URL the system property {@code faultline.test.postgresql} names.
 */
@Tag("campaign")
class ClusterCampaignTest {

  private static final int FROZEN_SECONDS = 30;

  @TempDir private Path directory;

  private final List<Program> programs = new ArrayList<>();
  private final List<String> addresses = new ArrayList<>();

  @BeforeEach
  void chooseAddresses() throws IOException {
    for (int i = 0; i < 3; i++) {
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        addresses.add("127.0.0.1:" + free.getLocalPort());
      }
    }
  }

  @AfterEach
  void stopAll() throws InterruptedException {
    for (Program program : programs) {
      program.close();
    }
  }

  private Program start(String name, String... arguments) {
    Program program = Program.start(directory.resolve(name + ".log"), arguments);
    programs.add(program);
    return program;
  }

  private Program node(int number, String... further) throws InterruptedException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "node",
                "--listen",
                addresses.get(number),
                "--join",
                String.join(",", addresses),
                "--cores",
                "1"));
    arguments.addAll(List.of(further));
    Program program = start("node" + number, arguments.toArray(String[]::new));
    program.until(() -> program.said().contains("joined"));
    return program;
  }

  private Program submit(Path file, Path out) {
    return start(
        "sweep",
        "sweep",
        file.toString(),
        "--join",
        String.join(",", addresses),
        "--out",
        out.toString());
  }

  private Path reference(Path file) throws InterruptedException {
    Path out = directory.resolve("reference");
    Program whole = start("reference", "sweep", file.toString(), "--out", out.toString());
    assertThat(whole.exitCode()).as(whole.said()).isZero();
    return out;
  }

  @Test
  void aKilledWorkerChangesNoByte() throws Exception {
    Path file = SmallSweep.file(directory, 1024, 100);
    Path out = directory.resolve("out");
    node(0, "--dir", directory.resolve("journal").toString());
    Program killed = node(1);
    node(2);
    Program sweep = submit(file, out);
    sweep.until(() -> SmallSweep.done(out) > 20);

    killed.kill();

    assertThat(sweep.exitCode()).as(sweep.said()).isZero();
    SmallSweep.assertSame(out, reference(file));
  }

  @Test
  void aNodeThatIsFrozenForHalfAMinuteChangesNoByte() throws Exception {
    Path file = SmallSweep.file(directory, 1024, 200);
    Path out = directory.resolve("out");
    node(0, "--dir", directory.resolve("journal").toString());
    node(1);
    Program frozen = node(2);
    Program sweep = submit(file, out);
    sweep.until(() -> SmallSweep.done(out) > 20);

    frozen.signal("STOP");
    long thawAt = System.nanoTime() + TimeUnit.SECONDS.toNanos(FROZEN_SECONDS);
    frozen.until(() -> System.nanoTime() > thawAt);
    frozen.signal("CONT");

    assertThat(sweep.exitCode()).as(sweep.said()).isZero();
    SmallSweep.assertSame(out, reference(file));
  }

  @Test
  void theCoordinatorsNodeIsKilledAndAnotherTakesOver() throws Exception {
    String database = System.getProperty("faultline.test.postgresql");
    Assumptions.assumeTrue(database != null, "no PostgreSQL to try it with");
    Path file = SmallSweep.file(directory, 1024, 200);
    Path out = directory.resolve("out");
    Program coordinator = node(0, "--journal", database);
    node(1, "--journal", database);
    node(2, "--journal", database);
    Program sweep = submit(file, out);
    sweep.until(() -> SmallSweep.done(out) > 20);

    coordinator.kill();
    int before = SmallSweep.done(out);
    sweep.until(() -> SmallSweep.done(out) > before + 20);
    node(0, "--journal", database);

    assertThat(sweep.exitCode()).as(sweep.said()).isZero();
    SmallSweep.assertSame(out, reference(file));
  }
}

package io.faultline.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.app.Program;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;

/** Nodes of a cluster, each a process of its own with one worker, and processes that submit. */
final class Nodes implements AutoCloseable {

  private final Path directory;
  private final List<Program> programs = new ArrayList<>();
  private final List<String> addresses = new ArrayList<>();
  private final List<List<String>> options = new ArrayList<>();

  /**
   * None yet.
   *
   * @param directory for what they say
   */
  Nodes(Path directory) {
    this.directory = directory;
  }

  /** So many nodes on ports of this host that are free; none is started. */
  static Nodes onFreePorts(Path directory, int count) throws IOException {
    Nodes nodes = new Nodes(directory);
    Set<Integer> ports = new LinkedHashSet<>();
    while (ports.size() < count) {
      ports.add(freePort(InetAddress.getLoopbackAddress()));
    }
    ports.forEach(port -> nodes.add("127.0.0.1:" + port));
    return nodes;
  }

  /** A port that nobody listens at. */
  static int freePort(InetAddress host) throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, host)) {
      return free.getLocalPort();
    }
  }

  /**
   * One more node, which is not started.
   *
   * @param address where others reach it
   * @param further options, each time that it is started
   */
  void add(String address, String... further) {
    addresses.add(address);
    options.add(List.of(further));
  }

  /** Starts a program. */
  Program start(String name, String... arguments) {
    Path log = directory.resolve(programs.size() + "-" + name + ".log");
    Program program = Program.start(log, arguments);
    programs.add(program);
    return program;
  }

  /** Starts a node and does not wait for it. */
  Program begin(int number, String... further) {
    List<String> arguments = new ArrayList<>(List.of("node", "-v", "--cores", "1"));
    arguments.addAll(List.of("--listen", addresses.get(number), "--join", all()));
    arguments.addAll(options.get(number));
    arguments.addAll(List.of(further));
    return start("node" + number, arguments.toArray(String[]::new));
  }

  /** Starts a node, which is among the others when this returns. */
  Program node(int number, String... further) throws InterruptedException {
    Program program = begin(number, further);
    program.until(() -> program.said().contains("joined"));
    return program;
  }

  /** Submits a sweep. */
  Program submit(Path file, Path out, String... further) {
    List<String> arguments = new ArrayList<>(List.of("sweep", file.toString()));
    arguments.addAll(List.of("--join", all(), "--out", out.toString()));
    arguments.addAll(List.of(further));
    return start("sweep", arguments.toArray(String[]::new));
  }

  private String all() {
    return String.join(",", addresses);
  }

  /** The same sweep in one process. */
  Path reference(Path file) throws InterruptedException {
    Path out = directory.resolve("reference");
    Program whole = start("reference", "sweep", file.toString(), "--out", out.toString());
    assertThat(whole.exitCode()).as(whole.said()).isZero();
    return out;
  }

  /** How often nodes have begun a point. */
  int begun() {
    return programs.stream().mapToInt(Program::begun).sum();
  }

  /**
   * A journal that all nodes reach, with nothing in it. The PostgreSQL database is the one whose
   * JDBC URL the system property {@code faultline.test.postgresql} names; without it the test is
   * not run.
   */
  static String emptySharedJournal(String name) throws SQLException {
    String database = System.getProperty("faultline.test.postgresql");
    Assumptions.assumeTrue(database != null, "no PostgreSQL to try it with");
    try (Connection connection = DriverManager.getConnection(database);
        Statement statement = connection.createStatement()) {
      statement.execute("DROP SCHEMA IF EXISTS " + name + " CASCADE");
      statement.execute("CREATE SCHEMA " + name);
    }
    return database + "&currentSchema=" + name;
  }

  @Override
  public void close() throws InterruptedException {
    for (Program program : programs) {
      program.close();
    }
  }
}

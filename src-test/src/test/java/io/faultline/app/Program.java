package io.faultline.app;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** The program in a process of its own. */
public final class Program implements AutoCloseable {

  /** The variable that has the password of key stores, and what it is here. */
  public static final String KEY_STORE_PASSWORD = "KEY_STORE_PASSWORD";

  public static final String PASSWORD = "of-the-tests";

  private static final long PATIENCE_SECONDS = 300;

  private final Process process;
  private final Path log;

  private Program(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts it.
   *
   * @param log where it writes what it says
   */
  public static Program start(Path log, String... arguments) {
    return start(log, List.of(), arguments);
  }

  /**
   * Starts it.
   *
   * @param log where it writes what it says
   * @param jvm options of the JVM's
   */
  public static Program start(Path log, List<String> jvm, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+UseSerialGC");
    command.addAll(jvm);
    command.add("-cp");
    command.add(
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> !entry.endsWith("test-classes")) // it logs as it does for its users
            .collect(Collectors.joining(File.pathSeparator)));
    command.add("io.faultline.app.Main");
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().put(KEY_STORE_PASSWORD, PASSWORD);
    try {
      return new Program(builder.start(), log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What it has said. */
  public String said() {
    try {
      return Files.exists(log) ? Files.readString(log) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How often it has begun a point, which it says with {@code -v}. */
  public int begun() {
    return (int) said().lines().filter(line -> line.matches(".* point \\d+ is begun")).count();
  }

  /** Waits until it has ended. */
  public int exitCode() throws InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("it does not end; it has said\n" + said());
    }
    return process.exitValue();
  }

  /** Waits until something is so, and fails if it ends before. */
  public void until(BooleanSupplier reached) throws InterruptedException {
    long givenUpAt = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!reached.getAsBoolean()) {
      if (process.waitFor(20, TimeUnit.MILLISECONDS) || System.nanoTime() > givenUpAt) {
        if (reached.getAsBoolean()) {
          return;
        }
        throw new AssertionError("it has ended too early, or hangs; it has said\n" + said());
      }
    }
  }

  /** {@code kill -9}. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Sends a signal, such as {@code STOP}. */
  public void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }
}

package io.faultline.app;

import io.faultline.actors.observe.EventLog;
import io.faultline.config.ConfigError;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * A file of events, as {@code run --events} writes it. It is written beside its place and moved
 * there when the run has ended well.
 */
final class EventsFile {

  /** What it is called in a directory of results. */
  static final String NAME = "events.jsonl";

  private final Path file;
  private final Path incomplete;
  private @Nullable BufferedWriter out;
  private boolean kept;

  private EventsFile(Path file, Path incomplete) {
    this.file = file;
    this.incomplete = incomplete;
  }

  /**
   * A file that can be written to, as far as can be told without doing so.
   *
   * @throws UnwritableOutput if it cannot
   */
  static EventsFile at(String name) {
    Path file = ResultDirectory.path(name);
    ResultDirectory.checkFile(file);
    boolean special = Files.exists(file) && !Files.isRegularFile(file);
    return new EventsFile(
        file,
        special
            ? file
            : file.resolveSibling("." + file.getFileName() + "." + ProcessHandle.current().pid()));
  }

  /** Begins it. */
  EventLog begin() {
    try {
      Path parent = file.getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      BufferedWriter writer = Files.newBufferedWriter(incomplete);
      out = writer;
      return new EventLog(writer);
    } catch (IOException e) {
      throw new UnwritableOutput("cannot write to " + file + ": " + e.getMessage(), e);
    }
  }

  /** Nothing more comes. Unless it is kept afterwards, it was for nothing. */
  void end() {
    try {
      if (out != null) {
        out.close();
      }
    } catch (IOException e) {
      throw new UnwritableOutput("cannot write to " + file + ": " + e.getMessage(), e);
    } finally {
      if (!incomplete.equals(file)) {
        incomplete.toFile().deleteOnExit();
      }
    }
  }

  /** The run has ended well: puts the file in its place. */
  void keep() {
    try {
      if (!kept && !incomplete.equals(file)) {
        Files.move(incomplete, file, StandardCopyOption.REPLACE_EXISTING);
      }
      kept = true;
    } catch (IOException e) {
      throw new UnwritableOutput("cannot write to " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Opens one to be read.
   *
   * @param name a file, or a directory with one called {@link #NAME}
   * @throws ConfigError if there is none
   */
  static BufferedReader open(String name) {
    Path path = ResultDirectory.path(name);
    if (Files.isDirectory(path)) {
      path = path.resolve(NAME);
      if (!Files.exists(path)) {
        throw new ConfigError(
            name
                + ": there is no "
                + NAME
                + " in it; it comes from faultline run ... --events "
                + name
                + "/"
                + NAME);
      }
    } else if (!Files.exists(path)) {
      throw new ConfigError(name + ": there is no such file or directory");
    }
    try {
      return Files.newBufferedReader(path, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new ConfigError(name + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * The next line; null at the end.
   *
   * @param name for a failure's message
   */
  static @Nullable String line(BufferedReader reader, String name) {
    try {
      return reader.readLine();
    } catch (IOException | UncheckedIOException e) {
      throw new ConfigError(name + ": cannot be read: " + e.getMessage(), e);
    }
  }
}

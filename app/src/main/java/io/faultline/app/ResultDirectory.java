package io.faultline.app;

import io.faultline.config.ConfigError;
import io.faultline.config.Experiment;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A directory for the files of a run: {@code summary.json}, {@code vmstat}, {@code swaps} and
 * {@code experiment.conf}, with zswap also {@code zswap}, and its page. It may exist; then these
 * replace their namesakes and nothing else in it is touched. They are written beside it and moved
 * when they are complete.
 */
final class ResultDirectory {

  private final Path directory;
  private final Path parent;

  private ResultDirectory(Path directory, Path parent) {
    this.directory = directory;
    this.parent = parent;
  }

  /**
   * A directory that can be written to, as far as can be told without doing so.
   *
   * @throws UnwritableOutput if it cannot
   */
  static ResultDirectory at(String name) {
    Path directory = path(name);
    Path existing = directory;
    while (!Files.exists(existing)) {
      Path above = existing.getParent();
      if (above == null) {
        throw new UnwritableOutput("cannot write to " + name + ": there is no such place");
      }
      existing = above;
    }
    if (!Files.isDirectory(existing)) {
      throw new UnwritableOutput("cannot write to " + name + ": " + existing + " is no directory");
    }
    if (!Files.isWritable(existing)) {
      throw new UnwritableOutput("cannot write to " + name + ": no permission");
    }
    Path parent = directory.getParent();
    return new ResultDirectory(directory, parent == null ? directory : parent);
  }

  /** A path that the user typed. */
  static Path path(String name) {
    if (name.isBlank()) {
      throw new ConfigError("an empty text is no name for a file"); // it would be where we are
    }
    try {
      return Path.of(name).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      throw new ConfigError(name + " is no name for a file", e);
    }
  }

  /**
   * Writes the files.
   *
   * @param page the page and what it links to, text by name
   * @throws UnwritableOutput if they cannot be stored
   */
  void write(Experiment experiment, Summary summary, Map<String, String> page) {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("experiment.conf", experiment.render());
    files.put("vmstat", KernelText.vmstat(summary));
    files.put("swaps", KernelText.swaps(summary));
    if (summary.zswap() != null) {
      files.put("zswap", KernelText.zswap(summary.zswap()));
    }
    files.put("summary.json", Json.text(summary));
    files.putAll(page);
    write(files);
  }

  /**
   * Writes files of any names, all of them or none.
   *
   * @param files text by name
   * @throws UnwritableOutput if they cannot be stored
   */
  void write(Map<String, String> files) {
    try {
      Files.createDirectories(parent);
      Path complete = Files.createTempDirectory(parent, ".faultline-");
      try {
        for (Map.Entry<String, String> file : files.entrySet()) {
          Files.writeString(complete.resolve(file.getKey()), file.getValue());
        }
        Files.createDirectories(directory);
        for (String file : files.keySet()) {
          Files.move(
              complete.resolve(file), directory.resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
      } finally {
        for (String file : files.keySet()) {
          Files.deleteIfExists(complete.resolve(file));
        }
        Files.deleteIfExists(complete);
      }
    } catch (IOException e) {
      throw unwritable(directory, e);
    }
  }

  /**
   * Checks, as far as can be told without doing so, that a file can be written.
   *
   * @throws UnwritableOutput if it cannot
   */
  static void checkFile(Path file) {
    Path parent = file.getParent();
    if (parent == null || Files.isDirectory(file)) {
      throw new UnwritableOutput("cannot write to " + file + ": it is a directory");
    }
    if (isSpecial(file)) {
      if (!Files.isWritable(file)) {
        throw new UnwritableOutput("cannot write to " + file + ": no permission");
      }
      return;
    }
    at(parent.toString());
  }

  /** A device or a pipe, which must be written to and never be replaced by a file. */
  private static boolean isSpecial(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
  }

  /**
   * Writes one file, in whole or not at all; a device or a pipe is written to as it is.
   *
   * @throws UnwritableOutput if it cannot be stored
   */
  static void writeFile(Path named, String text) {
    Path file = named;
    try {
      if (isSpecial(file)) {
        Files.writeString(file, text);
        return;
      }
      if (Files.exists(file)) {
        file = file.toRealPath(); // a link stays, and what it names is replaced
      }
      Path parent = file.toAbsolutePath().getParent();
      if (parent == null) {
        throw new UnwritableOutput("cannot write to " + file + ": it is a directory");
      }
      Files.createDirectories(parent);
      Path complete =
          parent.resolve("." + file.getFileName() + "." + ProcessHandle.current().pid());
      try {
        Files.writeString(complete, text);
        Files.move(complete, file, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(complete);
      }
    } catch (IOException e) {
      throw unwritable(file, e);
    }
  }

  /** What to say when a file cannot be written. */
  static UnwritableOutput unwritable(Path target, IOException e) {
    String why =
        e instanceof AccessDeniedException
            ? "no permission"
            : e instanceof NoSuchFileException
                ? "there is no such place"
                : e instanceof FileSystemException system && system.getReason() != null
                    ? system.getReason()
                    : String.valueOf(e.getMessage());
    return new UnwritableOutput("cannot write to " + target + ": " + why, e);
  }
}

package io.faultline.app.sweep;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A directory of one sweep: its journal, how far it is, and in the end its results. */
public final class SweepDirectory implements AutoCloseable {

  /** The rows. */
  public static final String CSV = "results.csv";

  /** The rows in columns. */
  public static final String PARQUET = "results.parquet";

  /** How each came about, a line of JSON each. */
  public static final String RUNS = "runs.jsonl";

  /** How far it is, written while it is run. */
  public static final String STATUS = "status.json";

  private static final String LOCK = ".lock";

  private final Path directory;
  private final FileChannel channel;
  private final FileLock lock;

  private SweepDirectory(Path directory, FileChannel channel, FileLock lock) {
    this.directory = directory;
    this.channel = channel;
    this.lock = lock;
  }

  /**
   * Takes the directory for this process, and makes it if it is not there.
   *
   * @return empty if another process has it
   * @throws IOException if it cannot be made or written to
   */
  public static Optional<SweepDirectory> take(Path directory) throws IOException {
    Files.createDirectories(directory);
    FileChannel channel =
        FileChannel.open(
            directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock = lock(channel);
    if (lock == null) {
      channel.close();
      return Optional.empty();
    }
    return Optional.of(new SweepDirectory(directory, channel, lock));
  }

  /** Whether a process has the directory just now. */
  public static boolean isTaken(Path directory) throws IOException {
    Optional<SweepDirectory> taken = take(directory);
    if (taken.isPresent()) {
      taken.get().close();
    }
    return taken.isEmpty();
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // it is this process that has it
    }
  }

  /** Where its journal is. */
  public Path journal() {
    return directory.resolve("journal");
  }

  /** A file in it. */
  public Path file(String name) {
    return directory.resolve(name);
  }

  /** Where it is. */
  public Path path() {
    return directory;
  }

  /** A place for a file until it is complete. */
  public Path incomplete(String name) {
    return directory.resolve("." + name + ".incomplete");
  }

  /** Puts complete files in the place of their namesakes. */
  public void complete(List<String> names) throws IOException {
    for (String name : names) {
      Files.move(
          incomplete(name),
          file(name),
          StandardCopyOption.REPLACE_EXISTING,
          StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** Removes results, which are of what was discarded. */
  public void discardResults() throws IOException {
    for (String name : List.of(CSV, PARQUET, RUNS, STATUS)) {
      Files.deleteIfExists(file(name));
    }
  }

  /** Leaves it to others. */
  @Override
  public void close() throws IOException {
    lock.release();
    channel.close();
  }
}

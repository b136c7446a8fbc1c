package io.faultline.app;

import io.faultline.protocol.sweep.SweepStatus;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How far a sweep is, for whoever looks at its directory from outside; renewed some times a second.
 */
final class StatusFile implements AutoCloseable {

  private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

  private final Path file;
  private @Nullable SweepStatus latest;
  private long writtenAt;

  StatusFile(Path file) {
    this.file = file;
  }

  /** Writes it, unless that was done a moment ago. */
  void write(SweepStatus status) {
    latest = status;
    if (writtenAt == 0 || System.nanoTime() - writtenAt > EVERY_NANOS) {
      writeNow(status);
    }
  }

  private void writeNow(SweepStatus status) {
    ResultDirectory.writeFile(file, Json.text(status));
    writtenAt = System.nanoTime();
  }

  /** Writes what came last. */
  @Override
  public void close() {
    SweepStatus last = latest;
    if (last != null) {
      writeNow(last);
    }
  }
}

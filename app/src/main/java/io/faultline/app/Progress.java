package io.faultline.app;

import java.io.PrintWriter;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A line on a terminal that says how far a run is, how fast it goes and how long it will still
 * take. Says nothing where standard error is no terminal, or where the log has it.
 */
final class Progress implements AutoCloseable {

  /** Set by the launcher, which can tell; Java cannot, for standard error alone. */
  private static final String ON_TERMINAL = "faultline.terminal";

  private static final long FIRST_MILLIS = 700;
  private static final long EVERY_MILLIS = 250;

  /** Carriage return, and erase the line. */
  private static final String AFRESH = "\r\u001b[K";

  private final PrintWriter err;
  private final String what;
  private final long total;
  private final LongSupplier done;
  private final Supplier<String> note;
  private final ScheduledExecutorService ticker;
  private long startedAt;
  private long doneAtStart;
  private boolean shown;

  private Progress(
      PrintWriter err, String what, long total, LongSupplier done, Supplier<String> note) {
    this.err = err;
    this.what = what;
    this.total = total;
    this.done = done;
    this.note = note;
    this.ticker =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "progress");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Starts to report.
   *
   * @param what is counted, in the plural
   * @param total how many there will be
   * @param done how many there are; read from another thread
   */
  static Progress of(PrintWriter err, String what, long total, LongSupplier done) {
    return of(err, what, total, done, () -> "");
  }

  /**
   * As {@link #of(PrintWriter, String, long, LongSupplier)}, with something more to say.
   *
   * @param note what follows; read from another thread
   */
  @SuppressWarnings("FutureReturnValueIgnored") // a line that is not shown fails no run
  static Progress of(
      PrintWriter err, String what, long total, LongSupplier done, Supplier<String> note) {
    Progress progress = new Progress(err, what, total, done, note);
    if (Boolean.getBoolean(ON_TERMINAL) && Verbosity.quiet()) {
      progress.ticker.scheduleAtFixedRate(
          progress::show, FIRST_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }
    return progress;
  }

  /** Ends the report and clears the line. */
  @Override
  public void close() {
    ticker.shutdownNow();
    clear();
  }

  private synchronized void clear() {
    if (shown) {
      err.print(AFRESH);
      err.flush();
    }
    shown = false;
  }

  private synchronized void show() {
    long count = done.getAsLong();
    if (ticker.isShutdown() || count == 0) {
      return;
    }
    long now = System.nanoTime();
    if (startedAt == 0) { // the rate is of what is seen to happen, not of the start
      startedAt = now;
      doneAtStart = count;
      return;
    }
    long elapsed = now - startedAt;
    long made = Math.max(1, count - doneAtStart);
    double left = (double) elapsed * (total - count) / made;
    err.print(
        AFRESH
            + Figures.percent(count, total)
            + " of "
            + total
            + " "
            + what
            + ", "
            + Figures.rate(made, elapsed)
            + " a second, "
            + Figures.duration(Math.max(0, left))
            + " left"
            + note.get());
    err.flush();
    shown = true;
  }
}

package io.faultline.actors.process;

/** What a swapoff came to. */
public final class SwapoffRecord {

  private long startedAt;
  private long finishedAt;
  private long pages;
  private long slotsLeft;
  private boolean emptied;
  private boolean interrupted;

  void started(long now) {
    startedAt = now;
  }

  void mapped(int more) {
    pages += more;
  }

  void slotsLeft(long slots) {
    slotsLeft = slots;
  }

  void interrupt() {
    interrupted = true;
  }

  void finished(long now, boolean success) {
    finishedAt = now;
    emptied = success;
  }

  /** Slots of the area that are still in use; 0 if it is emptied. */
  public long slotsLeft() {
    return slotsLeft;
  }

  /** Virtual nanoseconds from its first instruction to its end. */
  public long elapsedNanos() {
    return finishedAt - startedAt;
  }

  /** Pages that it brought into memory itself; tasks may have brought in others meanwhile. */
  public long pages() {
    return pages;
  }

  /**
   * Whether nothing is left on the area; if not, it failed with {@code ENOMEM}, unless it was
   * interrupted.
   */
  public boolean emptied() {
    return emptied;
  }

  /**
   * Whether somebody had to interrupt it, {@code EINTR}: pass after pass it brought pages in, but
   * no slot became free. The kernel's goes on until it gets a signal.
   */
  public boolean interrupted() {
    return interrupted;
  }
}

package io.faultline.device;

/**
 * What a device has done, in requests after merging, pages of 4 KiB and virtual nanoseconds.
 * Written by the device's {@link DeviceQueue} alone; whoever made that may read it when the run is
 * over.
 */
public final class DeviceStatistics {

  long readRequests;
  long writeRequests;
  long pagesRead;
  long pagesWritten;
  long queueNanos;
  long serviceNanos;
  int maxInFlight;

  int inService;
  private long busyNanos;
  private long busySince;
  final QueueDepth queueDepth = new QueueDepth();

  DeviceStatistics() {}

  void started(long now) {
    if (inService++ == 0) {
      busySince = now;
    }
  }

  void served(long now) {
    if (--inService == 0) {
      busyNanos += now - busySince;
    }
  }

  /** How many requests the device held in the course of time. */
  public QueueDepth queueDepth() {
    return queueDepth;
  }

  /** Read requests submitted. */
  public long readRequests() {
    return readRequests;
  }

  /** Write requests submitted. */
  public long writeRequests() {
    return writeRequests;
  }

  /** All requests submitted. */
  public long requests() {
    return readRequests + writeRequests;
  }

  /** Pages in the read requests. */
  public long pagesRead() {
    return pagesRead;
  }

  /** Pages in the write requests. */
  public long pagesWritten() {
    return pagesWritten;
  }

  /** All pages. */
  public long pages() {
    return pagesRead + pagesWritten;
  }

  /** Mean length of a request; 0 if there was none. */
  public double pagesPerRequest() {
    return requests() == 0 ? 0 : (double) pages() / requests();
  }

  /** Time that requests spent between submission and the start of their service, summed. */
  public long queueNanos() {
    return queueNanos;
  }

  /** Time that requests were or will be in service, summed over those that have started. */
  public long serviceNanos() {
    return serviceNanos;
  }

  /** The largest number of requests that the device held at once, at most its queue depth. */
  public int maxInFlight() {
    return maxInFlight;
  }

  /**
   * Time during which at least one request was in service.
   *
   * @param now the virtual time up to which to count, not before the last event of the device
   */
  public long busyNanos(long now) {
    return inService == 0 ? busyNanos : busyNanos + now - busySince;
  }

  /**
   * What a device did in a part of a run.
   *
   * @param readRequests read requests submitted
   * @param writeRequests write requests submitted
   * @param pagesRead pages in the read requests
   * @param pagesWritten pages in the write requests
   * @param queueNanos time between submission and start of service, summed
   * @param busyNanos time during which at least one request was in service
   * @param elapsedNanos length of the part
   * @param maxInFlight most requests that the device held at once since the start of the run
   */
  public record Summary(
      long readRequests,
      long writeRequests,
      long pagesRead,
      long pagesWritten,
      long queueNanos,
      long busyNanos,
      long elapsedNanos,
      int maxInFlight) {

    /** Mean length of a request in pages; 0 if there was none. */
    public double pagesPerRequest() {
      long requests = readRequests + writeRequests;
      return requests == 0 ? 0 : (double) (pagesRead + pagesWritten) / requests;
    }

    /** Mean time that a request waited for its service, in nanoseconds; 0 if there was none. */
    public double meanQueueNanos() {
      long requests = readRequests + writeRequests;
      return requests == 0 ? 0 : (double) queueNanos / requests;
    }

    /** Share of the part during which the device was busy, 0 to 1. */
    public double utilisation() {
      return elapsedNanos == 0 ? 0 : (double) busyNanos / elapsedNanos;
    }
  }

  /** What has been done up to now, as a part of a run that began at its start. */
  public Summary upTo(long now) {
    return new Summary(
        readRequests,
        writeRequests,
        pagesRead,
        pagesWritten,
        queueNanos,
        busyNanos(now),
        now,
        maxInFlight);
  }

  /**
   * What has been done since an earlier moment.
   *
   * @param earlier what {@link #upTo} said then
   */
  public Summary since(Summary earlier, long now) {
    Summary all = upTo(now);
    return new Summary(
        all.readRequests - earlier.readRequests,
        all.writeRequests - earlier.writeRequests,
        all.pagesRead - earlier.pagesRead,
        all.pagesWritten - earlier.pagesWritten,
        all.queueNanos - earlier.queueNanos,
        all.busyNanos - earlier.busyNanos,
        all.elapsedNanos - earlier.elapsedNanos,
        all.maxInFlight);
  }

  /**
   * The share of a run during which the device was busy, from 0 to 1; 0 if nothing has elapsed.
   *
   * @param now the virtual time since the machine's start, not before the last event of the device
   */
  public double utilisation(long now) {
    return now == 0 ? 0 : (double) busyNanos(now) / now;
  }
}

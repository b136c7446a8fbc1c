package io.faultline.app.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * Times what one thread does, as if it had a core to itself: its CPU time and the pauses in which
 * the collector worked for it. So a busy machine does not count, nor does the compiler, which works
 * elsewhere. With a collector that works beside the thread the pauses would be too few: the
 * launcher chooses the serial one.
 */
public final class Stopwatch {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private long cpuNanos;
  private long collectedMillis;
  private long bytes;

  /** Starts. */
  public void start() {
    collectedMillis = collectedMillis();
    bytes = THREADS.getCurrentThreadAllocatedBytes();
    cpuNanos = THREADS.getCurrentThreadCpuTime();
  }

  /**
   * What has been done since the start; to be called by the thread that started.
   *
   * @param operations at least 1
   */
  public Round stop(long operations) {
    long cpu = THREADS.getCurrentThreadCpuTime() - cpuNanos;
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - bytes;
    long collected = collectedMillis() - collectedMillis;
    return new Round(operations, cpu + 1_000_000 * collected, allocated);
  }

  private static long collectedMillis() {
    long sum = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      sum += collector.getCollectionTime();
    }
    return sum;
  }
}

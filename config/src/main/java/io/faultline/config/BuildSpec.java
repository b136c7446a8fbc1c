package io.faultline.config;

import java.util.Optional;

/**
 * A build, {@code make -j}: many short-lived processes, each of which reads its sources and headers
 * from tmpfs objects, grows while it computes, comes back to some of what it has, writes its output
 * and exits. All figures of a process are those of one of mean size.
 *
 * @param name its key in the experiment
 * @param group the memory cgroup of its processes; empty for the root
 * @param jobs processes at a time, 1 to 4096
 * @param units processes in all, at least 1
 * @param cpuNanos CPU time that a process takes for itself, beside what its accesses and the kernel
 *     take; 0 to one hour
 * @param pages anonymous pages that a process stores to, at least 1
 * @param spread standard deviation of the logarithm of a process's size, 0 to 2: a larger one takes
 *     more of everything; the mean is kept
 * @param bursts pieces that a process computes in, at least 1; after each it touches its memory
 * @param revisits times that it goes back to memory that it has, at least 0
 * @param run neighbouring pages that it accesses each time, at least 1
 * @param hotShare share of its pages, from the first on, that are hot, above 0 and below 1
 * @param hotRevisits share of the revisits that go there, 0 to 1; the others go anywhere
 * @param writes share of the revisits that store, 0 to 1
 * @param sources what it reads once, each process its own part; none if empty
 * @param headers what all processes read; none if empty
 * @param output what it writes at its end, each process its own part; none if empty
 */
public record BuildSpec(
    String name,
    Optional<String> group,
    int jobs,
    int units,
    long cpuNanos,
    int pages,
    double spread,
    int bursts,
    int revisits,
    int run,
    double hotShare,
    double hotRevisits,
    double writes,
    Optional<Sources> sources,
    Optional<Headers> headers,
    Optional<Sources> output) {

  /** Largest size of a process as a multiple of the mean. */
  public static final int LARGEST_SIZE = 8;

  /** Pages of the largest process. */
  public int mostPages() {
    return spread == 0 ? pages : Math.multiplyExact(LARGEST_SIZE, pages);
  }

  /**
   * A part of an object for each process, one behind the other; the object begins again behind its
   * end.
   *
   * @param object name of the object
   * @param pages of a process, at least 1
   */
  public record Sources(String object, int pages) {}

  /**
   * What all processes read.
   *
   * @param object name of the object
   * @param reads pages that a process reads, at least 1
   * @param exponent of the Zipf distribution of a page's popularity, above 0, at most 10; the order
   *     of popularity is shuffled over the object
   */
  public record Headers(String object, int reads, double exponent) {}
}

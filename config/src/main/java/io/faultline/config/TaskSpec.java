package io.faultline.config;

/**
 * A thread and what it does in the measured phase.
 *
 * @param name its key in the process
 * @param vma name of the VMA, or of the tmpfs object, that it works on
 * @param firstPage first page of its region, in pages from the start of the VMA, at least 0
 * @param pages size of its region, at least 1 and inside the VMA
 * @param pattern the order in which it visits the region
 * @param write whether an access stores
 * @param accesses number of accesses, at least 1
 * @param seed start of its generator
 * @param thinkNanos CPU time it burns after each burst of accesses, 0 to one hour
 * @param burst accesses that it makes without a pause, at least 1
 * @param background whether it makes accesses for as long as anything else in the measured phase
 *     goes on, and {@code accesses} means nothing
 * @param target what {@code vma} names, and how it is accessed
 */
public record TaskSpec(
    String name,
    String vma,
    int firstPage,
    int pages,
    PatternSpec pattern,
    boolean write,
    long accesses,
    long seed,
    long thinkNanos,
    int burst,
    boolean background,
    Target target) {

  /** What a task works on. */
  public enum Target {
    /** A VMA of its process. */
    VMA,
    /** A tmpfs object, through a mapping. */
    MAPPED_OBJECT,
    /** A tmpfs object, by {@code read()} and {@code write()}. */
    FILE
  }

  /** A task that works on a VMA of its process. */
  public TaskSpec(
      String name,
      String vma,
      int firstPage,
      int pages,
      PatternSpec pattern,
      boolean write,
      long accesses,
      long seed,
      long thinkNanos,
      int burst,
      boolean background) {
    this(
        name,
        vma,
        firstPage,
        pages,
        pattern,
        write,
        accesses,
        seed,
        thinkNanos,
        burst,
        background,
        Target.VMA);
  }

  /** Whether it works on a tmpfs object. */
  public boolean onObject() {
    return target != Target.VMA;
  }

  /** This with another start of its generator. */
  public TaskSpec reseeded(long otherSeed) {
    return new TaskSpec(
        name,
        vma,
        firstPage,
        pages,
        pattern,
        write,
        accesses,
        otherSeed,
        thinkNanos,
        burst,
        background,
        target);
  }

  /** A fresh walk through the region; its pages count from {@link #firstPage()}. */
  public AccessPattern startPattern() {
    return AccessPattern.of(pattern, pages, seed);
  }
}

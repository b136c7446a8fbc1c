package io.faultline.actors.process;

import io.faultline.config.AccessPattern;
import io.faultline.config.BuildSpec;
import io.faultline.config.PatternSpec;
import io.faultline.config.Seeds;
import io.faultline.config.SplitMix64;
import java.util.Arrays;

/**
 * One process of a build: what it does next, step by step. Its size is drawn from its number alone,
 * so that it is the same whoever runs it when.
 */
final class BuildUnit {

  /** What a step accesses. */
  enum Target {
    /** Nothing: it computes. */
    NONE,
    PRIVATE,
    SOURCES,
    HEADERS,
    OUTPUT
  }

  private final BuildSpec spec;
  private final Sizes sizes;
  private final SplitMix64 random;
  private final int unit;
  private final int pages;
  private final int bursts;
  private final int revisits;
  private final int headerReads;
  private final AccessPattern popularity;

  private int burst = -1;
  private int part = Part.values().length;
  private int used;
  private int revisited;
  private int headersRead;

  private Target target = Target.NONE;
  private boolean write;
  private long cpuNanos;
  private int[] accesses = new int[0];

  /** The parts of a burst. */
  private enum Part {
    COMPUTE,
    READ_SOURCES,
    READ_HEADERS,
    GROW,
    LOAD_AGAIN,
    STORE_AGAIN,
    WRITE_OUTPUT
  }

  /**
   * How large the objects are, in pages; 0 for none.
   *
   * @param sources the sources
   * @param headers the headers
   * @param output the output
   */
  record Sizes(int sources, int headers, int output) {}

  /**
   * A process that has done nothing.
   *
   * @param unit its number, from 0
   * @param seed the experiment's
   */
  BuildUnit(BuildSpec spec, Sizes sizes, int unit, long seed) {
    this.spec = spec;
    this.sizes = sizes;
    this.unit = unit;
    this.random = new SplitMix64(Seeds.derive(seed, spec.name() + "/" + unit));
    double size = size(spec.spread(), random);
    this.pages = scaled(spec.pages(), size);
    this.bursts = scaled(spec.bursts(), size);
    this.revisits = (int) Math.round(spec.revisits() * size);
    this.headerReads = spec.headers().map(BuildSpec.Headers::reads).orElse(0);
    this.popularity =
        spec.headers().isPresent()
            ? AccessPattern.of(
                new PatternSpec.Zipf(spec.headers().get().exponent()),
                sizes.headers(),
                random.next())
            : () -> 0;
  }

  private static int scaled(int mean, double size) {
    return (int) Math.max(1, Math.round(mean * size));
  }

  /** A log-normal variate of mean 1, cut off at the largest size. */
  private static double size(double spread, SplitMix64 random) {
    if (spread == 0) {
      return 1;
    }
    double u = 1 - random.nextDouble();
    double v = random.nextDouble();
    double normal = StrictMath.sqrt(-2 * StrictMath.log(u)) * StrictMath.cos(2 * Math.PI * v);
    double size = StrictMath.exp(spread * normal - spread * spread / 2);
    return Math.min(BuildSpec.LARGEST_SIZE, size);
  }

  /** Goes on to the next step; false if there is none. */
  boolean next() {
    do {
      part++;
      if (part >= Part.values().length) {
        part = 0;
        burst++;
      }
      if (burst == bursts) {
        return false;
      }
    } while (!prepare(Part.values()[part]));
    return true;
  }

  private boolean prepare(Part next) {
    switch (next) {
      case COMPUTE -> {
        target = Target.NONE;
        accesses = new int[0];
        cpuNanos = ofItsSize(spec.cpuNanos()) / bursts;
      }
      case READ_SOURCES -> partOf(Target.SOURCES, spec.sources().orElse(null), burst == 0);
      case READ_HEADERS -> headers();
      case GROW -> grow();
      case LOAD_AGAIN -> again(false);
      case STORE_AGAIN -> again(true);
      case WRITE_OUTPUT -> partOf(Target.OUTPUT, spec.output().orElse(null), burst == bursts - 1);
    }
    return next == Part.COMPUTE || accesses.length > 0;
  }

  /** What a process of mean size takes, for one of this size; the product may be beyond a long. */
  private long ofItsSize(long nanos) {
    return nanos / spec.pages() * pages + nanos % spec.pages() * pages / spec.pages();
  }

  private void access(Target what, boolean stores, int[] which) {
    target = what;
    write = stores;
    accesses = which;
  }

  /** All of the process's own part of an object, at once. */
  private void partOf(
      Target what, BuildSpec.@org.jspecify.annotations.Nullable Sources from, boolean now) {
    if (from == null || !now) {
      accesses = new int[0];
      return;
    }
    int size = what == Target.SOURCES ? sizes.sources() : sizes.output();
    int[] which = new int[Math.min(size, from.pages())];
    for (int i = 0; i < which.length; i++) {
      which[i] = (int) (((long) unit * from.pages() + i) % size);
    }
    access(what, what == Target.OUTPUT, which);
  }

  /** Headers are read in the first half. */
  private void headers() {
    int half = (bursts + 1) / 2;
    int due = (int) ((long) headerReads * Math.min(burst + 1, half) / half);
    int[] which = new int[due - headersRead];
    for (int i = 0; i < which.length; i++) {
      which[i] = shuffled(popularity.next(), sizes.headers());
    }
    headersRead = due;
    access(Target.HEADERS, false, which);
  }

  /** Spreads ranks over an object by a multiplication that keeps them apart. */
  private static int shuffled(int rank, int pages) {
    return (int) ((rank * 2_654_435_761L + 12_345) % pages);
  }

  private void grow() {
    int due = (int) ((long) pages * (burst + 1) / bursts);
    int[] which = new int[due - used];
    for (int i = 0; i < which.length; i++) {
      which[i] = used + i;
    }
    used = due;
    access(Target.PRIVATE, true, which);
  }

  private void again(boolean stores) {
    if (used == 0) { // it has more bursts than pages, and goes back later
      accesses = new int[0];
      return;
    }
    double share = stores ? spec.writes() : 1 - spec.writes();
    int due = (int) ((long) revisits * (burst + 1) / bursts);
    int visits = (int) Math.round((due - revisited) * share);
    if (stores) {
      revisited = due;
    }
    int run = Math.min(spec.run(), used);
    int[] which = new int[visits * run];
    int count = 0;
    for (int visit = 0; visit < visits; visit++) {
      int hot = (int) Math.max(1, Math.min(used, Math.round(spec.hotShare() * pages)));
      boolean toHot = random.nextDouble() < spec.hotRevisits();
      int first = random.nextBelow(toHot ? hot : used);
      for (int page = first; page < Math.min(first + run, used); page++) {
        which[count++] = page;
      }
    }
    access(Target.PRIVATE, stores, Arrays.copyOf(which, count));
  }

  /** What the present step accesses. */
  Target target() {
    return target;
  }

  /** Whether it stores. */
  boolean write() {
    return write;
  }

  /** The pages that it accesses, in this order. */
  int[] accesses() {
    return accesses;
  }

  /** CPU time that it takes where it accesses nothing. */
  long cpuNanos() {
    return cpuNanos;
  }

  /** Pages, from the first on, that the process has so far. */
  int used() {
    return used;
  }
}

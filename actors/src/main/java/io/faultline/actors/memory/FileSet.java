package io.faultline.actors.memory;

import io.faultline.config.FileSetSpec;
import io.faultline.config.SplitMix64;
import io.faultline.protocol.MemoryMessage;
import java.util.Arrays;

/**
 * File pages that a group's tasks read beside their own memory: a set from which pages are drawn at
 * random, so many for each page that is charged. Those in memory compete with anonymous pages for
 * it; a miss is a read.
 */
public final class FileSet {

  private final FileSetSpec spec;
  private final SplitMix64 generator;
  private final int[] frames;
  private final int[] evictionAges;
  private double owed;

  /**
   * A set of which nothing is in memory.
   *
   * @param seed of the generator that draws pages
   */
  public FileSet(FileSetSpec spec, long seed) {
    this.spec = spec;
    generator = new SplitMix64(seed);
    frames = new int[spec.pages()];
    evictionAges = new int[spec.pages()];
    Arrays.fill(frames, Frames.NONE);
    Arrays.fill(evictionAges, MemoryMessage.NEVER_EVICTED);
  }

  /** How often a page is read while so many are charged; fractions add up. */
  int accesses(int charged) {
    owed += charged * spec.accesses();
    int whole = (int) owed;
    owed -= whole;
    return whole;
  }

  /** The page that is read next. */
  int draw() {
    return generator.nextBelow(frames.length);
  }

  /** What a read that misses takes, in nanoseconds. */
  long readNanos() {
    return spec.readNanos();
  }

  /** Frame that holds a page; {@link Frames#NONE} if none does. */
  public int frame(int page) {
    return frames[page];
  }

  /** Age of the group's lists when a page was evicted, or that it never was. */
  int evictionAge(int page) {
    return evictionAges[page];
  }

  void holds(int page, int frame) {
    frames[page] = frame;
  }

  void evicted(int page, int age) {
    frames[page] = Frames.NONE;
    evictionAges[page] = age;
  }
}

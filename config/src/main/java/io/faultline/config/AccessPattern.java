package io.faultline.config;

/**
 * A walk through the pages of a region: {@link PatternSpec} defines it, this steps through it in
 * constant time and without allocation. Stateful, for one task alone.
 */
public interface AccessPattern {

  /** The page of the next access, 0 to P - 1, in pages from the start of the region. */
  int next();

  /**
   * A walk from its beginning.
   *
   * @param spec the pattern
   * @param pages P, at least 1
   * @param seed start of the generator, for the patterns that draw
   * @throws IllegalArgumentException if the region is empty or the stride does not divide it
   */
  static AccessPattern of(PatternSpec spec, int pages, long seed) {
    if (pages < 1) {
      throw new IllegalArgumentException("a region has at least 1 page, not " + pages);
    }
    if (spec instanceof PatternSpec.Sequential) {
      return new StridedWalk(pages, 1);
    }
    if (spec instanceof PatternSpec.Reverse) {
      return new ReverseWalk(pages);
    }
    if (spec instanceof PatternSpec.Strided strided) {
      return new StridedWalk(pages, strided.stride());
    }
    SplitMix64 random = new SplitMix64(seed);
    if (spec instanceof PatternSpec.UniformRandom) {
      return () -> random.nextBelow(pages);
    }
    if (spec instanceof PatternSpec.Zipf zipf) {
      return new ZipfDraw(pages, zipf.exponent(), random);
    }
    if (spec instanceof PatternSpec.HotCold hotCold) {
      return new HotColdDraw(pages, hotCold.hotShare(), hotCold.hotAccesses(), random);
    }
    if (spec instanceof PatternSpec.PartlyRandom partly) {
      return new PartlyRandomWalk(pages, partly.randomShare(), random);
    }
    throw new IllegalArgumentException("no walk for " + spec);
  }
}

package io.faultline.config;

/** {@link PatternSpec.HotCold}. */
final class HotColdDraw implements AccessPattern {

  private final int pages;
  private final int hotPages;
  private final double hotAccesses;
  private final SplitMix64 random;

  HotColdDraw(int pages, double hotShare, double hotAccesses, SplitMix64 random) {
    if (pages < 2) {
      throw new IllegalArgumentException("hot and cold need at least 2 pages, not " + pages);
    }
    this.pages = pages;
    this.hotPages = (int) Math.max(1, Math.min(pages - 1L, Math.round(hotShare * pages)));
    this.hotAccesses = hotAccesses;
    this.random = random;
  }

  @Override
  public int next() {
    return random.nextDouble() < hotAccesses
        ? random.nextBelow(hotPages)
        : hotPages + random.nextBelow(pages - hotPages);
  }
}

package io.faultline.config;

/** {@link PatternSpec.PartlyRandom}. */
final class PartlyRandomWalk implements AccessPattern {

  private final int pages;
  private final double randomShare;
  private final SplitMix64 random;
  private int inSequence;

  PartlyRandomWalk(int pages, double randomShare, SplitMix64 random) {
    this.pages = pages;
    this.randomShare = randomShare;
    this.random = random;
  }

  @Override
  public int next() {
    if (random.nextDouble() < randomShare) {
      return random.nextBelow(pages);
    }
    int page = inSequence;
    inSequence = page + 1 == pages ? 0 : page + 1;
    return page;
  }
}

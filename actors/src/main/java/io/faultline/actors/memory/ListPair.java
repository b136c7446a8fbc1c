package io.faultline.actors.memory;

/**
 * The inactive and the active list of one kind of pages of a group, anonymous or file, and what
 * their reclaim has come to lately.
 */
final class ListPair {

  private final FrameList inactive;
  private final FrameList active;
  private long cost;
  private long recentlyScanned;
  private long recentlyRotated;

  ListPair(Frames frames) {
    inactive = new FrameList(frames);
    active = new FrameList(frames);
  }

  FrameList inactive() {
    return inactive;
  }

  FrameList active() {
    return active;
  }

  int size() {
    return inactive.size() + active.size();
  }

  /** What reclaim of these pages has cost, decayed. */
  long cost() {
    return cost;
  }

  void noteCost(int pages) {
    cost += pages;
  }

  void halveCost() {
    cost /= 2;
  }

  /** Pages were scanned, or newly listed ({@code recent_scanned}, up to v5.7). */
  void noteScanned(int pages) {
    recentlyScanned += pages;
  }

  /** Some of them were in use ({@code recent_rotated}, up to v5.7). */
  void noteRotated(int pages) {
    recentlyRotated += pages;
  }

  /** {@code recent_scanned}; both counts are halved beyond a quarter of the lists. */
  long recentlyScanned() {
    if (recentlyScanned > size() / 4) {
      recentlyScanned /= 2;
      recentlyRotated /= 2;
    }
    return recentlyScanned;
  }

  /** {@code recent_rotated}, to be asked after {@link #recentlyScanned}. */
  long recentlyRotated() {
    return recentlyRotated;
  }

  /**
   * Whether the inactive list is too short for the active one ({@code inactive_is_low}): their
   * ratio may be the root of ten times the size in GiB.
   */
  boolean inactiveIsLow() {
    long gibibytes = (long) size() >> 18;
    long ratio = gibibytes > 0 ? (long) Math.sqrt(10.0 * gibibytes) : 1;
    return inactive.size() * ratio < active.size();
  }
}

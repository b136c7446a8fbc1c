package io.faultline.actors.memory;

/**
 * A memory control group: its limit, what it uses, its anonymous LRU lists and what their reclaim
 * has cost ({@code struct lruvec}).
 */
public final class Group {

  /** Limit of the root group. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  private final String name;
  private long limit;
  private final FrameList inactive;
  private final FrameList active;
  private final Generations generations;
  private long usage;
  private long compressed;
  private int age;
  private long anonCost;
  private long recentlyScanned;
  private long recentlyRotated;

  /**
   * An empty group.
   *
   * @param limit {@code memory.max} in pages
   */
  Group(String name, long limit, Frames frames) {
    this.name = name;
    this.limit = limit;
    inactive = new FrameList(frames);
    active = new FrameList(frames);
    generations = new Generations(frames);
  }

  /** The group's name; empty for the root group. */
  public String name() {
    return name;
  }

  /** {@code memory.max} in pages. */
  public long limit() {
    return limit;
  }

  void liftLimit() {
    limit = UNLIMITED;
  }

  /** {@code memory.current} in pages. */
  public long usage() {
    return usage + compressed;
  }

  /** What of it its pages in zswap come to, in pages. */
  public long compressed() {
    return compressed;
  }

  void compressed(long pages) {
    compressed = pages;
  }

  /** Pages on the inactive anonymous list, or in the older generations. */
  public int inactivePages() {
    return inactive.size() + generations.size() - generations.active();
  }

  /** Pages on the active anonymous list, or in the two youngest generations. */
  public int activePages() {
    return active.size() + generations.active();
  }

  FrameList inactive() {
    return inactive;
  }

  FrameList active() {
    return active;
  }

  Generations generations() {
    return generations;
  }

  boolean full() {
    return usage + compressed >= limit;
  }

  void charge() {
    usage++;
  }

  void uncharge() {
    usage--;
  }

  /** {@code nonresident_age}: evictions and activations so far, modulo 2^31. */
  int age() {
    return age;
  }

  void growOlder(int pages) {
    age = age + pages & Integer.MAX_VALUE;
  }

  /**
   * Counts a page as evicted before the machine started: for recorded layouts.
   *
   * @return the age at which it was
   */
  public int layOut() {
    int evictionAge = age;
    growOlder(1);
    return evictionAge;
  }

  /**
   * Whether a page that comes back would have stayed, had the inactive list been longer by what is
   * on the active one ({@code workingset_refault}; without file pages).
   */
  boolean refaultActivates(int evictionAge) {
    return (age - evictionAge & Integer.MAX_VALUE) <= active.size();
  }

  /**
   * Cost of reclaiming anonymous pages ({@code lru_note_cost}); halved beyond a quarter of the
   * lists.
   */
  void noteCost(int pages) {
    anonCost += pages;
    if (anonCost > (inactive.size() + active.size()) / 4) {
      anonCost /= 2;
    }
  }

  long anonCost() {
    return anonCost;
  }

  /** Anonymous pages were scanned, or newly listed ({@code recent_scanned}, up to v5.7). */
  void noteScanned(int pages) {
    recentlyScanned += pages;
  }

  /** Some of them were in use ({@code recent_rotated}, up to v5.7). */
  void noteRotated(int pages) {
    recentlyRotated += pages;
  }

  /** {@code recent_scanned}; both counts are halved beyond a quarter of the lists. */
  long recentlyScanned() {
    if (recentlyScanned > (inactive.size() + active.size()) / 4) {
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
    long gibibytes = (long) (inactive.size() + active.size()) >> 18;
    long ratio = gibibytes > 0 ? (long) Math.sqrt(10.0 * gibibytes) : 1;
    return inactive.size() * ratio < active.size();
  }
}

package io.faultline.actors.zswap;

/**
 * One walk from the head of a list ({@code list_lru_walk_one} with {@code shrink_memcg_cb}). It
 * stops at each entry that is to be written back and goes on when told what became of it, so that
 * the writeback may take a while.
 *
 * <p>The budget falls with each entry visited. After an entry with its bit set the walk goes on
 * with the successor that the entry had when the walk arrived; after a writeback, or a failed one,
 * from the head. Rotated entries go to the tail, ahead of the walk, so that a budget beyond the
 * list's length meets them again.
 */
public final class LruWalk {

  private final ZswapLru lru;
  private final int group;
  private final boolean secondChance;
  private final boolean stopsAtCached;
  private long budget;
  private int position;
  private boolean begun;
  private boolean stopped;
  private long writtenBack;
  private long rotated;
  private long failed;

  /**
   * A walk that has not begun.
   *
   * @param budget most entries to visit
   * @param secondChance whether a set referenced bit rotates an entry
   * @param stopsAtCached whether an entry whose page is in the swap cache ends the walk, as it does
   *     for the shrinker
   */
  public LruWalk(
      ZswapLru lru, int group, long budget, boolean secondChance, boolean stopsAtCached) {
    this.lru = lru;
    this.group = group;
    this.budget = budget;
    this.secondChance = secondChance;
    this.stopsAtCached = stopsAtCached;
  }

  /**
   * The next entry to write back, which is at the tail of its list from now on; {@link
   * ZswapLru#NONE} when the walk is over. To be called again only after {@link #writtenBack()} or
   * {@link #failed}.
   */
  public int next() {
    if (stopped) {
      return ZswapLru.NONE;
    }
    if (!begun) {
      begun = true;
      position = lru.head(group);
    }
    while (position != ZswapLru.NONE && budget > 0) {
      budget--;
      int entry = position;
      position = lru.next(entry);
      lru.moveToTail(entry);
      if (!secondChance || !lru.clearReferenced(entry)) {
        return entry;
      }
      rotated++;
    }
    return ZswapLru.NONE;
  }

  /** The entry has been written back and is off the list: the walk goes on at the head. */
  public void writtenBack() {
    writtenBack++;
    begun = false;
  }

  /**
   * The entry could not be written back.
   *
   * @param cached whether because its page is in the swap cache
   */
  public void failed(boolean cached) {
    failed++;
    begun = false;
    stopped |= cached && stopsAtCached;
  }

  /** Whether it ended at an entry whose page is in the swap cache. */
  public boolean stopped() {
    return stopped;
  }

  /** Entries written back. */
  public long written() {
    return writtenBack;
  }

  /** Entries that got a second chance. */
  public long rotated() {
    return rotated;
  }

  /** Entries that could not be written back. */
  public long failures() {
    return failed;
  }

  /** Visits left. */
  public long budgetLeft() {
    return budget;
  }
}

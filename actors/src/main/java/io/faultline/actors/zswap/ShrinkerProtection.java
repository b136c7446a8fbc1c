package io.faultline.actors.zswap;

import io.faultline.config.ZswapSpec.Protection;

/**
 * What keeps the shrinker from a group's entries ({@code struct zswap_lruvec_state}), in the three
 * forms compared in August 2024: a number of protected entries, raised by stores and swap-ins; or a
 * number of swap-ins from disk, which the next count uses up, beside a referenced bit on each
 * entry.
 *
 * <p>Source: mm/zswap.c, 6.8 cycle and 6.12, and the mails of the series.
 */
public final class ShrinkerProtection {

  private final Protection kind;
  private long counter;

  /** A group that nothing protects yet. */
  public ShrinkerProtection(Protection kind) {
    this(kind, 0);
  }

  /**
   * A group in a given state.
   *
   * @param counter {@code nr_zswap_protected} or {@code nr_disk_swapins}
   */
  public ShrinkerProtection(Protection kind, long counter) {
    this.kind = kind;
    this.counter = counter;
  }

  /** {@code nr_zswap_protected} or {@code nr_disk_swapins}. */
  public long counter() {
    return counter;
  }

  /**
   * A compressed entry has been stored.
   *
   * @param lruSize entries on the list, this one included
   */
  public void stored(long lruSize) {
    if (kind == Protection.COUNTER) {
      counter++;
      if (counter > lruSize / 4) {
        counter /= 2;
      }
    }
  }

  /** A fault has read its page alone: where the kernel counts behind the window. */
  public void swappedIn() {
    if (kind != Protection.SECOND_CHANCE_ALL) {
      counter++;
    }
  }

  /** A page was not found in zswap and is read from the device. */
  public void readFromDevice() {
    if (kind == Protection.SECOND_CHANCE_ALL) {
      counter++;
    }
  }

  /**
   * {@code zswap_shrinker_count}.
   *
   * @param lruSize entries on the group's list
   * @param backingPages what the group's entries take, in whole pages
   * @param storedPages entries of the group, same-filled ones included
   * @return what may be freed, weighed by how well it is compressed
   */
  public long count(long lruSize, long backingPages, long storedPages) {
    if (storedPages == 0 || lruSize == 0) {
      return 0;
    }
    long unprotected;
    if (kind == Protection.COUNTER) {
      unprotected = Math.max(0, lruSize - counter);
    } else {
      long taken = Math.min(lruSize, counter);
      counter -= taken;
      unprotected = lruSize - taken;
    }
    return Math.multiplyExact(unprotected, backingPages) / storedPages;
  }

  /**
   * Whether {@code zswap_shrinker_scan} goes ahead. The kernel's subtraction is unsigned: a scan
   * for more than the list holds always does.
   *
   * @param lruSize entries on the group's list
   * @param toScan entries to scan
   */
  public boolean allowsScan(long lruSize, long toScan) {
    return kind != Protection.COUNTER || Long.compareUnsigned(counter, lruSize - toScan) < 0;
  }
}

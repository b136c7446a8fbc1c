package io.faultline.actors.memory;

/**
 * How reclaim divides its scanning between anonymous and file pages when neither side is ruled out:
 * the weights of {@code get_scan_count} in {@code mm/vmscan.c}, 2.6.36 and v5.9.
 *
 * @param anonWeight share of the anonymous lists
 * @param fileWeight share of the file lists
 * @param denominator what the weights are parts of
 */
public record ScanBalance(long anonWeight, long fileWeight, long denominator) {

  /** Both sides by their size, as at priority 0. */
  static final ScanBalance BY_SIZE = new ScanBalance(1, 1, 1);

  /** Anonymous pages alone. */
  static final ScanBalance ANON_ONLY = new ScanBalance(1, 0, 1);

  /** File pages alone. */
  static final ScanBalance FILE_ONLY = new ScanBalance(0, 1, 1);

  /** Largest swappiness since v5.8: all weight on anonymous pages. */
  public static final int MAX_SWAPPINESS = 200;

  /**
   * Weighs the two sides: each is scanned less the more its reclaim has cost lately.
   *
   * @param swappiness {@code vm.swappiness}, 0 to 200
   * @param anonCost decayed cost of reclaiming anonymous pages, at least 0
   * @param fileCost decayed cost of reclaiming file pages, at least 0
   */
  public static ScanBalance of(int swappiness, long anonCost, long fileCost) {
    long total = anonCost + fileCost;
    long anon = total + anonCost;
    long file = total + fileCost;
    long sum = anon + file;
    return of(
        swappiness * (sum + 1) / (anon + 1),
        (MAX_SWAPPINESS - swappiness) * (sum + 1) / (file + 1));
  }

  /**
   * Weighs the two sides as up to v5.7: each is scanned less the more of its pages that were
   * scanned lately turned out to be in use and were rotated.
   *
   * @param swappiness {@code vm.swappiness}, 0 to 100
   * @param anonScanned anonymous pages scanned lately, at least 0
   * @param anonRotated how many of them were in use
   * @param fileScanned file pages scanned lately, at least 0
   * @param fileRotated how many of them were in use
   */
  public static ScanBalance byRotation(
      int swappiness, long anonScanned, long anonRotated, long fileScanned, long fileRotated) {
    return of(
        swappiness * (anonScanned + 1) / (anonRotated + 1),
        (MAX_SWAPPINESS - swappiness) * (fileScanned + 1) / (fileRotated + 1));
  }

  private static ScanBalance of(long anonWeight, long fileWeight) {
    return new ScanBalance(anonWeight, fileWeight, anonWeight + fileWeight);
  }

  /**
   * Anonymous pages to scan.
   *
   * @param size pages of the list
   * @param priority reclaim priority, 12 (mildest) to 0
   */
  public long anonScan(long size, int priority) {
    return (size >> priority) * anonWeight / denominator;
  }

  /**
   * File pages to scan.
   *
   * @param size pages of the list
   * @param priority reclaim priority, 12 (mildest) to 0
   */
  public long fileScan(long size, int priority) {
    return (size >> priority) * fileWeight / denominator;
  }
}

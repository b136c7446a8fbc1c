package io.faultline.app;

import java.util.Map;
import java.util.Optional;

/**
 * The zswap of a recorded run.
 *
 * @param compressor {@code lzo}, {@code lz4} or {@code zstd}
 * @param zpool {@code zbud} or {@code zsmalloc}
 * @param maxPoolPercent {@code max_pool_percent}
 * @param shrinker whether the shrinker was on
 * @param content what the pages held, as an experiment has it
 * @param stored entries at the start
 */
record RecordedZswap(
    String compressor,
    String zpool,
    int maxPoolPercent,
    boolean shrinker,
    String content,
    long stored) {

  /**
   * {@code totalram_pages} of the guests, which the pool's limit is a share of: in 6.1 pools stand
   * at 2454 pages of zbud and are full at 2455, one percent of 245400 to 245499; in 6.12 they have
   * shrunk to 2223, nine tenths of one percent of 247000 to 247199.
   */
  private static final Map<String, Long> RAM_PAGES = Map.of("6.1", 245_450L, "6.12", 247_100L);

  private static final long PAGE = 4096;

  /** Where the columns have none, or what they have is unknown. */
  static Optional<RecordedZswap> of(CsvFile.Row row) {
    String compressor = row.text("zswap_compressor");
    String zpool = row.text("zswap_zpool");
    String content = row.text("content");
    if (!compressor.matches("lzo|lz4|zstd")
        || !zpool.matches("zbud|zsmalloc")
        || !content.matches("comp|idx")
        || !row.text("zswap_max_pool_pct").matches("[0-9]{1,3}")) {
      return Optional.empty();
    }
    return Optional.of(
        new RecordedZswap(
            compressor,
            zpool,
            row.integer("zswap_max_pool_pct"),
            row.text("zswap_shrinker").equals("Y"),
            content.equals("comp") ? "quarter-random" : "index",
            row.text("zs_stored_pages_0").isEmpty() ? 0 : row.number("zs_stored_pages_0")));
  }

  /** Memory of the guest with a kernel, as an experiment has it. */
  static String memory(String release) {
    Long pages = RAM_PAGES.get(release);
    return pages == null ? "1GiB" : pages * PAGE + "B";
  }

  /**
   * Costs of the emulated CPUs that matter here and in no run without zswap. The profile has the
   * sum of what a page costs to bring in and to reclaim, and rows without zswap cannot tell its
   * parts apart: with one page in, one goes out. zswap's worker races with both, so that their
   * ratio counts. It is that of the quickest recorded rows: 17 us a page for a swapoff with large
   * windows, which reclaims nothing; 20 us for each first store with a page in two reclaimed; 36
   * and 52 us for reading, and for writing, in sequence. So it takes some 8 us to bring a page in
   * and 22 us to write one out, a third of the profile's sum. So a tick of these kernels, 4 ms,
   * which the worker and reclaim take turns by, is 12 ms here.
   */
  static String costs() {
    return "machine.cpu { time-slice = 12ms, costs { allocate = 20us, reclaim-page = 60us } }\n";
  }

  /**
   * The section of an experiment. What a page costs the emulated CPUs is what the quickest recorded
   * {@code init_s} has above that of rows without zswap, over the pages stored, three times over as
   * in {@link #costs}: 48 us with zstd and 10 us with lzo; decompressing is taken to cost a fifth,
   * and two fifths. Writing an entry back takes 35 us besides, so that before the measured phase 6
   * times 992 entries are written back with zstd and 7 times 928 with lzo, as in most recorded
   * rows.
   */
  String section() {
    return "zswap { compressor = "
        + compressor
        + ", zpool = "
        + zpool
        + ", max-pool-percent = "
        + maxPoolPercent
        + ", shrinker-enabled = "
        + shrinker
        + (compressor.equals("zstd")
            ? ", compress = 145us, decompress = 30us"
            : ", compress = 30us, decompress = 12us")
        + ", writeback = 105us"
        + " }\n";
  }
}

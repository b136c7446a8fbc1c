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
   * The section of an experiment. What a page costs the emulated CPUs is what the recorded {@code
   * init_s} has above that of rows without zswap, over the pages stored: with zstd 1.0 s for some
   * 20000 in 6.12, with lzo 0.12 s for 4905 in 6.1; decompressing is taken to cost a fifth, and two
   * fifths. With 110 us for a writeback as many are made before the measured phase as were recorded
   * in 6.12: 5180 to 5930 with zstd.
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
            ? ", compress = 55us, decompress = 12us"
            : ", compress = 20us, decompress = 8us")
        + ", writeback = 110us"
        + " }\n";
  }
}

package io.faultline.config;

/**
 * The compressed cache in front of swap ({@code mm/zswap.c}), switched on.
 *
 * @param compressor the algorithm
 * @param zpool how compressed pages are packed
 * @param maxPoolPercent {@code max_pool_percent}: share of memory that the pool may take, 0 to 100
 * @param acceptThresholdPercent {@code accept_threshold_percent}: share of its limit that a pool
 *     which was full must shrink to before it stores again, 0 to 100
 * @param shrinkerEnabled {@code shrinker_enabled}: whether reclaim shrinks the pool; false where
 *     the kernel has no shrinker
 * @param protection what shields entries from the shrinker
 * @param exclusiveLoads whether a load takes the entry out and leaves the page dirty
 * @param sameFilled whether pages of one repeated word are stored without pool memory
 * @param compressNanos CPU time to compress a page, in nanoseconds
 * @param decompressNanos CPU time to decompress a page, in nanoseconds
 * @param writebackNanos CPU time to write an entry back besides, in nanoseconds
 */
public record ZswapSpec(
    Compressor compressor,
    ZpoolKind zpool,
    int maxPoolPercent,
    int acceptThresholdPercent,
    boolean shrinkerEnabled,
    Protection protection,
    boolean exclusiveLoads,
    boolean sameFilled,
    long compressNanos,
    long decompressNanos,
    long writebackNanos) {

  /**
   * An algorithm, with what a page costs a CPU unless an experiment says otherwise.
   *
   * <p>Source: the benchmark table in the README of zstd 1.5 (lzbench on a Core i7-9700K, Silesia):
   * lzo1x 660 and 845 MB/s, lz4 740 and 4530 MB/s, zstd -1 510 and 1550 MB/s; level 3, which the
   * kernel uses, is taken to compress at half the speed of level 1 and to decompress as fast.
   */
  public enum Compressor {
    /** {@code lzo}. */
    LZO("lzo", 6_200, 4_850),
    /** {@code lz4}. */
    LZ4("lz4", 5_550, 900),
    /** {@code zstd} at level 3. */
    ZSTD("zstd", 16_000, 2_650);

    private final String word;
    private final long compressNanos;
    private final long decompressNanos;

    Compressor(String word, long compressNanos, long decompressNanos) {
      this.word = word;
      this.compressNanos = compressNanos;
      this.decompressNanos = decompressNanos;
    }

    /** The value as it is written in an experiment. */
    public String word() {
      return word;
    }

    /** CPU time to compress a page, in nanoseconds. */
    public long compressNanos() {
      return compressNanos;
    }

    /** CPU time to decompress a page, in nanoseconds. */
    public long decompressNanos() {
      return decompressNanos;
    }
  }

  /** How compressed pages are packed into pages. */
  public enum ZpoolKind {
    /** At most two to a page. */
    ZBUD("zbud"),
    /** Size classes, each with blocks of a few pages. */
    ZSMALLOC("zsmalloc");

    private final String word;

    ZpoolKind(String word) {
      this.word = word;
    }

    /** The value as it is written in an experiment. */
    public String word() {
      return word;
    }
  }

  /** What shields entries from the shrinker: the three states compared in August 2024. */
  public enum Protection {
    /** {@code nr_zswap_protected}, raised by stores and swap-ins: 6.8 to 6.11. */
    COUNTER("counter"),
    /** A referenced bit, and swap-ins counted at the faulted page. */
    SECOND_CHANCE("second-chance"),
    /** A referenced bit, and every page read from the device counted: since 6.12. */
    SECOND_CHANCE_ALL("second-chance-all");

    private final String word;

    Protection(String word) {
      this.word = word;
    }

    /** The value as it is written in an experiment. */
    public String word() {
      return word;
    }

    /** Whether a referenced bit gives entries a second chance. */
    public boolean secondChance() {
      return this != COUNTER;
    }
  }
}

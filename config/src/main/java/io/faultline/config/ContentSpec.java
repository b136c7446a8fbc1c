package io.faultline.config;

/**
 * What the pages of a VMA hold, as far as a compressor sees it.
 *
 * @param kind what most pages are like
 * @param sameFilled share of the pages that are one word repeated, 0 to 1
 * @param incompressible share of the pages that no compressor makes smaller, 0 to 1; the two
 *     together are at most 1
 */
public record ContentSpec(Kind kind, double sameFilled, double incompressible) {

  /** The pages of programs. */
  public static final ContentSpec PROGRAM = new ContentSpec(Kind.PROGRAM, 0, 0);

  /** A class of contents; sizes are of one page of 4096 bytes, compressed. */
  public enum Kind {
    /**
     * Heap and stack of ordinary programs. Assumption: zstd makes a third of them, the quicker ones
     * two fifths, and pages differ by a third of that either way.
     */
    PROGRAM("program", 1_600, 1_640, 1_300, 0.33),
    /**
     * A quarter random, the rest a pattern of 64 bytes: the pages of the recorded runs with content
     * comp. zstd and lz4 measured on 100 such pages (1042 to 1043 and 1064 to 1066 bytes); lzo from
     * the recorded pools: 3.6 entries a page of zsmalloc in 6.12 are 1097 to 1112 bytes.
     */
    QUARTER_RANDOM("quarter-random", 1_100, 1_065, 1_043, 0),
    /**
     * Two words and zeros: the pages of the recorded runs with content idx. zstd and lz4 measured
     * on 100 such pages; lzo is taken to do as lz4.
     */
    INDEX("index", 50, 50, 23, 0);

    private final String word;
    private final int lzoBytes;
    private final int lz4Bytes;
    private final int zstdBytes;
    private final double spread;

    Kind(String word, int lzoBytes, int lz4Bytes, int zstdBytes, double spread) {
      this.word = word;
      this.lzoBytes = lzoBytes;
      this.lz4Bytes = lz4Bytes;
      this.zstdBytes = zstdBytes;
      this.spread = spread;
    }

    /** The value as it is written in an experiment. */
    public String word() {
      return word;
    }

    /** Mean size of a compressed page, in bytes. */
    public int meanBytes(ZswapSpec.Compressor compressor) {
      return switch (compressor) {
        case LZO -> lzoBytes;
        case LZ4 -> lz4Bytes;
        case ZSTD -> zstdBytes;
      };
    }
  }

  private static final int PAGE = 4096;

  /** What a compressed page may come to: a page of one repeated word has no size at all. */
  public static final int SAME_FILLED = 0;

  /**
   * Size of a compressed page, which its content alone decides.
   *
   * @param content tag of what the page holds
   * @return bytes; {@link #SAME_FILLED} for one word repeated, 4096 for what is incompressible
   */
  public int compressedBytes(int content, ZswapSpec.Compressor compressor) {
    long bits = SplitMix64.mix(content * 0x9e3779b97f4a7c15L + 1);
    double draw = (bits >>> 11) * 0x1.0p-53;
    if (draw < sameFilled) {
      return SAME_FILLED;
    } else if (draw < sameFilled + incompressible) {
      return PAGE;
    }
    double rest = 1 - sameFilled - incompressible;
    double place = rest > 0 ? (draw - sameFilled - incompressible) / rest : 0;
    double factor = 1 + kind.spread * (2 * place - 1);
    return (int) Math.max(1, Math.min(PAGE, Math.round(kind.meanBytes(compressor) * factor)));
  }
}

package io.faultline.actors.machine;

import io.faultline.actors.process.PageTable;
import io.faultline.config.ContentSpec;
import io.faultline.config.ZswapSpec;
import java.util.List;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * What a page compresses to. Its content tag tells the VMA, since the tags of a VMA's pages follow
 * its first one, and the first tags of any number of VMAs lie far apart.
 */
final class Compressibility implements IntUnaryOperator {

  private final TreeMap<Long, ContentSpec> byFirstTag = new TreeMap<>();
  private final ZswapSpec.Compressor compressor;

  /**
   * Of the pages of some VMAs.
   *
   * @param contents what the pages of each VMA hold, in the order of the VMAs
   */
  Compressibility(List<ContentSpec> contents, ZswapSpec.Compressor compressor) {
    this.compressor = compressor;
    for (int vma = 0; vma < contents.size(); vma++) {
      byFirstTag.put(Integer.toUnsignedLong(PageTable.firstTag(vma)), contents.get(vma));
    }
  }

  @Override
  public int applyAsInt(int content) {
    var behind = byFirstTag.floorEntry(Integer.toUnsignedLong(content));
    if (behind == null) {
      behind = byFirstTag.lastEntry();
    }
    ContentSpec spec = behind == null ? ContentSpec.PROGRAM : behind.getValue();
    return spec.compressedBytes(content, compressor);
  }
}

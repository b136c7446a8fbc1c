package io.faultline.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads whether there is zswap, and leaves to the kernel what is not stated. */
final class ZswapChoice {

  private static final String KERNEL = "kernel";

  private ZswapChoice() {}

  /** The section {@code zswap}; empty if there is none, or it is switched off. */
  static Optional<ZswapSpec> read(Section root, Kernel kernel) {
    if (!root.has("zswap")) {
      return Optional.empty();
    }
    Section section = root.section("zswap").over(Schema.template("zswap"));
    section.allow(
        "enabled",
        "compressor",
        "zpool",
        "max-pool-percent",
        "accept-threshold-percent",
        "shrinker-enabled",
        "shrinker-protection",
        "exclusive-loads",
        "same-filled-pages-enabled",
        "compress",
        "decompress",
        "writeback");
    boolean shrinker = section.flag("shrinker-enabled");
    if (shrinker && !kernel.zswapShrinker()) {
      throw section.error(
          "shrinker-enabled", "is false with kernel " + kernel + "; the shrinker came with 6.8");
    }
    ZswapSpec.Compressor compressor =
        section.choice(
            "compressor", ZswapSpec.Compressor::word, Arrays.asList(ZswapSpec.Compressor.values()));
    ZswapSpec spec =
        new ZswapSpec(
            compressor,
            section.choice(
                "zpool", ZswapSpec.ZpoolKind::word, Arrays.asList(ZswapSpec.ZpoolKind.values())),
            section.count("max-pool-percent", 0, 100),
            section.count("accept-threshold-percent", 0, 100),
            shrinker,
            protection(section, kernel),
            exclusive(section, kernel),
            section.flag("same-filled-pages-enabled"),
            section.has("compress") ? section.nanos("compress", 0) : compressor.compressNanos(),
            section.has("decompress")
                ? section.nanos("decompress", 0)
                : compressor.decompressNanos(),
            section.nanos("writeback", 0));
    return section.flag("enabled") ? Optional.of(spec) : Optional.empty();
  }

  private static ZswapSpec.Protection protection(Section section, Kernel kernel) {
    List<ZswapSpec.Protection> all = Arrays.asList(ZswapSpec.Protection.values());
    List<String> words = List.of(KERNEL, all.get(0).word(), all.get(1).word(), all.get(2).word());
    String word = section.choice("shrinker-protection", each -> each, words);
    return all.stream()
        .filter(protection -> protection.word().equals(word))
        .findFirst()
        .orElse(kernel.zswapProtection());
  }

  private static boolean exclusive(Section section, Kernel kernel) {
    String word = section.choice("exclusive-loads", each -> each, List.of(KERNEL, "true", "false"));
    return word.equals(KERNEL) ? kernel.zswapLoadsExclusively() : word.equals("true");
  }

  /** What the pages of a VMA hold. */
  static ContentSpec content(Section vma) {
    ContentSpec content =
        new ContentSpec(
            vma.choice("content", ContentSpec.Kind::word, Arrays.asList(ContentSpec.Kind.values())),
            vma.real("same-filled", 0, false, 1),
            vma.real("incompressible", 0, false, 1));
    if (content.sameFilled() + content.incompressible() > 1) {
      throw vma.error("incompressible", "and same-filled are at most 1 together");
    }
    return content;
  }
}

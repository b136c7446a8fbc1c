package io.faultline.config;

/**
 * A private anonymous mapping, aligned to 2 MiB and merged with no other.
 *
 * @param name its key in the process
 * @param pages size in pages, 1 to 2^31 - 1
 * @param populate whether every page is stored once before the measured phase, whoever works on it;
 *     otherwise tasks store what they work on
 * @param content what its pages hold
 */
public record VmaSpec(String name, int pages, boolean populate, ContentSpec content) {

  /** A mapping that holds what programs do. */
  public VmaSpec(String name, int pages, boolean populate) {
    this(name, pages, populate, ContentSpec.PROGRAM);
  }

  /** A mapping of which the tasks store what they work on. */
  public VmaSpec(String name, int pages) {
    this(name, pages, false);
  }
}

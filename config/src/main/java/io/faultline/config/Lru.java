package io.faultline.config;

/** How the kernel keeps its pages in order of use. */
public enum Lru {
  /** An active and an inactive list with a referenced bit. */
  CLASSIC("classic"),
  /** Two to four generations, since 6.1 ({@code /sys/kernel/mm/lru_gen/enabled}). */
  MULTI_GENERATION("mglru");

  private final String word;

  Lru(String word) {
    this.word = word;
  }

  /** The value as it is written in an experiment. */
  public String word() {
    return word;
  }
}

package io.faultline.config;

/** How the tasks store every page of their regions once before the measured phase. */
public enum Init {
  /** One task after the other, in the order of the names of processes and tasks. */
  SERIAL("serial"),
  /** All tasks at once. */
  PARALLEL("parallel"),
  /** Not at all: the first touch of a page belongs to the measured phase. */
  NONE("none");

  private final String word;

  Init(String word) {
    this.word = word;
  }

  /** The value as it is written in an experiment. */
  public String word() {
    return word;
  }
}

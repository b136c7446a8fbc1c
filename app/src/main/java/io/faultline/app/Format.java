package io.faultline.app;

/** What is printed on standard output. */
enum Format {
  /** Tables to read. */
  TABLE,
  /** One JSON object. */
  JSON;

  /** As it is typed. */
  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}

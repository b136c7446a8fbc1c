package io.faultline.device;

/** Refuses figures that no device can have. */
final class Bounds {

  private Bounds() {}

  /**
   * Checks a figure.
   *
   * @throws IllegalArgumentException if it is below the least one; the message names it
   */
  static void atLeast(long least, long value, String name) {
    if (value < least) {
      throw new IllegalArgumentException(name + " is at least " + least + ", got " + value);
    }
  }
}

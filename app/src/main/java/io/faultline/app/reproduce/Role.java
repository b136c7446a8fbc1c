package io.faultline.app.reproduce;

/** What a published figure was used for. */
public enum Role {
  /** A parameter was fitted to it, so that it says little about the emulator. */
  CALIBRATED,
  /** Nothing was fitted to it. */
  PREDICTED;

  /** As results have it. */
  public String word() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}

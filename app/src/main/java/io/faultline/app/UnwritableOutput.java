package io.faultline.app;

/** A result that cannot be stored where the user wants it; the message says where and why. */
final class UnwritableOutput extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnwritableOutput(String message) {
    super(message);
  }

  UnwritableOutput(String message, Throwable cause) {
    super(message, cause);
  }
}

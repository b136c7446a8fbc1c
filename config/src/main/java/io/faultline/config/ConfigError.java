package io.faultline.config;

/**
 * An input that cannot be used: the message, one or two lines meant for the user, says where (file
 * and line, preset or {@code --set}), which key, what was wrong and what would be right.
 */
public final class ConfigError extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** An error that speaks for itself. */
  public ConfigError(String message) {
    super(message);
  }

  /** An error with the exception that revealed it, for those who want the stack trace. */
  public ConfigError(String message, Throwable cause) {
    super(message, cause);
  }
}

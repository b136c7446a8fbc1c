package io.faultline.actors.virtualtime;

import org.jspecify.annotations.Nullable;

/**
 * A run ended before its end: an actor threw an exception or stopped, a message reached nobody, an
 * instant would not end. The message names who and when; the cause is the original exception, where
 * there was one.
 */
public final class MachineFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  MachineFailure(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

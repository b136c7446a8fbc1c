package io.faultline.actors.memory;

/** Reclaim scanned everything it may and freed nothing: the kernel would kill a task. */
public final class OutOfMemory extends RuntimeException {

  private static final long serialVersionUID = 1;

  OutOfMemory(String message) {
    super(message);
  }
}

package io.faultline.app;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Whether the user has pressed Ctrl-C, or something else has asked the JVM to end. */
final class Interruption implements AutoCloseable {

  /** Of a program that was interrupted. */
  static final int EXIT_CODE = 130;

  private static final long PATIENCE_SECONDS = 20;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook = new Thread(this::onShutdown, "interruption");

  /** From here on the JVM waits until this is closed. */
  Interruption() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void onShutdown() {
    asked.countDown();
    try {
      if (!closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        return; // what is not in the journal by now is lost
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for one, and says whether there is one. */
  boolean await(long time, TimeUnit unit) throws InterruptedException {
    return asked.await(time, unit);
  }

  /** All is in order: the JVM may end. */
  @Override
  public void close() {
    closed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // it runs already, and ends now
      return;
    }
  }
}

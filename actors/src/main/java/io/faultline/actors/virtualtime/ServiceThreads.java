package io.faultline.actors.virtualtime;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;

/**
 * The few threads in real time that Akka needs beside the carriers, remembered so that closing can
 * wait for their end.
 */
final class ServiceThreads implements ThreadFactory {

  private final String name;
  private final List<Thread> threads = new CopyOnWriteArrayList<>();

  ServiceThreads(String name) {
    this.name = name;
  }

  @Override
  public Thread newThread(Runnable task) {
    Thread thread = new Thread(task, name + "-service-" + threads.size());
    thread.setDaemon(true);
    threads.add(thread);
    return thread;
  }

  /** Waits until all have ended. An interruption is kept for the caller. */
  void join() {
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

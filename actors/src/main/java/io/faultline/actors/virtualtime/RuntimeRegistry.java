package io.faultline.actors.virtualtime;

import com.typesafe.config.Config;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Where the parts that Akka creates by class name find the runtime they belong to, by a number in
 * their configuration.
 */
final class RuntimeRegistry {

  static final String KEY = "faultline.virtual-runtime";

  private static final ConcurrentHashMap<Long, Foundation> RUNTIMES = new ConcurrentHashMap<>();
  private static final AtomicLong NEXT = new AtomicLong();

  private RuntimeRegistry() {}

  static long add(Foundation foundation) {
    long id = NEXT.incrementAndGet();
    RUNTIMES.put(id, foundation);
    return id;
  }

  static Foundation find(Config config) {
    long id = config.getLong(KEY);
    Foundation foundation = RUNTIMES.get(id);
    if (foundation == null) {
      throw new IllegalStateException("no virtual runtime " + id);
    }
    return foundation;
  }

  static void remove(long id) {
    RUNTIMES.remove(id);
  }
}

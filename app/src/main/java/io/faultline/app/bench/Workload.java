package io.faultline.app.bench;

/** Work whose speed is a figure. */
@FunctionalInterface
public interface Workload {

  /** Does the work once, and times it. */
  Round round();
}

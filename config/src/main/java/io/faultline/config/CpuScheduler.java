package io.faultline.config;

/** Who runs next where more want to run than there are processors. */
public enum CpuScheduler {
  /**
   * First come, first served, each for a time slice: whoever wakes waits for its turn. Since 6.6
   * EEVDF is much like it here, for it lets a task run its base slice undisturbed ({@code
   * RUN_TO_PARITY}).
   */
  ROUND_ROBIN("round-robin"),
  /**
   * The completely fair scheduler of 2.6.23 to 6.5: whoever has run least is next, and a task that
   * wakes takes the processor from one that has run clearly more ({@code check_preempt_wakeup}).
   */
  CFS("cfs");

  private final String word;

  CpuScheduler(String word) {
    this.word = word;
  }

  /** The value as it is written in an experiment. */
  public String word() {
    return word;
  }
}

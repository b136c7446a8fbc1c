package io.faultline.app;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.faultline.actors.observe.VmstatItem;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A recorded run and its emulation, side by side: an element of {@code rows} in the JSON of {@code
 * validate}. Errors are shares, 0.01 for one per cent.
 *
 * @param status {@code emulated} or {@code skipped}
 * @param reason why it was skipped; null if it was not
 * @param notes what one should know of the emulation
 * @param start readahead state at the start, {@code hot} or {@code cold}; null if it was skipped
 * @param counters by name; empty if it was skipped. Those of a swapoff have {@code ra_calls} and,
 *     as {@code window N}, the calls by window
 * @param windowDistance total variation distance of the shares of the windows, 0 to 1
 * @param holds with several seeds, whether the recorded run could be one of them
 */
record Comparison(
    @JsonProperty("run_id") String runId,
    String status,
    @Nullable String reason,
    List<String> notes,
    @Nullable String start,
    Map<String, Counter> counters,
    @Nullable Double windowDistance,
    @Nullable Boolean holds,
    List<Task> tasks) {

  /** Begins the name of the counters that say how many calls had a window. */
  static final String WINDOW = "window ";

  private static final String EMULATED = "emulated";

  /**
   * One figure.
   *
   * @param recorded null if it was not
   * @param emulated the median of all seeds
   * @param error null if nothing was recorded or it is not to be compared
   */
  record Counter(
      @Nullable Long recorded, long emulated, long min, long max, @Nullable Double error) {}

  /**
   * A task.
   *
   * @param windowDistance as the row's, for its own calls
   */
  record Task(
      String name,
      String pattern,
      Counter pgmajfault,
      Counter windowCalls,
      Counter hitsSpent,
      @Nullable Double windowDistance) {}

  /** A row that was not emulated. */
  static Comparison skipped(String runId, String reason) {
    return new Comparison(
        runId, "skipped", reason, List.of(), null, Map.of(), null, null, List.of());
  }

  /** A row that was. */
  static Comparison emulated(
      String runId,
      List<String> notes,
      String start,
      Map<String, Counter> counters,
      @Nullable Double windowDistance,
      @Nullable Boolean holds,
      List<Task> tasks) {
    return new Comparison(
        runId, EMULATED, null, notes, start, counters, windowDistance, holds, tasks);
  }

  /** Whether the row was emulated. */
  boolean wasEmulated() {
    return status.equals(EMULATED);
  }

  /** The largest error of the counters that decide: all that are compared but {@code pswpout}. */
  double worstError() {
    double worst = 0;
    for (var counter : counters.entrySet()) {
      Double error = counter.getValue().error();
      if (error != null && !counter.getKey().equals(VmstatItem.PSWPOUT.kernelName())) {
        worst = Math.max(worst, error);
      }
    }
    return worst;
  }
}

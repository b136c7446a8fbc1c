package io.faultline.app;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.faultline.actors.observe.VmstatItem;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A recorded run and its emulation, side by side: an element of {@code rows} in the JSON of {@code
 * validate}. Errors are shares, 0.01 for one per cent.
 *
 * @param status {@code emulated} or {@code skipped}
 * @param reason why it was skipped; null if it was not
 * @param notes what one should know of the emulation
 * @param kind what was recorded; null if it was skipped
 * @param start readahead state at the start, {@code hot} or {@code cold}; null if it was skipped
 * @param counters by name; empty if it was skipped. {@code used KiB a} and {@code used KiB b} are
 *     what is in use of each area at the end, without an error. Those of a swapoff have {@code
 *     ra_calls} and, as {@code window N}, the calls by window
 * @param windowDistance total variation distance of the shares of the windows, 0 to 1
 * @param holds with several seeds, whether the recorded run could be one of them
 */
record Comparison(
    @JsonProperty("run_id") String runId,
    String status,
    @Nullable String reason,
    List<String> notes,
    @Nullable Kind kind,
    @Nullable String start,
    Map<String, Counter> counters,
    @Nullable Double windowDistance,
    @Nullable Boolean holds,
    List<Task> tasks) {

  /**
   * What a row is a record of.
   *
   * @param tasks number of tasks; 0 of a swapoff
   * @param pushOut whether all pages were on swap at the start
   */
  record Kind(int tasks, boolean pushOut, boolean zswap) {

    /** One task whose pages were all on swap, and no zswap before it. */
    boolean plain() {
      return tasks == 1 && pushOut && !zswap;
    }
  }

  /** Begins the name of the counters that say how many calls had a window. */
  static final String WINDOW = "window ";

  /** Begins the name of the figures that say how much of an area is in use at the end. */
  static final String USED = "used KiB ";

  private static final List<String> WRITTEN =
      Recording.WRITTEN.stream().map(VmstatItem::kernelName).toList();

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
        runId, "skipped", reason, List.of(), null, null, Map.of(), null, null, List.of());
  }

  /** A row that was. */
  static Comparison emulated(
      String runId,
      List<String> notes,
      Kind kind,
      String start,
      Map<String, Counter> counters,
      @Nullable Double windowDistance,
      @Nullable Boolean holds,
      List<Task> tasks) {
    return new Comparison(
        runId, EMULATED, null, notes, kind, start, counters, windowDistance, holds, tasks);
  }

  /**
   * Whether it is a row of one plain task.
   *
   * @see Kind#plain()
   */
  boolean isPlain() {
    return kind != null && kind.plain();
  }

  /** Whether several tasks ran beside each other. */
  boolean isMixed() {
    return kind != null && kind.tasks() > 1;
  }

  /** Whether no counter that decides is off by more than 1 % and the windows' shares by 0.02. */
  boolean isMet() {
    return worstError() <= 0.01 && (windowDistance == null || windowDistance <= 0.02);
  }

  /** Whether the row was emulated. */
  boolean wasEmulated() {
    return status.equals(EMULATED);
  }

  /**
   * The largest error of {@code pswpout}, {@code zswpout} and {@code zswpin}, those of them that
   * are compared.
   */
  double worstErrorOfWritten() {
    double worst = 0;
    for (String name : WRITTEN) {
      Counter counter = counters.get(name);
      if (counter != null && counter.error() != null) {
        worst = Math.max(worst, counter.error());
      }
    }
    return worst;
  }

  /** By how many KiB the use of an area is off at most; empty if it was not recorded. */
  OptionalLong usedKibOff() {
    return counters.entrySet().stream()
        .filter(counter -> counter.getKey().startsWith(USED))
        .mapToLong(
            counter ->
                Math.abs(
                    counter.getValue().emulated()
                        - Objects.requireNonNull(counter.getValue().recorded())))
        .max();
  }

  /** By how many KiB the emulated use of one area exceeds another's; empty if there is one area. */
  OptionalLong usedKibApart() {
    LongSummaryStatistics used =
        counters.entrySet().stream()
            .filter(counter -> counter.getKey().startsWith(USED))
            .mapToLong(counter -> counter.getValue().emulated())
            .summaryStatistics();
    return used.getCount() > 1
        ? OptionalLong.of(used.getMax() - used.getMin())
        : OptionalLong.empty();
  }

  /** The largest error of the counters that decide: all that are compared but those written. */
  double worstError() {
    double worst = 0;
    for (var counter : counters.entrySet()) {
      Double error = counter.getValue().error();
      if (error != null && !WRITTEN.contains(counter.getKey())) {
        worst = Math.max(worst, error);
      }
    }
    return worst;
  }
}

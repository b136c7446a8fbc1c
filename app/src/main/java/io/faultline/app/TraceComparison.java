package io.faultline.app;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A trace and its emulation: an element of a list in the JSON of {@code validate --traces}.
 *
 * @param status {@code emulated} or {@code skipped}
 * @param reason why it was skipped; null if it was not
 * @param tasks that accessed regions; 0 of a swapoff
 * @param decisions in the trace, of these tasks or of the swapoff
 * @param emulated decisions of theirs in the emulation
 * @param injected further decisions of the trace, on faults outside the regions, which are injected
 *     and not compared
 * @param equal decisions that have slot, hits and window in common: the longest sequence of them
 *     that both have in this order, whatever lies between
 * @param share of the larger number of decisions; null if there are none
 * @param shareOfMissesAlone the share where nothing but the order of the misses is the trace's;
 *     null of traces in which one task misses alone, and of VMA readahead
 * @param firstDifference null if there is none
 */
record TraceComparison(
    String trace,
    @JsonProperty("run_id") String runId,
    String status,
    @Nullable String reason,
    int tasks,
    int decisions,
    int emulated,
    int injected,
    int equal,
    @Nullable Double share,
    @Nullable Double shareOfMissesAlone,
    @Nullable Difference firstDifference) {

  private static final String EMULATED = "emulated";

  /**
   * A decision.
   *
   * @param line of the trace; null of an emulated one
   * @param task whose miss it was
   * @param slot that was missed
   * @param hits that it took
   * @param window that it granted, in pages
   */
  record Decision(@Nullable Integer line, String task, String slot, long hits, long window) {

    private String key() {
      return task + " " + slot + " " + hits + " " + window;
    }

    /** As it is printed. */
    String text() {
      return task + " slot " + slot + ", hits " + hits + ", window " + window;
    }
  }

  /**
   * The first decision that is not equal.
   *
   * @param decision its number, from 1
   * @param recorded null if the trace has ended
   * @param emulated null if the emulation has
   */
  record Difference(int decision, @Nullable Decision recorded, @Nullable Decision emulated) {}

  /** A trace that was not emulated. */
  static TraceComparison skipped(String trace, String runId, String reason) {
    return new TraceComparison(trace, runId, "skipped", reason, 0, 0, 0, 0, 0, null, null, null);
  }

  /** A trace that was. */
  static TraceComparison of(
      String trace,
      String runId,
      int tasks,
      int injected,
      List<Decision> recorded,
      List<Decision> emulated) {
    int equal = inCommon(recorded, emulated);
    int most = Math.max(recorded.size(), emulated.size());
    return new TraceComparison(
        trace,
        runId,
        EMULATED,
        null,
        tasks,
        recorded.size(),
        emulated.size(),
        injected,
        equal,
        most == 0 ? null : equal / (double) most,
        null,
        firstDifference(recorded, emulated));
  }

  /** The same beside an emulation in which the order of the misses was prescribed and no more. */
  TraceComparison besides(TraceComparison byMisses) {
    return new TraceComparison(
        trace,
        runId,
        status,
        reason,
        tasks,
        decisions,
        emulated,
        injected,
        equal,
        share,
        byMisses.share,
        firstDifference);
  }

  /** Whether the trace was emulated. */
  boolean wasEmulated() {
    return status.equals(EMULATED);
  }

  /** Whether every decision is equal. */
  boolean isEqual() {
    return wasEmulated() && firstDifference == null;
  }

  private static @Nullable Difference firstDifference(
      List<Decision> recorded, List<Decision> emulated) {
    int most = Math.max(recorded.size(), emulated.size());
    for (int i = 0; i < most; i++) {
      Decision one = i < recorded.size() ? recorded.get(i) : null;
      Decision other = i < emulated.size() ? emulated.get(i) : null;
      if (one == null || other == null || !one.key().equals(other.key())) {
        return new Difference(i + 1, one, other);
      }
    }
    return null;
  }

  /**
   * Length of the longest common subsequence: the longest ascending run of positions, taken from
   * pairs of equal decisions (J. W. Hunt, T. G. Szymanski, "A fast algorithm for computing longest
   * common subsequences", CACM 20(5), 1977).
   */
  private static int inCommon(List<Decision> recorded, List<Decision> emulated) {
    Map<String, List<Integer>> places = new HashMap<>();
    for (int i = 0; i < emulated.size(); i++) {
      places.computeIfAbsent(emulated.get(i).key(), key -> new ArrayList<>()).add(i);
    }
    places.values().forEach(Collections::reverse);
    int[] ends = new int[Math.min(recorded.size(), emulated.size())];
    int length = 0;
    for (Decision decision : recorded) {
      List<Integer> matches =
          Objects.requireNonNullElse(places.get(decision.key()), List.<Integer>of());
      for (int place : matches) {
        int at = Arrays.binarySearch(ends, 0, length, place);
        if (at < 0) {
          at = -at - 1;
          ends[at] = place;
          length = Math.max(length, at + 1);
        }
      }
    }
    return length;
  }
}

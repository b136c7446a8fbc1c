package io.faultline.actors.machine;

import java.util.ArrayList;
import java.util.List;

/**
 * Samples of the placement in the measured phase: at most 128, at even times, further apart the
 * longer it lasts. To look at every page takes its time, so that a sample is left out where too
 * little has happened since the last.
 */
final class PlacementSamples {

  private static final int MOST = 128;
  private static final long FINEST_NANOS = 1 << 20;

  /** What a sample costs for each page and slot, as a share of what a message costs. */
  private static final int MESSAGES_PER_PAGE = 2;

  private final PlacementSurvey survey;
  private final long messagesBetween;
  private final List<PlacementReport.Sample> samples = new ArrayList<>();
  private long intervalNanos = FINEST_NANOS;
  private long from;
  private long nextAt = Long.MAX_VALUE;
  private long nextAfter;

  PlacementSamples(MachineState machine, PlacementSurvey survey) {
    this.survey = survey;
    long pages = machine.vmas.stream().mapToLong(vma -> vma.table().pages()).sum();
    for (int area = 0; area < machine.areas.size(); area++) {
      pages += machine.slots.areas().slots(area).max();
    }
    messagesBetween = MESSAGES_PER_PAGE * pages;
  }

  /** The measured phase begins. */
  void begin(long now, long messages) {
    from = now;
    nextAt = now + intervalNanos;
    nextAfter = messages + messagesBetween;
  }

  /** Whether it is time for a sample, as far as virtual time goes. */
  boolean due(long now) {
    return now >= nextAt;
  }

  /** Takes a sample if enough has happened. */
  void sample(long now, long messages) {
    if (messages < nextAfter) {
      return;
    }
    samples.add(new PlacementReport.Sample(now - from, survey.whole()));
    nextAfter = messages + messagesBetween;
    if (samples.size() == MOST) {
      for (int i = MOST - 2; i >= 0; i -= 2) {
        samples.remove(i);
      }
      intervalNanos *= 2;
    }
    nextAt = now + intervalNanos;
  }

  /** The samples, with the beginning and the end. */
  List<PlacementReport.Sample> between(Placement start, Placement end, long now) {
    List<PlacementReport.Sample> all = new ArrayList<>();
    all.add(new PlacementReport.Sample(0, start));
    all.addAll(samples);
    all.add(new PlacementReport.Sample(now - from, end));
    return all;
  }
}

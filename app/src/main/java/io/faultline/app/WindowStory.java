package io.faultline.app;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The life of one task's windows, told in words from the events of a run. */
final class WindowStory {

  /** Decisions on either side that say whether a task has wide windows or narrow ones. */
  private static final int AROUND = 8;

  private static final int MOST_EPISODES = 24;

  /**
   * A window decision.
   *
   * @param counter whose counter decided
   * @param taken hits that it took, by their earner
   */
  record Decision(
      long nanos, String counter, String task, int window, Map<String, Integer> taken) {}

  /**
   * A decision of the task, and what came before it.
   *
   * @param before the decision before it at the same counter, whoever's; null for the first
   * @param miss the decision without hits before it at the same counter, whose page the next one
   *     without hits must be next to; null for the first
   * @param own the task's window before; 0 for the first
   * @param lost hits that the task had earned and others took since its decision before
   */
  private record Step(
      Decision decision,
      @Nullable Decision before,
      @Nullable Decision miss,
      int own,
      Map<String, Integer> lost) {

    int window() {
      return decision.window();
    }
  }

  private final String task;
  private final List<Step> steps = new ArrayList<>();
  private final Map<String, Decision> lastOf = new TreeMap<>();
  private final Map<String, Decision> lastMissOf = new TreeMap<>();
  private final Map<String, Integer> lostSince = new TreeMap<>();
  private final Map<String, Long> lost = new TreeMap<>();
  private final TreeSet<String> tasks = new TreeSet<>();
  private long earned;
  private int own;

  WindowStory(String task) {
    this.task = task;
  }

  /** Somebody earned a hit. */
  void hit(String earner) {
    earned += earner.equals(task) ? 1 : 0;
  }

  /** Somebody's window was decided; in the order of the run. */
  void decided(Decision decision) {
    if (decision.task().equals(task)) {
      Decision before = lastOf.get(decision.counter());
      Decision miss = lastMissOf.get(decision.counter());
      steps.add(new Step(decision, before, miss, own, new TreeMap<>(lostSince)));
      own = decision.window();
      lostSince.clear();
    } else {
      int hits = decision.taken().getOrDefault(task, 0);
      if (hits > 0) {
        lostSince.merge(decision.task(), hits, Integer::sum);
        lost.merge(decision.task(), (long) hits, Long::sum);
      }
    }
    lastOf.put(decision.counter(), decision);
    if (decision.taken().isEmpty()) {
      lastMissOf.put(decision.counter(), decision);
    }
    tasks.add(decision.task());
  }

  /** Whether the task has decided nothing. */
  boolean isEmpty() {
    return steps.isEmpty();
  }

  /** Tasks that have decided something. */
  List<String> tasks() {
    return List.copyOf(tasks);
  }

  /** Decision by decision. */
  String all() {
    StringBuilder text = new StringBuilder();
    for (Step step : steps) {
      text.append(told(step)).append('\n');
    }
    return text.toString();
  }

  private static String told(Step step) {
    return String.format(
        Locale.ROOT,
        "%13.6f ms  window %d%s: %s",
        step.decision().nanos() / 1e6,
        step.window(),
        step.own() == 0 || step.own() == step.window()
            ? ""
            : step.own() < step.window()
                ? ", raised from " + step.own()
                : ", down from " + step.own(),
        why(step));
  }

  private static String why(Step step) {
    String task = step.decision().task();
    Map<String, Integer> taken = step.decision().taken();
    StringBuilder text = new StringBuilder();
    if (taken.isEmpty()) {
      text.append("no hits");
      Decision before = step.before();
      if (before != null && step.window() > 1 && step.window() == before.window() / 2) {
        text.append(", half of the ").append(before.window()).append(" pages before, ");
        text.append(before.task().equals(task) ? "its own" : before.task() + "'s");
      } else if (step.window() == 2) {
        text.append(", next to the last miss without any").append(whose(step));
      } else if (step.window() == 1 && step.miss() != null) {
        text.append(", not next to the last miss without any").append(whose(step));
      }
    } else {
      text.append("it took ");
      String separator = "";
      for (Map.Entry<String, Integer> hits : taken.entrySet()) {
        boolean one = hits.getValue() == 1;
        text.append(separator).append(hits.getValue()).append(one ? " hit of " : " hits of ");
        text.append(hits.getKey().equals(task) ? "its own" : hits.getKey());
        separator = " and ";
      }
    }
    if (!step.lost().isEmpty()) {
      text.append("; before that ");
      text.append(
          step.lost().entrySet().stream()
              .map(thief -> thief.getKey() + " had taken " + thief.getValue())
              .collect(Collectors.joining(" and ")));
      text.append(" that it had earned");
    }
    return text.toString();
  }

  private static String whose(Step step) {
    Decision miss = step.miss();
    if (miss == null) {
      return "";
    }
    return miss.task().equals(step.decision().task()) ? ", its own" : ", " + miss.task() + "'s";
  }

  /** The whole in a few lines, then in episodes of wide and narrow windows. */
  String summary() {
    return head() + changes() + "\n" + episodes();
  }

  private String head() {
    long ownSpent = sum(taken -> taken.getOrDefault(task, 0));
    long others = sum(taken -> others(taken));
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s decided %d windows, of %.2f pages on average. It earned %d hits and spent %d of"
                + " them itself",
            task,
            steps.size(),
            steps.stream().mapToInt(Step::window).average().orElse(0),
            earned,
            ownSpent));
    lost.forEach((thief, hits) -> text.append("; ").append(thief).append(" spent ").append(hits));
    text.append(". Of others it spent ").append(others).append(" hits.\n");
    return text.toString();
  }

  private interface Hits {
    int of(Map<String, Integer> taken);
  }

  private long sum(Hits hits) {
    return steps.stream().mapToLong(step -> hits.of(step.decision().taken())).sum();
  }

  private int others(Map<String, Integer> taken) {
    int sum = 0;
    for (Map.Entry<String, Integer> hits : taken.entrySet()) {
      boolean another = !hits.getKey().equals(task) && !hits.getKey().equals("boot");
      sum += another ? hits.getValue() : 0;
    }
    return sum;
  }

  private String changes() {
    long[] raised = new long[4];
    long[] lowered = new long[2];
    for (Step step : steps) {
      Map<String, Integer> taken = step.decision().taken();
      if (step.window() > step.own() && step.own() > 0) {
        boolean owns = taken.containsKey(task);
        boolean others = others(taken) > 0;
        raised[owns && others ? 2 : owns ? 0 : others ? 1 : 3]++;
      } else if (step.window() < step.own()) {
        lowered[step.lost().isEmpty() ? 0 : 1]++;
      }
    }
    return String.format(
        Locale.ROOT,
        "Raised %d times: by its own hits %d, by others' %d, by both %d, without hits of tasks"
            + " %d.%nLowered %d times: %d of them after others had taken hits that it had"
            + " earned.%n",
        Arrays.stream(raised).sum(),
        raised[0],
        raised[1],
        raised[2],
        raised[3],
        lowered[0] + lowered[1],
        lowered[1]);
  }

  private String episodes() {
    int half = Math.max(2, steps.stream().mapToInt(Step::window).max().orElse(1) / 2);
    List<Integer> begins = joined(begins(half), half);
    StringBuilder text = new StringBuilder();
    for (int e = 0; e < begins.size(); e++) {
      int from = begins.get(e);
      int to = e + 1 < begins.size() ? begins.get(e + 1) : steps.size();
      List<Step> part = steps.subList(from, to);
      double mean = mean(from, to);
      long ownHits = part.stream().mapToLong(s -> s.decision().taken().getOrDefault(task, 0)).sum();
      long others = part.stream().mapToLong(s -> others(s.decision().taken())).sum();
      long gone = part.stream().flatMap(s -> s.lost().values().stream()).mapToLong(n -> n).sum();
      text.append(
          String.format(
              Locale.ROOT,
              "%10.3f to %.3f ms: %s, %d windows of %.2f pages; spent %d hits of its own, %d of"
                  + " others, who took %d of its%n",
              part.get(0).decision().nanos() / 1e6,
              part.get(part.size() - 1).decision().nanos() / 1e6,
              mean >= half ? "wide" : "narrow",
              part.size(),
              mean,
              ownHits,
              others,
              gone));
      boolean wide = mean >= half;
      began(from, to, half, wide)
          .ifPresent(step -> text.append("           began at").append(told(step)).append('\n'));
      if (!wide && to < steps.size()) {
        freed(to, half)
            .ifPresent(step -> text.append("           freed at").append(told(step)).append('\n'));
      }
    }
    return text.toString();
  }

  /** The first of the windows of one kind with which an episode begins. */
  private Optional<Step> began(int from, int to, int half, boolean wide) {
    int at = from;
    while (at < to && steps.get(at).window() >= half != wide) {
      at++;
    }
    while (at > 0 && at < to && steps.get(at - 1).window() >= half == wide) {
      at--;
    }
    return at < to ? Optional.of(steps.get(at)) : Optional.empty();
  }

  /** What let the task out of narrow windows: the last one above a page that no hit opened. */
  private Optional<Step> freed(int next, int half) {
    int at = next;
    while (at < steps.size() && steps.get(at).window() < half) {
      at++;
    }
    for (at = Math.min(at, steps.size() - 1); at >= 0 && steps.get(at).window() > 1; at--) {
      if (steps.get(at).decision().taken().isEmpty()) {
        return Optional.of(steps.get(at));
      }
    }
    return Optional.empty();
  }

  /** Where wide windows give way to narrow ones or the other way round; the shortest left out. */
  private List<Integer> begins(int half) {
    List<Integer> begins = new ArrayList<>(List.of(0));
    boolean wide = wide(0, half);
    for (int i = 1; i < steps.size(); i++) {
      if (wide(i, half) != wide) {
        wide = !wide;
        begins.add(i);
      }
    }
    for (int shortest = shortest(begins);
        begins.size() > MOST_EPISODES || (begins.size() > 1 && length(begins, shortest) < AROUND);
        shortest = shortest(begins)) {
      begins.remove(shortest);
      if (shortest < begins.size()) { // what follows is of the same kind as what was before
        begins.remove(shortest);
      }
    }
    return begins;
  }

  /** Joins neighbours that turn out to be of one kind. */
  private List<Integer> joined(List<Integer> begins, int half) {
    List<Integer> joined = new ArrayList<>();
    for (int e = 0; e < begins.size(); e++) {
      int end = e + 1 < begins.size() ? begins.get(e + 1) : steps.size();
      boolean wide = mean(begins.get(e), end) >= half;
      if (e == 0 || wide != mean(joined.get(joined.size() - 1), begins.get(e)) >= half) {
        joined.add(begins.get(e));
      }
    }
    return joined;
  }

  private double mean(int from, int to) {
    return steps.subList(from, to).stream().mapToInt(Step::window).average().orElse(0);
  }

  private int shortest(List<Integer> begins) {
    int shortest = 1;
    for (int e = 1; e < begins.size(); e++) {
      if (length(begins, e) < length(begins, shortest)) {
        shortest = e;
      }
    }
    return shortest;
  }

  private int length(List<Integer> begins, int episode) {
    int end = episode + 1 < begins.size() ? begins.get(episode + 1) : steps.size();
    return end - begins.get(episode);
  }

  private boolean wide(int at, int half) {
    int from = Math.max(0, at - AROUND);
    int to = Math.min(steps.size(), at + AROUND);
    int sum = 0;
    for (int i = from; i < to; i++) {
      sum += steps.get(i).window();
    }
    return sum >= half * (to - from);
  }
}

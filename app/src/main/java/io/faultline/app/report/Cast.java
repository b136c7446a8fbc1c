package io.faultline.app.report;

import io.faultline.app.chart.Palette;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Who has which colour: the most active have one each, the others share the last. */
final class Cast {

  private static final String OTHERS = "others";

  private final List<String> names = new ArrayList<>();
  private final int[] parts;

  /**
   * A cast.
   *
   * @param names of all, in the order of the experiment
   * @param activity how much each did; who did nothing has no part
   */
  Cast(List<String> names, long[] activity) {
    parts = new int[names.size()];
    List<Integer> active =
        IntStream.range(0, parts.length).filter(who -> activity[who] > 0).boxed().toList();
    List<Integer> named =
        active.size() <= Palette.SERIES
            ? active
            : active.stream()
                .sorted(Comparator.comparingLong((Integer who) -> -activity[who]))
                .limit(Palette.SERIES - 1)
                .sorted()
                .toList();
    for (int who = 0; who < parts.length; who++) {
      parts[who] = named.indexOf(who);
      if (parts[who] < 0) {
        parts[who] = Math.min(named.size(), Palette.SERIES - 1);
      }
    }
    named.forEach(who -> this.names.add(names.get(who)));
    if (named.size() < active.size()) {
      this.names.add(OTHERS + " (" + (active.size() - named.size()) + ")");
    }
  }

  /** Number of parts: of those named, and of the others if there are any. */
  int size() {
    return names.size();
  }

  /** The part of somebody, which is its colour too; who did nothing is counted with the last. */
  int part(int who) {
    return parts[who];
  }

  /** Names of the parts. */
  List<String> names() {
    return names;
  }

  /** What the colours stand for. */
  List<Figure.Key> keys() {
    return IntStream.range(0, names.size())
        .mapToObj(part -> new Figure.Key(names.get(part), Palette.seriesVariable(part)))
        .toList();
  }
}

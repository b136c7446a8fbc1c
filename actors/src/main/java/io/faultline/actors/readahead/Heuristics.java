package io.faultline.actors.readahead;

import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The readahead heuristics that an experiment can name. */
public final class Heuristics {

  private record Named(String name, String description, Supplier<ReadaheadHeuristic> heuristic) {}

  private static final List<Named> ALL =
      List.of(
          new Named("none", "the missed page alone", NoReadahead::new),
          new Named("fixed", "2^page-cluster pages, always: up to v3.13", FixedWindow::new),
          new Named(
              "dickins-2012-10",
              "doubles and halves with the hits, never below 2: 1 October 2012",
              () -> DickinsOctober2012.PLUS_ONE),
          new Named(
              "dickins-2012-10-noplus",
              "the same without its \"+1\": 22 October 2012",
              () -> DickinsOctober2012.NO_PLUS),
          new Named(
              "dickins-2012-11",
              "as many as the hits, down to 1 at once: 14 November 2012",
              DickinsNovember2012::new),
          new Named(
              "li-2012",
              "the fixed window until an anon_vma is judged random: 3 September 2012",
              LiMissCounter::new),
          new Named(
              "khlebnikov-2012",
              "scaled by a balance of hits and swap-outs, a reconstruction: 6 September 2012",
              KhlebnikovBalance::new),
          new Named(
              "hits",
              "as many as the hits, at least half of last time: v3.14 and later",
              () -> HitsHeuristic.BY_SLOTS),
          new Named(
              "leap",
              "along the trend of the latest accesses: Al Maruf and Chowdhury 2020",
              LeapHeuristic::new));

  private static final List<String> NAMES = ALL.stream().map(Named::name).toList();

  private Heuristics() {}

  /** The names of the heuristics that come with Faultline, oldest idea first. */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * What a heuristic does and when it was current, in one line.
   *
   * @param name one of {@link #names()}, or the name of a user's class
   * @throws IllegalArgumentException if it is neither
   */
  public static String description(String name) {
    return isClassName(name) ? "the class " + name : builtIn(name).description();
  }

  /**
   * The heuristic of a name, in its form for windows that lie around slots ({@link
   * ReadaheadHeuristic#byAddresses} gives the other).
   *
   * @param name one of {@link #names()}; or, if there is a dot in it, a public class that
   *     implements {@link ReadaheadHeuristic} and has a public constructor without parameters, of
   *     which each call makes an instance
   * @throws IllegalArgumentException if there is no such heuristic or it can't be made; says in one
   *     line why
   */
  public static ReadaheadHeuristic named(String name) {
    return isClassName(name) ? instanceOf(name) : builtIn(name).heuristic().get();
  }

  private static boolean isClassName(String name) {
    return name.indexOf('.') >= 0;
  }

  private static Named builtIn(String name) {
    for (Named named : ALL) {
      if (named.name().equals(name)) {
        return named;
      }
    }
    throw new IllegalArgumentException(
        "unknown heuristic "
            + name
            + ", did you mean "
            + nearest(name)
            + "? There are "
            + String.join(", ", NAMES)
            + ", and any class by its full name");
  }

  private static ReadaheadHeuristic instanceOf(String className) {
    Class<?> found = load(className);
    if (!ReadaheadHeuristic.class.isAssignableFrom(found)) {
      throw unusable(className, "does not implement " + ReadaheadHeuristic.class.getName(), null);
    }
    try {
      return (ReadaheadHeuristic) found.getConstructor().newInstance();
    } catch (NoSuchMethodException e) {
      throw unusable(className, "has no public constructor without parameters", e);
    } catch (IllegalAccessException e) {
      throw unusable(className, "is not public", e);
    } catch (InstantiationException e) {
      throw unusable(className, "is abstract", e);
    } catch (InvocationTargetException e) {
      throw unusable(className, "can't be made: " + why(e), e);
    } catch (LinkageError e) {
      throw unusable(className, "can't be made: " + why(e), e);
    }
  }

  private static Class<?> load(String className) {
    try {
      return Class.forName(className);
    } catch (ClassNotFoundException e) {
      throw unusable(className, "is not on the class path", e);
    } catch (LinkageError e) {
      throw unusable(className, "can't be loaded: " + why(e), e);
    }
  }

  private static IllegalArgumentException unusable(
      String className, String reason, @Nullable Throwable cause) {
    return new IllegalArgumentException("heuristic " + className + " " + reason, cause);
  }

  private static String why(Throwable thrown) {
    Throwable cause = thrown.getCause();
    String text = (cause == null ? thrown : cause).toString();
    return text.lines().findFirst().orElse(text);
  }

  private static String nearest(String name) {
    String nearest = NAMES.get(0);
    for (String candidate : NAMES) {
      if (editDistance(name, candidate) < editDistance(name, nearest)) {
        nearest = candidate;
      }
    }
    return nearest;
  }

  private static int editDistance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}

package io.faultline.config;

import java.util.Collection;
import java.util.Optional;

/** Finds the name somebody meant to type. */
public final class NearestName {

  private NearestName() {}

  /**
   * The candidate with the fewest insertions, deletions, replacements and swaps of neighbours,
   * where a word left unfinished counts as one; the first of several, empty if there is no
   * candidate.
   */
  static Optional<String> of(String typed, Collection<String> candidates) {
    String nearest = null;
    int least = Integer.MAX_VALUE;
    for (String candidate : candidates) {
      int distance = unlikeness(typed, candidate);
      if (distance < least) {
        least = distance;
        nearest = candidate;
      }
    }
    return Optional.ofNullable(nearest);
  }

  /** As {@link #of}, but only if at most half of what was typed is different. */
  public static Optional<String> similar(String typed, Collection<String> candidates) {
    return of(typed, candidates)
        .filter(nearest -> unlikeness(typed, nearest) <= Math.max(1, typed.length() / 2));
  }

  /** The optimal string alignment distance, but 1 if one word begins with the other. */
  static int unlikeness(String typed, String candidate) {
    boolean unfinished =
        Math.min(typed.length(), candidate.length()) > 2
            && (candidate.startsWith(typed) || typed.startsWith(candidate));
    return unfinished ? Math.min(1, distance(typed, candidate)) : distance(typed, candidate);
  }

  private static int distance(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] current = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, 1 + Math.min(last[j], current[j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          current[j] = Math.min(current[j], beforeLast[j - 2] + 1);
        }
      }
      int[] spare = beforeLast;
      beforeLast = last;
      last = current;
      current = spare;
    }
    return last[b.length()];
  }
}

package io.faultline.config;

import java.util.List;

/**
 * How swap readahead decides: three separate choices, and which pages carry the flag that a hit is
 * counted by.
 *
 * <p>In an {@link Experiment} all four are resolved: nothing is left to the kernel. What an
 * algorithm has no use for is normalised, so that equal machines are equal experiments: {@code
 * none} and {@code fixed} keep no state and count as {@link Scope#GLOBAL}.
 *
 * @param algorithm how large the window is: one of {@link #ALGORITHMS}, or the name of a class,
 *     which has a dot
 * @param scope whose faults and hits it looks at
 * @param placement what the window is a range of
 * @param marking which pages of a window get {@code PG_readahead}
 */
public record ReadaheadSpec(String algorithm, Scope scope, Placement placement, Marking marking) {

  /** The faulted page alone. */
  public static final String NO_READAHEAD = "none";

  /** The whole window always, up to v3.13 ({@code swapin_readahead} in {@code mm/swap_state.c}). */
  public static final String FIXED = "fixed";

  /** A hit counter that never lets the window fall below 2 (Dickins, 1 October 2012). */
  public static final String DICKINS_2012_10 = "dickins-2012-10";

  /** The same without adding one to the hits (Li, 22 October 2012). */
  public static final String DICKINS_2012_10_NOPLUS = "dickins-2012-10-noplus";

  /** The arithmetic of v3.14 without its floor (Dickins, 14 November 2012). */
  public static final String DICKINS_2012_11 = "dickins-2012-11";

  /** Misses counted in the anon_vma: the whole window or none (Li, 3 September 2012). */
  public static final String LI_2012 = "li-2012";

  /** One state for the system that scales the order (Khlebnikov, 6 September 2012). */
  public static final String KHLEBNIKOV_2012 = "khlebnikov-2012";

  /** The hit counter of v3.14 and later. */
  public static final String HITS = "hits";

  /** The majority trend of the last distances (Al Maruf and Chowdhury, ATC 2020). */
  public static final String LEAP = "leap";

  /** The names of the algorithms that come with the program. */
  public static final List<String> ALGORITHMS =
      List.of(
          NO_READAHEAD,
          FIXED,
          DICKINS_2012_10,
          DICKINS_2012_10_NOPLUS,
          DICKINS_2012_11,
          LI_2012,
          KHLEBNIKOV_2012,
          HITS,
          LEAP);

  /** Whose faults and hits a heuristic looks at. */
  public enum Scope {
    /** Everybody's: one state for the system. */
    GLOBAL("global"),
    /** One state a process. */
    PROCESS("process"),
    /** One state a VMA. */
    VMA("vma"),
    /** One state an anon_vma, which VMAs share after a fork or a merge. */
    ANON_VMA("anon-vma");

    private final String word;

    Scope(String word) {
      this.word = word;
    }

    /** The value as it is written in an experiment. */
    public String word() {
      return word;
    }
  }

  /** What a window is a range of. */
  public enum Placement {
    /** Neighbouring slots of the swap area, an aligned block. */
    SLOTS("slots"),
    /** Neighbouring pages of the VMA, before, behind or around the faulted one. */
    ADDRESSES("addresses");

    private final String word;

    Placement(String word) {
      this.word = word;
    }

    /** The value as it is written in an experiment. */
    public String word() {
      return word;
    }
  }

  /** Which pages of a window get {@code PG_readahead}, never the faulted one. */
  public enum Marking {
    /** Every page, also one that was in the swap cache before: v3.14 to v4.13. */
    ALL("all"),
    /** Those the window newly reads: since v4.14. */
    NEW("new"),
    /** No page, so that no hit is counted: before v3.14. */
    NONE("none");

    private final String word;

    Marking(String word) {
      this.word = word;
    }

    /** The value as it is written in an experiment. */
    public String word() {
      return word;
    }
  }

  /** Whether this is the kernel's cluster readahead: one hit counter for all, aligned slots. */
  public boolean cluster() {
    return algorithm.equals(HITS) && scope == Scope.GLOBAL && placement == Placement.SLOTS;
  }

  /** Whether this is the kernel's VMA readahead: each VMA's own hits, neighbouring addresses. */
  public boolean vma() {
    return algorithm.equals(HITS) && scope == Scope.VMA && placement == Placement.ADDRESSES;
  }

  /** The choice in words: {@code cluster}, {@code vma}, or algorithm, scope and placement. */
  public String words() {
    if (cluster()) {
      return "cluster";
    }
    return vma() ? "vma" : algorithm + ", " + scope.word() + ", " + placement.word();
  }

  /** Whether the algorithm is a class of the user's. */
  public boolean isUserClass() {
    return algorithm.contains(".");
  }

  /** Whether there is a choice of scope for an algorithm. */
  static List<Scope> scopes(String algorithm) {
    return switch (algorithm) {
      case NO_READAHEAD, FIXED, KHLEBNIKOV_2012 -> List.of(Scope.GLOBAL);
      case LI_2012 -> List.of(Scope.ANON_VMA);
      default -> List.of(Scope.values());
    };
  }

  /** Where an algorithm can place its windows. */
  static List<Placement> placements(String algorithm) {
    return switch (algorithm) {
      case NO_READAHEAD, FIXED, LI_2012 -> List.of(Placement.SLOTS);
      default -> List.of(Placement.values());
    };
  }
}

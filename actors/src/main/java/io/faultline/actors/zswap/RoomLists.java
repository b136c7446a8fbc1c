package io.faultline.actors.zswap;

import java.util.Arrays;

/**
 * The lists of a pool by the room that is left, each of pages or blocks known by small numbers; who
 * came last is the first. A number is on one list at most.
 */
final class RoomLists {

  /** No page or block. */
  static final int NONE = -1;

  private final int[] first;
  private int[] next = new int[256];
  private int[] previous = new int[256];

  /** So many empty lists. */
  RoomLists(int lists) {
    first = new int[lists];
    Arrays.fill(first, NONE);
  }

  /** The first of a list; {@link #NONE} if it is empty. */
  int first(int list) {
    return first[list];
  }

  void add(int list, int number) {
    if (number >= next.length) {
      int size = Math.max(2 * next.length, number + 1);
      next = Arrays.copyOf(next, size);
      previous = Arrays.copyOf(previous, size);
    }
    int second = first[list];
    next[number] = second;
    previous[number] = NONE;
    if (second != NONE) {
      previous[second] = number;
    }
    first[list] = number;
  }

  void remove(int list, int number) {
    if (previous[number] == NONE) {
      first[list] = next[number];
    } else {
      next[previous[number]] = next[number];
    }
    if (next[number] != NONE) {
      previous[next[number]] = previous[number];
    }
  }
}

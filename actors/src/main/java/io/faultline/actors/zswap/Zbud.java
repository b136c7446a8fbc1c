package io.faultline.actors.zswap;

import java.util.Arrays;

/**
 * {@code mm/zbud.c}: at most two objects to a page, one from each end, in chunks of 64 bytes. An
 * object goes to the page with the least room that is enough.
 */
public final class Zbud implements Zpool {

  private static final int CHUNK = 64;
  private static final int CHUNKS = 63; // the page's header takes one
  private static final int LARGEST = 4096 - 2 * CHUNK;
  private static final int NONE = -1;

  private final int[] roomiest = new int[CHUNKS + 1];
  private byte[] first = new byte[256];
  private byte[] last = new byte[256];
  private int[] next = new int[256];
  private int[] previous = new int[256];
  private int[] unused = new int[256];
  private int unusedCount;
  private int everUsed;

  /** An empty pool. */
  public Zbud() {
    Arrays.fill(roomiest, NONE);
  }

  @Override
  public int allocate(int bytes) {
    if (bytes > LARGEST) {
      return TOO_LARGE;
    }
    byte chunks = (byte) ((bytes + CHUNK - 1) / CHUNK);
    for (int room = chunks; room <= CHUNKS; room++) {
      int page = roomiest[room];
      if (page != NONE) {
        unlink(page, room);
        boolean atFirst = first[page] == 0;
        (atFirst ? first : last)[page] = chunks;
        link(page);
        return 2 * page + (atFirst ? 0 : 1);
      }
    }
    int page = unusedCount > 0 ? unused[--unusedCount] : newPage();
    first[page] = chunks;
    last[page] = 0;
    link(page);
    return 2 * page;
  }

  private int newPage() {
    if (everUsed == first.length) {
      int size = 2 * everUsed;
      first = Arrays.copyOf(first, size);
      last = Arrays.copyOf(last, size);
      next = Arrays.copyOf(next, size);
      previous = Arrays.copyOf(previous, size);
      unused = Arrays.copyOf(unused, size);
    }
    return everUsed++;
  }

  @Override
  public void free(int handle) {
    int page = handle / 2;
    if (first[page] == 0 || last[page] == 0) {
      unlink(page, room(page));
    }
    (handle % 2 == 0 ? first : last)[page] = 0;
    if (first[page] == 0 && last[page] == 0) {
      unused[unusedCount++] = page;
    } else {
      link(page);
    }
  }

  private int room(int page) {
    return CHUNKS - first[page] - last[page];
  }

  /** A page with one object waits for a second; one with two is on no list. */
  private void link(int page) {
    if (first[page] != 0 && last[page] != 0) {
      return;
    }
    int room = room(page);
    int head = roomiest[room];
    next[page] = head;
    previous[page] = NONE;
    if (head != NONE) {
      previous[head] = page;
    }
    roomiest[room] = page;
  }

  private void unlink(int page, int room) {
    if (previous[page] == NONE) {
      roomiest[room] = next[page];
    } else {
      next[previous[page]] = next[page];
    }
    if (next[page] != NONE) {
      previous[next[page]] = previous[page];
    }
  }

  @Override
  public long pages() {
    return (long) everUsed - unusedCount;
  }
}

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

  private final RoomLists byRoom = new RoomLists(CHUNKS + 1);
  private final Numbers numbers = new Numbers();
  private byte[] first = new byte[256];
  private byte[] last = new byte[256];

  @Override
  public int allocate(int bytes) {
    if (bytes > LARGEST) {
      return TOO_LARGE;
    }
    byte chunks = (byte) ((bytes + CHUNK - 1) / CHUNK);
    for (int room = chunks; room <= CHUNKS; room++) {
      int page = byRoom.first(room);
      if (page != RoomLists.NONE) {
        byRoom.remove(room, page);
        boolean atFirst = first[page] == 0;
        (atFirst ? first : last)[page] = chunks;
        link(page);
        return 2 * page + (atFirst ? 0 : 1);
      }
    }
    int page = newPage();
    first[page] = chunks;
    last[page] = 0;
    link(page);
    return 2 * page;
  }

  private int newPage() {
    int page = numbers.take();
    if (page == first.length) {
      first = Arrays.copyOf(first, 2 * page);
      last = Arrays.copyOf(last, 2 * page);
    }
    return page;
  }

  @Override
  public void free(int handle) {
    int page = handle / 2;
    if (first[page] == 0 || last[page] == 0) {
      byRoom.remove(room(page), page);
    }
    (handle % 2 == 0 ? first : last)[page] = 0;
    if (first[page] == 0 && last[page] == 0) {
      numbers.giveBack(page);
    } else {
      link(page);
    }
  }

  private int room(int page) {
    return CHUNKS - first[page] - last[page];
  }

  /** A page with one object waits for a second; one with two is on no list. */
  private void link(int page) {
    if (first[page] == 0 || last[page] == 0) {
      byRoom.add(room(page), page);
    }
  }

  @Override
  public long pages() {
    return numbers.inUse();
  }
}

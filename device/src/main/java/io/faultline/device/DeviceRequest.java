package io.faultline.device;

import org.jspecify.annotations.Nullable;

/**
 * A run of adjacent pages that a device moves at once: what is left of a plug's single pages after
 * merging. Made and changed by {@link DeviceQueue} alone.
 *
 * @param <P> what the asker calls a plug
 */
public final class DeviceRequest<P> {

  final P plug;
  final int[] plugPages;
  final int firstPage;
  final int pages;
  final int @Nullable [] contents;
  final long submittedNanos;

  /** The next request of the same plug that started and ends in the same instants as this one. */
  @Nullable DeviceRequest<P> together;

  DeviceRequest(
      P plug,
      int[] plugPages,
      int firstPage,
      int pages,
      int @Nullable [] contents,
      long submittedNanos) {
    this.plug = plug;
    this.plugPages = plugPages;
    this.firstPage = firstPage;
    this.pages = pages;
    this.contents = contents;
    this.submittedNanos = submittedNanos;
  }

  /** The plug that this request came in. */
  public P plug() {
    return plug;
  }

  /** Whether the request writes. */
  public boolean write() {
    return contents != null;
  }

  /**
   * The addresses of this request and of those that ended together with it, in pages. Ascending
   * within a request; if they are the whole plug, the plug's own array.
   */
  public int[] pages() {
    int count = 0;
    for (DeviceRequest<P> each = this; each != null; each = each.together) {
      count += each.pages;
    }
    if (count == plugPages.length) {
      return plugPages;
    }
    int[] all = new int[count];
    int filled = 0;
    for (DeviceRequest<P> each = this; each != null; each = each.together) {
      for (int i = 0; i < each.pages; i++) {
        all[filled++] = each.firstPage + i;
      }
    }
    return all;
  }
}

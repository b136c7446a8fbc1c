package io.faultline.actors.memory;

import io.faultline.protocol.MemoryMessage.Charge;

/** A charge that is being served: frames are added one by one, with reclaim in between. */
final class PendingCharge {

  final Charge request;
  final int[] frames;
  private int count;
  private int fruitlessReclaims;

  PendingCharge(Charge request) {
    this.request = request;
    this.frames = new int[request.groups().length];
  }

  boolean complete() {
    return count == frames.length;
  }

  /** Frames that it has by now. */
  int allocated() {
    return count;
  }

  int nextGroup() {
    return request.groups()[count];
  }

  void add(int frame) {
    frames[count++] = frame;
    fruitlessReclaims = 0;
  }

  /** Counts a reclaim that freed nothing. */
  int fruitless() {
    return ++fruitlessReclaims;
  }
}

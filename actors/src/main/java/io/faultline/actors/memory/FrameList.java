package io.faultline.actors.memory;

/**
 * An LRU list: frames from the most recently added, the head, to the next to be looked at, the
 * tail.
 */
final class FrameList {

  private final Frames frames;
  private int head = Frames.NONE;
  private int tail = Frames.NONE;
  private int size;

  FrameList(Frames frames) {
    this.frames = frames;
  }

  int size() {
    return size;
  }

  int tail() {
    return tail;
  }

  void addHead(int frame) {
    frames.link(frame, this, Frames.NONE, head);
    if (head == Frames.NONE) {
      tail = frame;
    } else {
      frames.previous(head, frame);
    }
    head = frame;
    size++;
  }

  void addTail(int frame) {
    frames.link(frame, this, tail, Frames.NONE);
    if (tail == Frames.NONE) {
      head = frame;
    } else {
      frames.next(tail, frame);
    }
    tail = frame;
    size++;
  }

  void remove(int frame) {
    int before = frames.previous(frame);
    int after = frames.next(frame);
    if (before == Frames.NONE) {
      head = after;
    } else {
      frames.next(before, after);
    }
    if (after == Frames.NONE) {
      tail = before;
    } else {
      frames.previous(after, before);
    }
    frames.noList(frame);
    size--;
  }
}

package io.faultline.actors.memory;

import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.Charge;
import io.faultline.protocol.MemoryMessage.ChargeSome;
import java.util.Arrays;

/** A charge that is being served: frames are added one by one, with reclaim in between. */
final class PendingCharge {

  final Charge request;
  final int[] frames;
  private final boolean someSuffice;
  private int count;
  private int fruitlessReclaims;

  PendingCharge(Charge request) {
    this(request, false);
  }

  private PendingCharge(Charge request, boolean someSuffice) {
    this.request = request;
    this.someSuffice = someSuffice;
    this.frames = new int[request.groups().length];
  }

  static PendingCharge of(ChargeSome some) {
    int[] groups = new int[some.pages()];
    int[] evictionAges = new int[some.pages()];
    Arrays.fill(groups, some.group());
    Arrays.fill(evictionAges, MemoryMessage.NEVER_EVICTED);
    return new PendingCharge(
        new Charge(some.requestId(), groups, evictionAges, some.cpu(), some.replyTo()), true);
  }

  /** Whether what there is so far will do where more would take reclaim. */
  boolean willDo() {
    return someSuffice && count > 0;
  }

  /** The frames that there are. */
  int[] charged() {
    return complete() ? frames : Arrays.copyOf(frames, count);
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

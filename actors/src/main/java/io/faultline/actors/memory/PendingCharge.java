package io.faultline.actors.memory;

import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.Charge;
import io.faultline.protocol.MemoryMessage.ChargeMapped;
import io.faultline.protocol.MemoryMessage.ChargeSome;
import java.util.Arrays;

/**
 * A charge that is being served: frames are added one by one, with reclaim in between. It is for
 * new frames, or for one that is in use and not paid for.
 */
final class PendingCharge {

  private static final int ROOT = 0;

  /** A timer tick where {@code HZ} is 250. */
  private static final long TICK_NANOS = 4_000_000;

  final Charge request;
  final int[] frames;
  private final int unpaid;
  private final boolean windowPays;
  private final boolean someSuffice;
  private int count;
  private int fruitlessReclaims;
  private int[] filePages = new int[0];
  private int fileCount;
  private int filesRead;
  private long readNanos;
  private long ranAt = Long.MIN_VALUE;

  private PendingCharge(Charge request, int unpaid, boolean windowPays, boolean someSuffice) {
    this.request = request;
    this.unpaid = unpaid;
    this.windowPays = windowPays;
    this.someSuffice = someSuffice;
    this.frames = new int[request.groups().length];
  }

  /**
   * A charge for new frames.
   *
   * @param windowPays whether a page that was swapped out before is charged now; if not, nobody
   *     pays for it, as for the root group, until it is mapped
   */
  static PendingCharge of(Charge request, boolean windowPays) {
    return new PendingCharge(request, Frames.NONE, windowPays, false);
  }

  static PendingCharge of(ChargeSome some) {
    int[] groups = new int[some.pages()];
    int[] evictionAges = new int[some.pages()];
    Arrays.fill(groups, some.group());
    Arrays.fill(evictionAges, some.evictionAge());
    Charge request = new Charge(some.requestId(), groups, evictionAges, some.cpu(), some.replyTo());
    return new PendingCharge(request, Frames.NONE, true, true);
  }

  /** A charge for a frame in use. */
  static PendingCharge of(ChargeMapped mapped) {
    Charge request =
        new Charge(
            mapped.requestId(),
            new int[] {mapped.group()},
            new int[] {MemoryMessage.NEVER_EVICTED},
            mapped.cpu(),
            mapped.mayFail(),
            mapped.replyTo());
    return new PendingCharge(request, mapped.frame(), true, false);
  }

  /** The frame in use that is to be paid for; {@link Frames#NONE} if new ones are wanted. */
  int unpaid() {
    return unpaid;
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

  /** Has a page of the first group's file set read before anything is charged. */
  void readFirst(int filePage) {
    if (fileCount == filePages.length) {
      filePages = Arrays.copyOf(filePages, Math.max(8, 2 * fileCount));
    }
    filePages[fileCount++] = filePage;
  }

  /** Whether a file page is to be read next. */
  boolean readsFile() {
    return filesRead < fileCount;
  }

  /** The file page that is to be read next. */
  int filePage() {
    return filePages[filesRead];
  }

  /** It has been read. */
  void hasRead(long nanos) {
    filesRead++;
    readNanos += nanos;
    fruitlessReclaims = 0;
  }

  /** What the reads of file pages took, in nanoseconds. */
  long readNanos() {
    return readNanos;
  }

  /** Frames that it has by now. */
  int allocated() {
    return count;
  }

  int nextGroup() {
    if (readsFile()) {
      return request.groups()[0];
    }
    boolean pays = windowPays || request.evictionAges()[count] < 0;
    return pays ? request.groups()[count] : ROOT;
  }

  void add(int frame) {
    frames[count++] = frame;
    fruitlessReclaims = 0;
  }

  /** Reclaim may find what it has not found before: it gets all its attempts again. */
  void tryAfresh() {
    fruitlessReclaims = 0;
  }

  /**
   * Whether the process that reclaims for this charge has been switched to since it was last asked
   * for here ({@code lru_gen_use_mm}): kernel threads take its processor from it every tick or so.
   *
   * @param now nanoseconds
   */
  boolean ranAgain(long now) {
    boolean first = ranAt == Long.MIN_VALUE;
    if (!first && now - ranAt < TICK_NANOS) {
      return false;
    }
    ranAt = now;
    return !first;
  }

  /** Counts a reclaim that freed nothing. */
  int fruitless() {
    return ++fruitlessReclaims;
  }
}

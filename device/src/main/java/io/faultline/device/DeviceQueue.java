package io.faultline.device;

import java.util.Arrays;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The queue of a block device: merging, the requests that wait and those in service, the head, and
 * the content of the pages.
 *
 * <p>The pages of a plug merge as the kernel's bios do ({@code blk_attempt_plug_merge},
 * block/blk-core.c and blk-merge.c, 5.8): a page that adjoins the end or the start of a request of
 * the same plug joins it, the newest request first, up to 32 pages. A new request flushes the plug
 * when that holds 16 requests (in later kernels 32) or its newest has 32 pages; what is flushed
 * merges no more.
 *
 * @param <P> what the asker calls a plug
 */
public final class DeviceQueue<P> {

  /** {@code BLK_PLUG_FLUSH_SIZE}, 128 KiB, in pages. */
  public static final int MAX_REQUEST_PAGES = 32;

  /** {@code BLK_MAX_REQUEST_COUNT} up to v5.15; about since v5.16 it is 32. */
  public static final int MAX_PLUGGED_REQUESTS = 16;

  /** {@code read_expire} and {@code write_expire} of block/mq-deadline.c: HZ / 2 and 5 HZ. */
  private static final long READ_EXPIRE_NANOS = 500_000_000;

  private static final long WRITE_EXPIRE_NANOS = 5_000_000_000L;

  /** Told when a service time begins. */
  @FunctionalInterface
  public interface ServiceTimer {

    /**
     * Asks for {@link #served} to be called.
     *
     * @param delayNanos when, in virtual nanoseconds from now
     * @param tag what to call it with
     */
    void servedAfter(long delayNanos, int tag);
  }

  private final ServiceTimeModel model;
  private final LongBinaryOperator jitter;
  private final int plugRequests;
  private final DeviceStatistics statistics = new DeviceStatistics();

  private int[] contents = new int[1024];
  private int headPage;
  private long headSince;

  /** A ring in order of arrival; its length is a power of two. */
  private @Nullable DeviceRequest<P>[] waiting = newTable(16);

  private int waitingHead;
  private int waitingCount;

  private @Nullable DeviceRequest<P>[] inService = newTable(16);
  private int[] freeTags = new int[0];
  private int freeTagCount;
  private int tagsInUse;

  /** The runs of the plug being merged: scratch, reused from plug to plug. */
  private int[] runFirst = new int[MAX_REQUEST_PAGES];

  private int[] runPages = new int[MAX_REQUEST_PAGES];
  private int[] runOf = new int[MAX_REQUEST_PAGES];

  /** Makes an idle queue with plugs of {@link #MAX_PLUGGED_REQUESTS}. */
  public DeviceQueue(ServiceTimeModel model, LongBinaryOperator jitter) {
    this(model, jitter, MAX_PLUGGED_REQUESTS);
  }

  /**
   * Makes an idle queue whose pages all hold 0.
   *
   * @param model how long requests take
   * @param jitter (now, nanoseconds) to the nanoseconds a service really takes, at least 0; asked
   *     once a request in order of their start
   * @param plugRequests requests that a plug gathers before it is flushed, at least 1
   */
  public DeviceQueue(ServiceTimeModel model, LongBinaryOperator jitter, int plugRequests) {
    this.model = model;
    this.jitter = jitter;
    this.plugRequests = plugRequests;
    freeTags = new int[inService.length];
  }

  /** What this device has done so far. */
  public DeviceStatistics statistics() {
    return statistics;
  }

  /** How long this device takes for requests. */
  public ServiceTimeModel model() {
    return model;
  }

  /** How many requests are in the queue or in service. */
  public int unfinished() {
    return waitingCount + statistics.inService;
  }

  /**
   * The tag last written to a page, 0 if none was.
   *
   * @param page address on the device, at least 0
   */
  public int content(int page) {
    return page < contents.length ? contents[page] : 0;
  }

  /**
   * Puts the pages of a plug into the queue. They start with the next {@link #start}.
   *
   * @param plug the asker's name for them; one object a plug
   * @param pages addresses in the order of issue, at least 0 each; kept, so not to be changed
   * @param written the tags to write, as many as pages; null to read. Kept, as pages
   * @param now the present virtual time
   * @throws IllegalArgumentException if a plug is empty or an address negative, or if there are not
   *     as many tags as pages
   */
  public void submit(P plug, int[] pages, int @Nullable [] written, long now) {
    if (pages.length == 0 || (written != null && written.length != pages.length)) {
      throw new IllegalArgumentException(
          "a plug has at least one page and a tag for each page it writes");
    }
    int held = unfinished();
    if (isOneRun(pages)) {
      enqueue(new DeviceRequest<>(plug, pages, pages[0], pages.length, written, now));
    } else {
      submitMerged(plug, pages, written, now);
    }
    int added = unfinished() - held;
    if (written == null) {
      statistics.readRequests += added;
      statistics.pagesRead += pages.length;
    } else {
      statistics.writeRequests += added;
      statistics.pagesWritten += pages.length;
    }
    int inFlight = Math.min(unfinished(), model.queueDepth());
    if (inFlight > statistics.maxInFlight) {
      statistics.maxInFlight = inFlight;
    }
    statistics.queueDepth.holds(unfinished(), now);
  }

  private static boolean isOneRun(int[] pages) {
    int first = pages[0];
    if (first < 0 || pages.length > MAX_REQUEST_PAGES) {
      return false;
    }
    for (int i = 1; i < pages.length; i++) {
      if (pages[i] != first + i) {
        return false;
      }
    }
    return true;
  }

  private void submitMerged(P plug, int[] pages, int @Nullable [] written, long now) {
    int runs = merge(pages);
    int base = waitingCount;
    for (int run = 0; run < runs; run++) {
      int @Nullable [] tags = written == null ? null : new int[runPages[run]];
      enqueue(new DeviceRequest<>(plug, pages, runFirst[run], runPages[run], tags, now));
    }
    if (written != null) {
      for (int i = 0; i < pages.length; i++) {
        DeviceRequest<P> request = waitingAt(base + runOf[i]);
        if (request.contents != null) {
          request.contents[pages[i] - request.firstPage] = written[i];
        }
      }
    }
  }

  /** Fills the scratch arrays; returns the number of runs. */
  private int merge(int[] pages) {
    if (runOf.length < pages.length) {
      int length = Math.max(pages.length, 2 * runOf.length);
      runFirst = new int[length];
      runPages = new int[length];
      runOf = new int[length];
    }
    int runs = 0;
    int plugged = 0; // the first run that is not flushed
    for (int i = 0; i < pages.length; i++) {
      int page = pages[i];
      if (page < 0) {
        throw new IllegalArgumentException("a page's address is at least 0, got " + page);
      }
      int run = adjoining(page, plugged, runs);
      if (run < 0) {
        if (runs - plugged == plugRequests
            || (runs > plugged && runPages[runs - 1] == MAX_REQUEST_PAGES)) {
          plugged = runs;
        }
        run = runs++;
        runFirst[run] = page;
        runPages[run] = 1;
      } else {
        runPages[run]++;
        if (page < runFirst[run]) {
          runFirst[run] = page;
        }
      }
      runOf[i] = run;
    }
    return runs;
  }

  private int adjoining(int page, int from, int to) {
    for (int run = to - 1; run >= from; run--) {
      int first = runFirst[run];
      int pages = runPages[run];
      if (pages < MAX_REQUEST_PAGES && (page == first + pages || page == first - 1)) {
        return run;
      }
    }
    return -1;
  }

  /**
   * Starts as many requests as there are free servers. Requests of one plug that start together and
   * end together share a timer and a tag.
   *
   * @param now the present virtual time
   * @param timer told once a tag
   */
  public void start(long now, ServiceTimer timer) {
    @Nullable DeviceRequest<P> last = null;
    long lastNanos = 0;
    int servers = Math.min(model.parallel(), model.queueDepth());
    while (waitingCount > 0 && statistics.inService < servers) {
      DeviceRequest<P> request = takeNext(now);
      long nanos =
          jitter.applyAsLong(
              now,
              model.serviceNanos(
                  now, request.firstPage, request.pages, request.write(), headPage, headSince));
      statistics.started(now);
      statistics.queueNanos += now - request.submittedNanos;
      statistics.serviceNanos += nanos;
      if (last != null && last.plug == request.plug && lastNanos == nanos) {
        last.together = request;
      } else {
        timer.servedAfter(nanos, claimTag(request));
      }
      last = request;
      lastNanos = nanos;
    }
  }

  /**
   * Ends the service of the requests that share a tag: what they write is written, the head is
   * behind them, and their servers are free for the next {@link #start}.
   *
   * @return the first of them; the others follow it in {@link DeviceRequest#pages}
   * @throws IllegalStateException if nothing with this tag is in service
   */
  public DeviceRequest<P> served(int tag, long now) {
    DeviceRequest<P> first = tag >= 0 && tag < tagsInUse ? inService[tag] : null;
    if (first == null) {
      throw new IllegalStateException("no request with tag " + tag + " is in service");
    }
    inService[tag] = null;
    freeTags[freeTagCount++] = tag;
    for (DeviceRequest<P> each = first; each != null; each = each.together) {
      statistics.served(now);
      headPage = each.firstPage + each.pages;
      headSince = now;
      if (each.contents != null) {
        ensureContents(headPage);
        System.arraycopy(each.contents, 0, contents, each.firstPage, each.pages);
      }
    }
    statistics.queueDepth.holds(unfinished(), now);
    return first;
  }

  /**
   * What the device holds at these addresses now.
   *
   * @return a new array, a tag for each page; 0 where nothing was written
   */
  public int[] contents(int[] pages) {
    int[] tags = new int[pages.length];
    for (int i = 0; i < pages.length; i++) {
      tags[i] = content(pages[i]);
    }
    return tags;
  }

  /**
   * Makes a page hold a tag without a write: for a machine that starts with pages on swap.
   *
   * @param page address on the device, at least 0
   */
  public void layOut(int page, int tag) {
    ensureContents(page + 1);
    contents[page] = tag;
  }

  private void ensureContents(int pages) {
    if (pages > contents.length) {
      contents = Arrays.copyOf(contents, Math.max(pages, 2 * contents.length));
    }
  }

  private DeviceRequest<P> takeNext(long now) {
    int chosen = model.nearestFirst() ? nearest(now) : 0;
    DeviceRequest<P> request = waitingAt(chosen);
    int mask = waiting.length - 1;
    for (int i = chosen; i > 0; i--) {
      waiting[(waitingHead + i) & mask] = waiting[(waitingHead + i - 1) & mask];
    }
    waiting[waitingHead] = null;
    waitingHead = (waitingHead + 1) & mask;
    waitingCount--;
    return request;
  }

  /** The soonest served of those the device holds, the older of two; the oldest if overdue. */
  private int nearest(long now) {
    DeviceRequest<P> oldest = waitingAt(0);
    long expire = oldest.write() ? WRITE_EXPIRE_NANOS : READ_EXPIRE_NANOS;
    int held = Math.min(waitingCount, model.queueDepth() - statistics.inService);
    if (held == 1 || now - oldest.submittedNanos >= expire) {
      return 0;
    }
    int chosen = 0;
    long least = Long.MAX_VALUE;
    for (int i = 0; i < held; i++) {
      DeviceRequest<P> each = waitingAt(i);
      long access = model.serviceNanos(now, each.firstPage, 1, each.write(), headPage, headSince);
      if (access < least) {
        least = access;
        chosen = i;
      }
    }
    return chosen;
  }

  @SuppressWarnings("NullAway") // the ring is full between its ends
  private DeviceRequest<P> waitingAt(int index) {
    return waiting[(waitingHead + index) & (waiting.length - 1)];
  }

  private void enqueue(DeviceRequest<P> request) {
    if (waitingCount == waiting.length) {
      @Nullable DeviceRequest<P>[] wider = newTable(2 * waiting.length);
      for (int i = 0; i < waitingCount; i++) {
        wider[i] = waitingAt(i);
      }
      waiting = wider;
      waitingHead = 0;
    }
    waiting[(waitingHead + waitingCount) & (waiting.length - 1)] = request;
    waitingCount++;
  }

  private int claimTag(DeviceRequest<P> request) {
    int tag;
    if (freeTagCount > 0) {
      tag = freeTags[--freeTagCount];
    } else {
      tag = tagsInUse++;
      if (tag == inService.length) {
        inService = Arrays.copyOf(inService, 2 * tag);
        freeTags = Arrays.copyOf(freeTags, 2 * tag);
      }
    }
    inService[tag] = request;
    return tag;
  }

  @SuppressWarnings("unchecked")
  private static <P> @Nullable DeviceRequest<P>[] newTable(int length) {
    return (@Nullable DeviceRequest<P>[]) new DeviceRequest<?>[length];
  }
}

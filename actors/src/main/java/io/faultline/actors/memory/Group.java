package io.faultline.actors.memory;

import org.jspecify.annotations.Nullable;

/**
 * A memory control group: its limit, what it uses, its LRU lists and what their reclaim has cost
 * ({@code struct lruvec}).
 */
public final class Group {

  /** Limit of the root group. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  private final String name;
  private long limit;
  private final ListPair anon;
  private final ListPair file;
  private final Generations generations;
  private long usage;
  private long compressed;
  private int age;
  private long fileActivations;
  private long fileActivationsSeen;
  private boolean thrashing;
  private @Nullable FileSet files;

  /**
   * An empty group.
   *
   * @param limit {@code memory.max} in pages
   */
  Group(String name, long limit, Frames frames) {
    this.name = name;
    this.limit = limit;
    anon = new ListPair(frames);
    file = new ListPair(frames);
    generations = new Generations(frames);
  }

  /** The group's name; empty for the root group. */
  public String name() {
    return name;
  }

  /** {@code memory.max} in pages. */
  public long limit() {
    return limit;
  }

  void liftLimit() {
    limit = UNLIMITED;
  }

  /** {@code memory.current} in pages. */
  public long usage() {
    return usage + compressed;
  }

  /** What of it its pages in zswap come to, in pages. */
  public long compressed() {
    return compressed;
  }

  void compressed(long pages) {
    compressed = pages;
  }

  /** Pages on the inactive anonymous list, or in the older generations. */
  public int inactivePages() {
    return anon.inactive().size() + generations.size() - generations.active();
  }

  /** Pages on the active anonymous list, or in the two youngest generations. */
  public int activePages() {
    return anon.active().size() + generations.active();
  }

  /** Pages on the inactive file list. */
  public int inactiveFilePages() {
    return file.inactive().size();
  }

  /** Pages on the active file list. */
  public int activeFilePages() {
    return file.active().size();
  }

  /** The lists of anonymous pages. */
  ListPair anon() {
    return anon;
  }

  /** The lists of file pages. */
  ListPair file() {
    return file;
  }

  /** Pages on any list. */
  int listed() {
    return anon.size() + file.size() + generations.size();
  }

  /** The file pages that its tasks read; null if they read none. */
  public @Nullable FileSet files() {
    return files;
  }

  /** Has its tasks read file pages. */
  public void reads(FileSet set) {
    files = set;
  }

  Generations generations() {
    return generations;
  }

  boolean full() {
    return usage + compressed >= limit;
  }

  void charge() {
    usage++;
  }

  void uncharge() {
    usage--;
  }

  /** {@code nonresident_age}: evictions and activations so far, modulo 2^31. */
  int age() {
    return age;
  }

  void growOlder(int pages) {
    age = age + pages & Integer.MAX_VALUE;
  }

  /**
   * Counts a page as evicted before the machine started: for recorded layouts.
   *
   * @return the age at which it was
   */
  public int layOut() {
    int evictionAge = age;
    growOlder(1);
    generations.walkedBefore();
    return evictionAge;
  }

  /** Has its generations go on where those of a group left off whose pages were all pushed out. */
  public void resumeGenerations(Group pushedOut) {
    generations.resume(pushedOut.generations);
  }

  /**
   * Whether an anonymous page that comes back would have stayed, had the inactive list been longer
   * by what else the group has in memory ({@code workingset_refault}).
   */
  boolean refaultActivates(int evictionAge) {
    return distance(evictionAge) <= anon.active().size() + file.size();
  }

  /** The same of a file page. */
  boolean fileRefaultActivates(int evictionAge) {
    return distance(evictionAge) <= file.active().size() + anon.size();
  }

  private int distance(int evictionAge) {
    return age - evictionAge & Integer.MAX_VALUE;
  }

  /** Cost of reclaiming anonymous pages ({@code lru_note_cost}). */
  void noteAnonCost(int pages) {
    anon.noteCost(pages);
    decayCosts();
  }

  /** Cost of reclaiming file pages. */
  void noteFileCost(int pages) {
    file.noteCost(pages);
    decayCosts();
  }

  /** Both are halved beyond a quarter of the lists. */
  private void decayCosts() {
    if (anon.cost() + file.cost() > (anon.size() + file.size()) / 4) {
      anon.halveCost();
      file.halveCost();
    }
  }

  /** A file page came back that should have stayed. */
  void noteFileActivation() {
    fileActivations++;
  }

  /** Finds out whether any did since the last reclaim ({@code snapshot_refaults}). */
  void lookForThrashing() {
    thrashing = fileActivations != fileActivationsSeen;
    fileActivationsSeen = fileActivations;
  }

  boolean thrashing() {
    return thrashing;
  }
}

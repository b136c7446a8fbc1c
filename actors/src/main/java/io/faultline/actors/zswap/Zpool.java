package io.faultline.actors.zswap;

/** An allocator of compressed pages; what it takes is counted in whole pages. */
public sealed interface Zpool permits Zbud, Zsmalloc {

  /** What {@link #allocate} answers when an object is too large. */
  int TOO_LARGE = -1;

  /**
   * Takes an object in.
   *
   * @param bytes its size, 1 to 4096
   * @return a handle, to be given back with {@link #free}, or {@link #TOO_LARGE}
   */
  int allocate(int bytes);

  /** Gives an object back. */
  void free(int handle);

  /** Pages that the pool takes ({@code zpool_get_total_size} in pages). */
  long pages();
}

package io.faultline.actors.observe;

/**
 * What the machine counts, under the names of {@code /proc/vmstat} and in its order.
 *
 * <p>{@code pgpgin} and {@code pgpgout} are KiB, everything else pages or events.
 */
public enum VmstatItem {
  PGPGIN,
  PGPGOUT,
  PSWPIN,
  PSWPOUT,
  ALLOCSTALL_NORMAL,
  PGFREE,
  PGACTIVATE,
  PGDEACTIVATE,
  PGFAULT,
  PGMAJFAULT,
  PGREFILL,
  PGREUSE,
  PGSTEAL_KSWAPD,
  PGSTEAL_DIRECT,
  PGSCAN_KSWAPD,
  PGSCAN_DIRECT,
  PGSCAN_ANON,
  PGSCAN_FILE,
  PGSTEAL_ANON,
  PGSTEAL_FILE,
  SLABS_SCANNED,
  PAGEOUTRUN,
  PGROTATED,
  SWAP_RA,
  SWAP_RA_HIT,
  ZSWPIN,
  ZSWPOUT,
  ZSWPWB,
  NR_VMSCAN_WRITE,
  NR_VMSCAN_IMMEDIATE_RECLAIM,
  WORKINGSET_REFAULT_ANON,
  WORKINGSET_REFAULT_FILE,
  WORKINGSET_ACTIVATE_ANON,
  WORKINGSET_ACTIVATE_FILE;

  private final String kernelName = name().toLowerCase(java.util.Locale.ROOT);

  /** The name that the kernel prints. */
  public String kernelName() {
    return kernelName;
  }
}

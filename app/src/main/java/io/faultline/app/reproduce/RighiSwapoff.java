package io.faultline.app.reproduce;

import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.process.SwapoffRecord;
import org.apache.commons.csv.CSVRecord;

/**
 * The swapoff that Andrea Righi timed in April 2020: 85 % of a guest's 8 GiB allocated, hibernation
 * and resume, then {@code swapoff /swapfile} while the resumed tasks go on.
 */
final class RighiSwapoff {

  private static final String PRESET = "righi";
  private static final String UNKNOWN_KERNEL = "vma-readahead-unspecified-kernel";
  private static final String VMA = "vma-";
  private static final int DEFAULT_PAGE_CLUSTER = 3;
  private static final double NANOS = 1e9;

  private RighiSwapoff() {}

  /**
   * The run of a row of the published tables.
   *
   * @param variant as they name it; those of VMA readahead begin with {@code vma-}
   */
  static Run run(String variant, int pageCluster) {
    Run run = Run.of(PRESET);
    String change = variant;
    if (variant.startsWith(VMA)) {
      run = run.with("devices.vda.rotational=false");
      change =
          switch (variant) {
            case UNKNOWN_KERNEL -> "lookup-correct";
            case "vma-vanilla" -> "vanilla-5.6";
            default -> variant.substring(VMA.length());
          };
    }
    if (pageCluster != DEFAULT_PAGE_CLUSTER) {
      run = run.with("machine.page-cluster=" + pageCluster);
    }
    return change.equals("vanilla-5.6") ? run : run.with("swapoff.s.variant=" + change);
  }

  /** The run of a row at its own page-cluster. */
  static Run run(CSVRecord row) {
    return run(row.get("variant"), Integer.parseInt(row.get("page_cluster")));
  }

  /** Whether the row's mail does not say which kernel it was measured with. */
  static boolean ofUnknownKernel(String variant) {
    return variant.equals(UNKNOWN_KERNEL);
  }

  /** What the remarks say of that row. */
  static String unknownKernelRemark() {
    return UNKNOWN_KERNEL
        + ": the mail does not say whether the kernel looked pages up first; taken to be"
        + " lookup-correct with VMA readahead";
  }

  /** What the guest is made of beyond what was published. */
  static String assumptionsRemark() {
    return "how many processes allocated the memory, how many pages the task beside swapoff touches"
        + " at a time and how much the disk's times vary are assumptions, made with the window"
        + " distributions and times of all variants in sight";
  }

  /** How long the swapoff took, in seconds at full scale. */
  static double seconds(MachineReport report, Scale scale) {
    SwapoffRecord swapoff = report.swapoffs().get(0).record();
    if (!swapoff.emptied()) {
      throw new IllegalStateException(
          "swapoff ran out of memory with " + swapoff.slotsLeft() + " slots left");
    }
    return swapoff.elapsedNanos() / NANOS * scale.divisor();
  }
}

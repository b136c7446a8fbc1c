package io.faultline.app;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Results in the kernel's own formats. */
final class KernelText {

  private KernelText() {}

  /** As {@code /proc/vmstat}: a name and a value on each line. */
  static String vmstat(Summary summary) {
    return summary.vmstat().entrySet().stream()
        .map(counter -> counter.getKey() + " " + counter.getValue() + "\n")
        .collect(Collectors.joining());
  }

  /** As {@code /proc/swaps}, separated by tabs; sizes in KiB. */
  static String swaps(Summary summary) {
    return "Filename\tType\tSize\tUsed\tPriority\n"
        + summary.swaps().stream()
            .map(
                swap ->
                    String.join(
                        "\t",
                        swap.filename(),
                        swap.type(),
                        String.valueOf(swap.size()),
                        String.valueOf(swap.used()),
                        String.valueOf(swap.priority())))
            .map(line -> line + "\n")
            .collect(Collectors.joining());
  }

  /** As the files of {@code /sys/kernel/debug/zswap}: a name and a value on each line. */
  static String zswap(Summary.Zswap zswap) {
    return zswap.values().entrySet().stream()
        .map(counter -> counter.getKey() + " " + counter.getValue() + "\n")
        .collect(Collectors.joining());
  }

  /** As a probe on the return value of {@code swapin_nr_pages} prints its counts. */
  static String windows(Map<String, Long> calls) {
    int width =
        calls.values().stream().mapToInt(count -> count.toString().length()).max().orElse(1);
    return calls.entrySet().stream()
        .map(
            call ->
                String.format(
                    Locale.ROOT, "%" + width + "d  $retval = %s\n", call.getValue(), call.getKey()))
        .collect(Collectors.joining());
  }
}

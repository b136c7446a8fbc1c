package io.faultline.app;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * All rows of a {@code validate}, as its JSON has them.
 *
 * @param rows in the order of the file
 */
record Validation(List<Comparison> rows, Summary summary) {

  /**
   * What it comes to. A row's error is the largest of {@code pgmajfault}, {@code pswpin}, {@code
   * swap_ra} and {@code swap_ra_hit}, as a share.
   *
   * @param rows selected
   * @param emulated of these
   * @param holds with several seeds, how many hold; null with one
   * @param medianError of the emulated rows; null if there is none
   */
  record Summary(
      int rows,
      int emulated,
      @Nullable Integer holds,
      long within1Percent,
      long within2Percent,
      long within5Percent,
      @Nullable Double medianError) {

    /** The last line of the table. */
    String line() {
      return String.format(
          Locale.ROOT,
          "rows %d, emulated %d, within 1 %%: %d, within 2 %%: %d, within 5 %%: %d, median error %s %%",
          rows,
          emulated,
          within1Percent,
          within2Percent,
          within5Percent,
          medianError == null ? "-" : String.format(Locale.ROOT, "%.2f", 100 * medianError));
    }
  }

  /**
   * The rows and their summary.
   *
   * @param severalSeeds whether the rows say if they hold
   */
  static Validation of(List<Comparison> rows, boolean severalSeeds) {
    double[] errors =
        rows.stream()
            .filter(Comparison::wasEmulated)
            .mapToDouble(Comparison::worstError)
            .sorted()
            .toArray();
    long held = rows.stream().filter(row -> Boolean.TRUE.equals(row.holds())).count();
    return new Validation(
        rows,
        new Summary(
            rows.size(),
            errors.length,
            severalSeeds ? Math.toIntExact(held) : null,
            within(errors, 0.01),
            within(errors, 0.02),
            within(errors, 0.05),
            errors.length == 0 ? null : median(errors)));
  }

  private static long within(double[] errors, double bound) {
    return java.util.Arrays.stream(errors).filter(error -> error <= bound).count();
  }

  private static double median(double[] sorted) {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}

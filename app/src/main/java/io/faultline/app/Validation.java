package io.faultline.app;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Predicate;
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
   * @param writtenWithin10Percent rows whose {@code pswpout}, {@code zswpout} and {@code zswpin}
   *     are
   * @param twoAreas emulated rows of two areas, whose use at the end was recorded
   * @param usedEqualWithin256Kib of these, rows whose areas are in use to the same extent
   * @param usedRecorded emulated rows that say how much of each area was in use at the end
   * @param usedWithin256Kib of these, rows where no area is off by more from what was recorded
   * @param plain emulated rows of one task whose pages were all on swap, without zswap
   * @param plainMet of these, rows within 1 % whose window distance is at most 0.02
   * @param plainWithin5Percent of these, rows within 5 %
   * @param mixed emulated rows of several tasks
   * @param mixedHold with several seeds, how many of these hold; null with one
   * @param medianError of the emulated rows; null if there is none
   */
  record Summary(
      int rows,
      int emulated,
      @Nullable Integer holds,
      long within1Percent,
      long within2Percent,
      long within5Percent,
      long writtenWithin10Percent,
      long twoAreas,
      long usedEqualWithin256Kib,
      long usedRecorded,
      long usedWithin256Kib,
      long plain,
      long plainMet,
      long plainWithin5Percent,
      long mixed,
      @Nullable Long mixedHold,
      @Nullable Double medianError) {

    /** The line of what was written and of what is in use. */
    String lineOfWritten() {
      return String.format(
          Locale.ROOT,
          "pswpout, zswpout and zswpin within 10 %%: %d of %d; areas' use within 256 KiB of equal:"
              + " %d of %d, of recorded: %d of %d",
          writtenWithin10Percent,
          emulated,
          usedEqualWithin256Kib,
          twoAreas,
          usedWithin256Kib,
          usedRecorded);
    }

    /** The line of the rows of one plain task, and of those of several. */
    String lineOfTasks() {
      return String.format(
          Locale.ROOT,
          "one task, pushed out, no zswap: %d of %d within 1 %% and a window distance of 0.02,"
              + " within 5 %%: %d; several tasks: %s",
          plainMet,
          plain,
          plainWithin5Percent,
          mixedHold == null
              ? mixed + ", judged by several --seeds"
              : mixedHold + " of " + mixed + " hold");
    }

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
    List<Comparison> emulated = rows.stream().filter(Comparison::wasEmulated).toList();
    double[] errors = emulated.stream().mapToDouble(Comparison::worstError).sorted().toArray();
    long[] used =
        emulated.stream().map(Comparison::usedKibOff).flatMapToLong(OptionalLong::stream).toArray();
    long[] apart =
        emulated.stream()
            .map(Comparison::usedKibApart)
            .flatMapToLong(OptionalLong::stream)
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
            emulated.stream().filter(row -> row.worstErrorOfWritten() <= 0.1).count(),
            apart.length,
            Arrays.stream(apart).filter(off -> off <= 256).count(),
            used.length,
            Arrays.stream(used).filter(off -> off <= 256).count(),
            count(emulated, Comparison::isPlain),
            count(emulated, row -> row.isPlain() && row.isMet()),
            count(emulated, row -> row.isPlain() && row.worstError() <= 0.05),
            count(emulated, Comparison::isMixed),
            severalSeeds
                ? count(emulated, row -> row.isMixed() && Boolean.TRUE.equals(row.holds()))
                : null,
            errors.length == 0 ? null : median(errors)));
  }

  private static long count(List<Comparison> rows, Predicate<Comparison> such) {
    return rows.stream().filter(such).count();
  }

  private static long within(double[] errors, double bound) {
    return Arrays.stream(errors).filter(error -> error <= bound).count();
  }

  private static double median(double[] sorted) {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}

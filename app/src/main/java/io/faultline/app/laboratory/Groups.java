package io.faultline.app.laboratory;

import java.util.Arrays;

/**
 * A distribution as a histogram, cut in two where it has a hollow.
 *
 * @param first lower end of the first bin
 * @param width of a bin
 * @param counts by bin
 * @param hollowFrom lower end of the emptiest stretch between the two highest groups
 * @param hollowTo its upper end
 * @param hollowCount figures in each of its bins, 0 for a gap
 * @param lowest the smallest figure
 * @param highest the largest figure
 * @param above figures above the middle of the hollow
 * @param total figures in all
 */
public record Groups(
    double first,
    double width,
    int[] counts,
    double hollowFrom,
    double hollowTo,
    int hollowCount,
    double lowest,
    double highest,
    int above,
    int total) {

  private static final int BINS = 32;

  /**
   * The distribution of figures.
   *
   * @param figures at least 2, finite
   */
  public static Groups of(double[] figures) {
    double[] sorted = figures.clone();
    Arrays.sort(sorted);
    double low = sorted[0];
    double high = sorted[sorted.length - 1];
    double width = niceWidth((high - low) / BINS);
    double first = Math.floor(low / width) * width;
    int[] counts = new int[(int) Math.floor((high - first) / width) + 1];
    for (double figure : sorted) {
      counts[Math.min(counts.length - 1, (int) Math.floor((figure - first) / width))]++;
    }
    int cut = otsu(counts);
    int lowerPeak = peak(counts, 0, cut);
    int upperPeak = peak(counts, cut, counts.length);
    int fewest = Integer.MAX_VALUE;
    for (int bin = lowerPeak; bin <= upperPeak; bin++) {
      fewest = Math.min(fewest, counts[bin]);
    }
    int from = lowerPeak;
    int longest = 0;
    for (int bin = lowerPeak; bin <= upperPeak; bin++) {
      int end = bin;
      while (end <= upperPeak && counts[end] == fewest) {
        end++;
      }
      if (end - bin > longest) {
        longest = end - bin;
        from = bin;
      }
      bin = Math.max(bin, end - 1);
    }
    double hollowFrom = first + from * width;
    double hollowTo = hollowFrom + longest * width;
    double middle = (hollowFrom + hollowTo) / 2;
    int above = (int) Arrays.stream(sorted).filter(figure -> figure > middle).count();
    return new Groups(
        first, width, counts, hollowFrom, hollowTo, fewest, low, high, above, sorted.length);
  }

  /** The share above the hollow. */
  public double shareAbove() {
    return (double) above / total;
  }

  /** 1, 2 or 5 times a power of ten, at least as wide as asked for. */
  private static double niceWidth(double atLeast) {
    if (atLeast <= 0) {
      return 1;
    }
    double power = Math.pow(10, Math.floor(Math.log10(atLeast)));
    for (double factor : new double[] {1, 2, 5}) {
      if (factor * power >= atLeast) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  private static int peak(int[] counts, int from, int to) {
    int highest = from;
    for (int bin = from; bin < to; bin++) {
      if (counts[bin] > counts[highest]) {
        highest = bin;
      }
    }
    return highest;
  }

  /** The first bin of the upper class where the variance between both classes is largest (Otsu). */
  private static int otsu(int[] counts) {
    double total = 0;
    double sum = 0;
    for (int bin = 0; bin < counts.length; bin++) {
      total += counts[bin];
      sum += (double) bin * counts[bin];
    }
    double below = 0;
    double sumBelow = 0;
    double best = -1;
    int cut = Math.min(1, counts.length - 1);
    for (int bin = 0; bin < counts.length - 1; bin++) {
      below += counts[bin];
      sumBelow += (double) bin * counts[bin];
      double above = total - below;
      if (below > 0 && above > 0) {
        double distance = sumBelow / below - (sum - sumBelow) / above;
        double between = below * above * distance * distance;
        if (between > best) {
          best = between;
          cut = bin + 1;
        }
      }
    }
    return cut;
  }
}

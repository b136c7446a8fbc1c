package io.faultline.app.reproduce;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Parameters that a calibration found, and how well they do.
 *
 * @param description what was fitted to what
 * @param settings value by key, the value in HOCON, in the order in which they are written
 * @param residuals what remains, for each cell that was fitted to
 */
public record Calibrated(
    String description, Map<String, String> settings, List<Residual> residuals) {

  private static final int COMMENT_WIDTH = 118;

  /**
   * What remains at a cell.
   *
   * @param cell its row and column, or what was compared
   * @param published the figure
   * @param emulated with the parameters found
   */
  public record Residual(String cell, double published, double emulated) {

    /** As a share of the published figure; negative if the emulation is below. */
    public double relative() {
      return (emulated - published) / published;
    }
  }

  /** Copies the list. */
  public Calibrated {
    residuals = List.copyOf(residuals);
  }

  /**
   * As a file to be included by a preset: the parameters, and in comments how they were found.
   *
   * @param scale of the runs
   */
  public String render(Scale scale) {
    StringBuilder text = new StringBuilder();
    String size =
        scale.isFull()
            ? ""
            : " NOT FULL SCALE: page counts were divided by " + scale.divisor() + ".";
    wrapped(description + size)
        .lines()
        .forEach(line -> text.append("# ").append(line).append('\n'));
    text.append("#\n");
    for (Residual residual : residuals) {
      text.append(
          String.format(
              Locale.ROOT,
              "# %s: published %.6g, emulated %.6g (%+.1f %%)%n",
              residual.cell(),
              residual.published(),
              residual.emulated(),
              100 * residual.relative()));
    }
    text.append('\n');
    text.append(
        settings.entrySet().stream()
            .map(setting -> setting.getKey() + " = " + setting.getValue() + "\n")
            .collect(Collectors.joining()));
    return text.toString();
  }

  private static String wrapped(String text) {
    StringBuilder lines = new StringBuilder();
    int width = 0;
    for (String word : text.strip().split("\\s+", -1)) {
      if (width > 0 && width + 1 + word.length() > COMMENT_WIDTH) {
        lines.append('\n');
        width = 0;
      }
      if (width > 0) {
        lines.append(' ');
        width++;
      }
      lines.append(word);
      width += word.length();
    }
    return lines.toString();
  }
}

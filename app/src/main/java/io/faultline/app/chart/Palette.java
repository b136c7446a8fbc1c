package io.faultline.app.chart;

import java.awt.Color;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Colours by their part in a chart. Each is drawn in a colour that stands for it and nothing else,
 * and leaves the chart as a CSS variable, so that a page sets it for its light and its dark scheme.
 */
public final class Palette {

  /** Number of series that can be told apart; the last is for what is summed up. */
  public static final int SERIES = 8;

  /** Number of shades, from nothing to the most. */
  public static final int SHADES = 9;

  private static final int INK_CODE = 1;
  private static final int GRID_CODE = 2;
  private static final int SERIES_CODE = 3;
  private static final int SHADE_CODE = 4;
  private static final int INVERSE_CODE = 5;
  private static final int SEVERAL_CODE = 6;

  static final Color INK = new Color(INK_CODE, 0, 0);
  static final Color GRID = new Color(GRID_CODE, 0, 0);

  /** For text on the darker shades. */
  static final Color INVERSE = new Color(INVERSE_CODE, 0, 0);

  /** For what belongs to several series at once. */
  static final Color SEVERAL = new Color(SEVERAL_CODE, 0, 0);

  /** The CSS variable of what belongs to several series at once. */
  public static final String SEVERAL_VARIABLE = "--several";

  private static final Pattern RGB = Pattern.compile("rgb\\((\\d+),(\\d+),0\\)");

  private Palette() {}

  static Color series(int index) {
    return new Color(SERIES_CODE, index, 0);
  }

  static Color shade(int index) {
    return new Color(SHADE_CODE, index, 0);
  }

  /** The CSS variable of a series, such as {@code --series-0}. */
  public static String seriesVariable(int index) {
    return "--series-" + index;
  }

  /** The same drawing with variables instead of colours. */
  static String withVariables(String svg) {
    Matcher matcher = RGB.matcher(svg);
    return matcher.replaceAll(
        found -> variable(Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2))));
  }

  private static String variable(int code, int index) {
    String name =
        switch (code) {
          case SERIES_CODE -> seriesVariable(index);
          case SHADE_CODE -> "--shade-" + index;
          case INVERSE_CODE -> "--inverse";
          case SEVERAL_CODE -> SEVERAL_VARIABLE;
          case GRID_CODE -> "--grid";
          default -> "--ink";
        };
    return "var(" + name + ")";
  }
}

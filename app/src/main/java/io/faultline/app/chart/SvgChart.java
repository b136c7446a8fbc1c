package io.faultline.app.chart;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.geom.Rectangle2D;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.renderer.xy.XYBarRenderer;
import org.jfree.chart.renderer.xy.XYBlockRenderer;
import org.jfree.chart.renderer.xy.XYItemRenderer;
import org.jfree.chart.text.TextUtils;

/**
 * Turns a chart into SVG: a document of its own, or an element that a page can hold among others.
 */
public final class SvgChart {

  private static final Pattern CLIP = Pattern.compile("clip-?\\d+");
  private static final Pattern LONG_FRACTION = Pattern.compile("(\\d+\\.\\d\\d)\\d+");
  private static final Pattern FAMILY = Pattern.compile("font-family:[^;\"]*;");

  private SvgChart() {}

  /**
   * A document of its own, the same text for the same chart; empty where the system has no fonts to
   * measure the texts with.
   *
   * @param chart makes the chart, which may want the fonts already
   * @param width in CSS pixels
   * @param height in CSS pixels
   */
  public static Optional<String> document(Supplier<JFreeChart> chart, int width, int height) {
    return unlessFontless(
        () ->
            written(chart.get(), width, height)
                    .replaceFirst("<svg ", "<svg font-family=\"sans-serif\" font-size=\"12\" ")
                    .stripTrailing()
                + "\n");
  }

  /**
   * The element, the same text for the same chart; empty where the system has no fonts to measure
   * the texts with.
   *
   * @param width in CSS pixels
   * @param height in CSS pixels
   * @param id what the names inside it begin with, unique in the page
   */
  public static Optional<String> element(JFreeChart chart, int width, int height, String id) {
    return unlessFontless(() -> drawn(chart, width, height, id));
  }

  private static Optional<String> unlessFontless(Supplier<String> svg) {
    try {
      return Optional.of(svg.get());
    } catch (InternalError | LinkageError noFonts) { // how the JDK says it depends on its release
      return Optional.empty();
    }
  }

  private static String written(JFreeChart chart, int width, int height) {
    System.setProperty("java.awt.headless", "true");
    TextUtils.setUseDrawRotatedStringWorkaround(false); // text stays text
    VectorGraphics2D graphics = new VectorGraphics2D();
    chart.draw(graphics, new Rectangle2D.Double(0, 0, width, height));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      new SVGProcessor()
          .getDocument(graphics.getCommands(), new PageSize(width, height))
          .writeTo(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static String drawn(JFreeChart chart, int width, int height, String id) {
    String document = written(chart, width, height);
    String content =
        document.substring(
            document.indexOf('>', document.indexOf("<svg ")) + 1, document.lastIndexOf("</svg>"));
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "
        + width
        + " "
        + height
        + "\" width=\""
        + width
        + "\" height=\""
        + height
        + "\" font-family=\"sans-serif\" font-size=\"12\" aria-hidden=\"true\""
        + (hasCells(chart) ? " shape-rendering=\"crispEdges\">" : ">") // no seams between them
        + Palette.withVariables(compact(withNames(content, id)))
        + "</svg>";
  }

  private static boolean hasCells(JFreeChart chart) {
    XYItemRenderer renderer = chart.getXYPlot().getRenderer();
    return renderer instanceof XYBarRenderer || renderer instanceof XYBlockRenderer;
  }

  /** What the library names by hash is numbered. */
  private static String withNames(String content, String id) {
    Map<String, String> names = new LinkedHashMap<>();
    return CLIP.matcher(content)
        .replaceAll(found -> names.computeIfAbsent(found.group(), clip -> id + "-" + names.size()));
  }

  private static String compact(String content) {
    String fractions = LONG_FRACTION.matcher(content).replaceAll("$1");
    return FAMILY
        .matcher(fractions)
        .replaceAll("")
        .replace("stroke-miterlimit:10;", "")
        .replaceAll("\\R\\s*", "\n")
        .strip();
  }
}

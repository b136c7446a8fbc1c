package io.faultline.app;

import io.faultline.actors.machine.MachineReport;
import io.faultline.app.report.Figure;
import io.faultline.app.report.RunFigures;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A run as one page that needs nothing from elsewhere: what was run, what came of it in words,
 * tables and charts. The same bytes for the same run; how long it really took is not in it.
 */
final class ReportPage {

  private static final String NAME = "report.html";

  /** Long, and looked up rather than read. */
  private static final Set<String> FOLDED = Set.of("vmstat", "windows of all tasks");

  /** The kernel's names, which are not words. */
  private static final Set<String> NAMES = Set.of("vmstat", "zswap");

  private static final String INVARIANTS = "invariants";

  private final Summary summary;
  private final List<Figure> figures;
  private final RunTables tables;
  private final Markup page = new Markup();

  ReportPage(MachineReport report, Summary summary) {
    this.summary = summary;
    this.figures = RunFigures.of(report);
    this.tables = new RunTables(summary, 0, report.experiment().hibernation().isPresent());
  }

  /** The page and the data of its charts, text by file name. */
  Map<String, String> files() {
    Map<String, String> files = new LinkedHashMap<>();
    figures.forEach(figure -> files.put(figure.source().file(), figure.source().csv()));
    files.put(NAME, html());
    return files;
  }

  private String html() {
    page.raw("<!DOCTYPE html>\n");
    page.open("html", "lang", "en", "xmlns", "http://www.w3.org/1999/xhtml").line();
    head();
    page.open("body").line();
    header();
    page.open("main").line();
    List<RunTables.Section> sections = tables.results();
    sections.stream().filter(section -> !comesLater(section)).forEach(this::section);
    figures.forEach(figure -> figure(figure, sections));
    sections.stream().filter(section -> section.title().equals(INVARIANTS)).forEach(this::section);
    return page.close().close().close().line().render();
  }

  private void head() {
    page.open("head").line();
    page.raw("<meta charset=\"utf-8\"/>\n");
    page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n");
    page.raw("<meta name=\"color-scheme\" content=\"light dark\"/>\n");
    page.element("title", summary.experiment() + " - Faultline").line();
    page.open("style").line().raw(style()).close().line();
    page.close().line();
  }

  private void header() {
    page.open("header").line();
    page.element("h1", summary.experiment()).line();
    page.open("ul", "class", "findings").line();
    new Findings(summary).sentences().forEach(sentence -> page.element("li", sentence).line());
    page.close().line();
    pin().addTo(page);
    page.open("nav", "aria-label", "Charts").open("ul");
    for (Figure figure : figures) {
      page.open("li").element("a", figure.title(), "href", "#" + figure.id()).close();
    }
    page.close().close().line().close().line();
  }

  private TextTable pin() {
    return tables
        .pin()
        .row("virtual time", Figures.duration(summary.virtualNanos()))
        .row("messages", summary.messages())
        .row("swap faults", summary.swapFaults() + " (major and swap-cache hits)");
  }

  /** Behind the charts, or within one of the same title. */
  private boolean comesLater(RunTables.Section section) {
    return section.title().equals(INVARIANTS)
        || figures.stream().anyMatch(figure -> isOf(section, figure));
  }

  private static boolean isOf(RunTables.Section section, Figure figure) {
    return figure.title().equalsIgnoreCase(section.title());
  }

  private void section(RunTables.Section section) {
    boolean folded = FOLDED.contains(section.title());
    page.open("section");
    if (folded) {
      page.open("details").open("summary");
    }
    page.element("h2", headline(section.title()));
    if (folded) {
      page.close();
    }
    page.line();
    body(section);
    if (folded) {
      page.close();
    }
    page.close().line();
  }

  private void body(RunTables.Section section) {
    TextTable table = section.table();
    if (table == null) {
      page.open("div", "class", "scroll", "tabindex", "0");
      page.element("pre", section.text()).close().line();
    } else {
      table.addTo(page);
    }
  }

  private static String headline(String title) {
    if (NAMES.contains(title)) {
      return title;
    }
    return title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1);
  }

  private void figure(Figure figure, List<RunTables.Section> sections) {
    page.open("section", "id", figure.id()).element("h2", figure.title()).line();
    page.element("p", figure.look()).line();
    if (!figure.keys().isEmpty()) {
      page.open("ul", "class", "keys");
      for (Figure.Key key : figure.keys()) {
        page.open("li");
        page.element("span", "", "style", "background:var(" + key.variable() + ")");
        page.text(key.name()).close();
      }
      page.close().line();
    }
    figure.drawings().forEach(drawing -> drawing(figure, drawing));
    sections.stream().filter(section -> isOf(section, figure)).forEach(this::body);
    page.open("p", "class", "data")
        .element("a", figure.source().file(), "href", figure.source().file());
    page.text(": " + figure.source().columns()).close().close().line();
  }

  private void drawing(Figure figure, Figure.Drawing drawing) {
    page.open("figure").line();
    if (!drawing.caption().isEmpty()) {
      page.element("figcaption", drawing.caption()).line();
    }
    String label = figure.title() + (drawing.caption().isEmpty() ? "" : ": " + drawing.caption());
    if (drawing.wide().isEmpty()) {
      page.element("p", "No chart: the system has no fonts for Java.");
    }
    svg("wide", label, drawing.wide());
    svg("narrow", label, drawing.narrow());
    page.close().line();
  }

  private void svg(String width, String label, Optional<String> svg) {
    svg.ifPresent(
        element ->
            page.open("div", "class", width, "role", "img", "aria-label", label)
                .raw(element)
                .close()
                .line());
  }

  private static String style() {
    try (InputStream style = ReportPage.class.getResourceAsStream("report/report.css")) {
      if (style == null) {
        throw new IllegalStateException("report.css is missing");
      }
      return new String(style.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

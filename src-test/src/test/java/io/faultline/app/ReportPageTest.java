package io.faultline.app;

import static io.faultline.app.Typed.runMixed;
import static io.faultline.app.Typed.typed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The page that a run leaves behind, and the data of its charts. */
class ReportPageTest {

  private static final List<String> DATA =
      List.of("window.csv", "ledger.csv", "slots.csv", "latency.csv", "queue.csv");

  @TempDir private Path directory;

  @Test
  void thePageIsWellFormedAndFetchesNothing() throws Exception {
    runMixed("--out", directory.toString());

    String page = text("report.html");
    assertThat(page)
        .doesNotContain("<script", "<link", "<img", "@import", "src=")
        .doesNotContainPattern("url\\((?!#)")
        .contains("prefers-color-scheme: dark", "name=\"viewport\"");
    assertThat(page.replace("xmlns=\"http://www.w3.org/", "")).doesNotContain("http:", "https:");
    Document parsed = parsed(page);
    assertThat(texts(parsed, "h2"))
        .contains("Window size", "Hit ledger", "Swap area map", "Fault latency", "Device queue");
    assertThat(parsed.getElementsByTagName("svg").getLength()).isGreaterThanOrEqualTo(12);
  }

  @Test
  void everyLinkLeadsToSomethingAndEveryNameIsGivenOnce() throws Exception {
    runMixed("--out", directory.toString());

    NodeList all = parsed(text("report.html")).getElementsByTagName("*");
    List<String> ids = new ArrayList<>();
    List<String> links = new ArrayList<>();
    for (int i = 0; i < all.getLength(); i++) {
      Element element = (Element) all.item(i);
      if (element.hasAttribute("id")) {
        ids.add(element.getAttribute("id"));
      }
      if (element.hasAttribute("href")) {
        links.add(element.getAttribute("href"));
      }
    }
    assertThat(ids).doesNotHaveDuplicates();
    assertThat(links).containsAll(DATA).hasSize(2 * DATA.size());
    for (String link : links) {
      assertThat(link.startsWith("#") ? ids : DATA).contains(link.replace("#", ""));
    }
  }

  @Test
  void theSameRunLeavesTheSameBytes() throws IOException {
    runMixed("--out", directory.resolve("one").toString());
    runMixed("--out", directory.resolve("other").toString());

    assertThat(text("one/report.html")).isEqualTo(text("other/report.html"));
    for (String file : DATA) {
      assertThat(text("one/" + file)).isEqualTo(text("other/" + file));
    }
  }

  @Test
  void theDataOfTheChartsAddsUpToTheSummary() throws IOException {
    runMixed("--out", directory.toString());

    JsonNode summary = new ObjectMapper().readTree(text("summary.json"));
    Map<String, Long> latencies = sums("latency.csv", "task", "faults");
    Map<String, Long> calls = sums("window.csv", "task", "calls");
    for (JsonNode task : summary.get("tasks")) {
      String name = task.get("process").asText() + "." + task.get("name").asText();
      assertThat(latencies)
          .containsEntry(name, task.get("faultLatencyNanos").get("count").asLong());
      assertThat(calls).containsEntry(name, sum(task.get("windows")));
    }
    Map<String, Long> hits = sums("ledger.csv", "matrix", "hits");
    assertThat(hits).containsEntry("earned", cells(summary, "earnedBySpentBy"));
    assertThat(hits).containsEntry("provided", cells(summary, "providedBySpentBy"));
    Map<String, Long> slots = sums("slots.csv", "moment", "slots");
    assertThat(slots).containsEntry("start", 2048L); // both tasks' pages are pushed out
    assertThat(4 * slots.getOrDefault("end", 0L))
        .isLessThanOrEqualTo(summary.get("swaps").get(0).get("used").asLong());
  }

  @Test
  void theQueueIsShownFromTheBeginningToTheEndOfTheMeasuredPhase() throws IOException {
    runMixed("--out", directory.toString());

    long at = 0;
    for (CSVRecord row : rows("queue.csv")) {
      assertThat(Long.parseLong(row.get("from_ns"))).isEqualTo(at);
      at = Long.parseLong(row.get("to_ns"));
    }
    JsonNode summary = new ObjectMapper().readTree(text("summary.json"));
    assertThat(at).isEqualTo(summary.get("virtualNanos").asLong());
  }

  @Test
  void aNameIsShownAsItIsWritten() throws Exception {
    Path experiment = directory.resolve("a <b> & \"c\".conf");
    Files.writeString(experiment, typed("show", "mixed").out());

    typed(
        "run",
        experiment.toString(),
        "--set",
        "processes.p1.vmas.v.pages=1024",
        "--set",
        "processes.p2.vmas.v.pages=1024",
        "--set",
        "groups.t.memory-max=4MiB",
        "--out",
        directory.toString());

    assertThat(texts(parsed(text("report.html")), "h1")).containsExactly("a <b> & \"c\"");
  }

  @Test
  void whereNothingWasReadThereIsASentenceAndNoChart() throws Exception {
    runMixed(
        "--set",
        "push-out=false",
        "--set",
        "groups.t.memory-max=64MiB",
        "--out",
        directory.toString());

    Document page = parsed(text("report.html"));
    assertThat(page.getElementsByTagName("svg").getLength()).isZero();
    assertThat(texts(page, "p"))
        .contains(
            "No window was chosen: nothing was read ahead.",
            "No slot held a page, neither at the start nor at the end.",
            "No device had a request: nothing was read and nothing was written.");
    assertThat(text("slots.csv")).hasLineCount(1);
    assertThat(text("window.csv")).hasLineCount(1);
  }

  @Test
  void ofManyTasksTheMostActiveHaveALineEachAndTheOthersOne() throws Exception {
    StringBuilder processes = new StringBuilder(typed("show", "mixed").out());
    for (int process = 3; process <= 12; process++) {
      processes.append(
          """
          processes.p%1$d {
            group = t
            vmas { v { pages = 256 } }
            tasks { t { vma = v, pattern = random, seed = %1$d, passes = 1 } }
          }
          """
              .formatted(process));
    }
    Path experiment = directory.resolve("many.conf");
    Files.writeString(experiment, processes);

    Typed run =
        typed(
            "run",
            experiment.toString(),
            "--set",
            "processes.p1.vmas.v.pages=1024",
            "--set",
            "processes.p2.vmas.v.pages=1024",
            "--set",
            "groups.t.memory-max=4MiB",
            "--out",
            directory.toString());

    assertThat(run.exitCode()).isZero();
    Document page = parsed(text("report.html"));
    assertThat(texts(page, "figcaption")).contains("p1.seq", "p2.rnd", "others (5)");
    assertThat(sums("window.csv", "task", "calls")).hasSize(12);
  }

  private String text(String file) throws IOException {
    return Files.readString(directory.resolve(file), StandardCharsets.UTF_8);
  }

  private static Document parsed(String page) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));
  }

  private static List<String> texts(Document page, String element) {
    NodeList found = page.getElementsByTagName(element);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      texts.add(found.item(i).getTextContent());
    }
    return texts;
  }

  private List<CSVRecord> rows(String file) throws IOException {
    CSVFormat format = CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();
    try (CSVParser parser = CSVParser.parse(text(file), format)) {
      return parser.getRecords();
    }
  }

  private Map<String, Long> sums(String file, String by, String column) throws IOException {
    Map<String, Long> sums = new TreeMap<>();
    for (CSVRecord row : rows(file)) {
      sums.merge(row.get(by), Long.valueOf(row.get(column)), Long::sum);
    }
    return sums;
  }

  private static long cells(JsonNode summary, String matrix) {
    long sum = 0;
    for (JsonNode row : summary.get("ledger").get(matrix)) {
      sum += sum(row);
    }
    return sum;
  }

  private static long sum(JsonNode counts) {
    long sum = 0;
    for (Iterator<JsonNode> each = counts.elements(); each.hasNext(); ) {
      sum += each.next().asLong();
    }
    return sum;
  }
}

package io.faultline.app;

import io.faultline.config.ConfigError;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * A recorded trace of swap readahead: the text of ftrace with the probes {@code si} (entry of
 * {@code swapin_readahead}), {@code cE} and {@code cP}, {@code cQ}, {@code cR} (before and after
 * the window of cluster readahead), {@code vE} and {@code vP} (of VMA readahead).
 *
 * @param name the file's, without its endings
 * @param decisions in the order in which the windows were granted
 */
record TraceFile(String name, List<Decision> decisions) {

  private static final Pattern ENDING = Pattern.compile("\\.trace(?:\\.gz)?$");
  private static final Pattern EVENT =
      Pattern.compile("\\s*\\S+-([0-9]+)\\s+\\[[0-9]+\\].*?: (si|[cv][EPQR]): \\([^)]*\\) (.*)");
  private static final Pattern FIELD = Pattern.compile("([a-z]+)=(0x[0-9a-f]+|[0-9]+)");

  private static final int PAGE_SHIFT = 12;

  /** Bits of a swap entry that say where on its area; the area is above. */
  private static final int OFFSET_BITS = 58;

  /** A VMA whose word is 0 has these hits, and {@code vE} is not reached. */
  private static final long FRESH_HITS = 4;

  /**
   * A decision.
   *
   * @param line of the event that says which page was missed
   * @param pid thread that missed
   * @param page virtual page number
   * @param area of the page's slot
   * @param slot where the page lay
   * @param hits hits that the decision took
   * @param previousOffset offset of the last miss without hits, 0 in VMA readahead
   * @param lastWindow window before, 0 in VMA readahead
   * @param window granted, in pages
   */
  record Decision(
      int line,
      int pid,
      long page,
      int area,
      long slot,
      long hits,
      long previousOffset,
      long lastWindow,
      long window) {}

  /** The traces in a directory, by name. */
  static List<Path> in(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> ENDING.matcher(file.getFileName().toString()).find())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new ConfigError("cannot read the directory " + directory, e);
    }
  }

  /** The name of a trace, from its file's. */
  static String name(Path file) {
    return ENDING.matcher(file.getFileName().toString()).replaceFirst("");
  }

  /**
   * Reads a trace.
   *
   * @throws ConfigError if it cannot be read wholly, naming the line
   */
  static TraceFile read(Path file) {
    Reading reading = new Reading(file);
    try (InputStream raw = Files.newInputStream(file);
        InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8.newDecoder()))) {
      lines.lines().forEach(reading::line);
    } catch (IOException | UncheckedIOException e) {
      throw new ConfigError(
          "cannot read " + file + ": " + Failures.oneLine(String.valueOf(e.getMessage())), e);
    }
    return new TraceFile(name(file), List.copyOf(reading.decisions));
  }

  /** What has been read so far: a thread's events belong together. */
  private static final class Reading {

    private final Path file;
    private final List<Decision> decisions = new ArrayList<>();
    private final Map<Integer, Map<String, Long>> begun = new HashMap<>();
    private int number;

    private Reading(Path file) {
      this.file = file;
    }

    private void line(String text) {
      number++;
      if (text.isBlank() || text.startsWith("#")) {
        return;
      }
      Matcher event = EVENT.matcher(text);
      if (!event.matches()) {
        throw wrong("is no event of the probes si, cE, cP, cQ, cR, vE and vP");
      }
      int pid = Integer.parseInt(event.group(1));
      Map<String, Long> fields = new HashMap<>();
      Matcher field = FIELD.matcher(event.group(3));
      while (field.find()) {
        fields.put(field.group(1), Long.decode(field.group(2)));
      }
      if (event.group(2).equals("si")) {
        fields.put("line", (long) number);
        begun.put(pid, fields);
        return;
      }
      Map<String, Long> miss = begun.get(pid);
      if (miss == null) {
        throw wrong("has " + event.group(2) + " of a thread that has missed nothing: no si before");
      } else if (event.group(2).endsWith("E")) {
        miss.putAll(fields);
      } else {
        begun.remove(pid);
        decisions.add(decision(pid, miss, fields));
      }
    }

    private Decision decision(int pid, Map<String, Long> miss, Map<String, Long> fields) {
      long entry = of(miss, "entry");
      boolean cluster = miss.containsKey("off");
      return new Decision(
          (int) of(miss, "line"),
          pid,
          of(miss, "addr") >>> PAGE_SHIFT,
          (int) (entry >>> OFFSET_BITS),
          entry & ((1L << OFFSET_BITS) - 1),
          miss.getOrDefault("hits", FRESH_HITS),
          cluster ? of(miss, "po") : 0,
          cluster ? of(miss, "pw") : 0,
          of(fields, "win"));
    }

    private long of(Map<String, Long> fields, String name) {
      Long value = fields.get(name);
      if (value == null) {
        throw wrong("ends a decision of which " + name + " was not traced");
      }
      return value;
    }

    private ConfigError wrong(String what) {
      return new ConfigError(file + ":" + number + ": " + what);
    }
  }
}

package io.faultline.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.faultline.app.laboratory.Search;
import io.faultline.config.ConfigError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * What a search has tried, a line of JSON each behind a line with its settings; a search that is
 * given the same log goes on from there.
 */
final class SearchLog {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Path file;
  private final List<Search.Entry> entries;

  private SearchLog(Path file, List<Search.Entry> entries) {
    this.file = file;
    this.entries = List.copyOf(entries);
  }

  /**
   * The log in a directory, which is begun if it is not there. A last line that was not written
   * wholly is taken away.
   *
   * @throws ConfigError if it is of another search, or no log
   * @throws UnwritableOutput if it cannot be written
   */
  static SearchLog open(Path file, Search.Settings settings) {
    try {
      String header = MAPPER.writeValueAsString(settings) + "\n";
      Path parent = file.getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      String text = Files.exists(file) ? Files.readString(file) : "";
      String whole = text.substring(0, text.lastIndexOf('\n') + 1);
      if (whole.isEmpty()) {
        if (!header.startsWith(text)) {
          throw new ConfigError(file + " is not the log of a search; name another directory");
        }
        Files.writeString(file, header);
        return new SearchLog(file, List.of());
      }
      List<String> lines = whole.lines().toList();
      if (!(lines.get(0) + "\n").equals(header)) {
        throw new ConfigError(
            file
                + " is of another search: "
                + Failures.oneLine(lines.get(0))
                + "\nuse its settings, or another directory");
      }
      List<Search.Entry> entries = new ArrayList<>();
      for (int i = 1; i < lines.size(); i++) {
        entries.add(entry(file, i, lines.get(i)));
      }
      if (whole.length() < text.length()) {
        Files.writeString(file, whole);
      }
      return new SearchLog(file, entries);
    } catch (IOException e) {
      throw new UnwritableOutput("cannot write to " + file + ": " + e.getMessage(), e);
    }
  }

  private static Search.Entry entry(Path file, int number, String line) {
    try {
      Search.Entry entry = MAPPER.readValue(line, Search.Entry.class);
      if (entry.number() == number) {
        return entry;
      }
    } catch (JsonProcessingException e) {
      throw new ConfigError(
          file + ":" + (number + 1) + ": is no line of a search; name another directory", e);
    }
    throw new ConfigError(
        file + ":" + (number + 1) + ": a line is missing before it; name another directory");
  }

  /** What was tried before. */
  List<Search.Entry> entries() {
    return entries;
  }

  /** Adds what was tried. */
  void append(List<Search.Entry> tried) {
    StringBuilder text = new StringBuilder();
    try {
      for (Search.Entry entry : tried) {
        text.append(MAPPER.writeValueAsString(entry)).append('\n');
      }
      Files.writeString(file, text, StandardCharsets.UTF_8, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UnwritableOutput("cannot write to " + file + ": " + e.getMessage(), e);
    }
  }
}

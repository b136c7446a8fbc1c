package io.faultline.golden;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * One worked row of a golden file. {@code -Dgolden.dir=DIR} reads the files of another folder,
 * which must hold all of them under the same names.
 */
public final class GoldenRow {

  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();

  private final String file;
  private final CSVRecord cells;

  private GoldenRow(String file, CSVRecord cells) {
    this.file = file;
    this.cells = cells;
  }

  /**
   * All rows of a file; a file without any is an error, since a test over no rows would pass.
   *
   * @throws UncheckedIOException if there is no such file
   */
  public static Stream<GoldenRow> of(String file) {
    List<GoldenRow> rows = new ArrayList<>();
    try (Reader reader = open(file);
        CSVParser parser = CSVParser.parse(reader, FORMAT)) {
      for (CSVRecord cells : parser) {
        rows.add(new GoldenRow(file, cells));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("golden rows: " + e.getMessage(), e);
    }
    if (rows.isEmpty()) {
      throw new IllegalStateException("golden rows: " + file + " has none");
    }
    return rows.stream();
  }

  private static Reader open(String file) throws IOException {
    String folder = System.getProperty("golden.dir");
    if (folder != null) {
      Path path = Path.of(folder, file);
      if (!Files.isReadable(path)) {
        throw new IOException(path.toAbsolutePath() + " is missing (-Dgolden.dir)");
      }
      return Files.newBufferedReader(path);
    }
    InputStream resource = GoldenRow.class.getResourceAsStream("/golden/" + file);
    if (resource == null) {
      throw new IOException("no resource golden/" + file);
    }
    return new InputStreamReader(resource, StandardCharsets.UTF_8);
  }

  /** A cell as it stands; an unknown column is an error. */
  public String text(String column) {
    return cells.get(column).trim();
  }

  /** Words of a cell, separated by blanks; none if it is empty. */
  public List<String> words(String column) {
    String text = text(column);
    return text.isEmpty() ? List.of() : List.of(text.split("\\s+", -1));
  }

  /** Integers of a cell, separated by blanks. */
  public List<Integer> integers(String column) {
    return words(column).stream().map(Integer::valueOf).toList();
  }

  /** Slots by read: commas within one, bars between two. */
  public List<List<Integer>> batches(String column) {
    String cell = text(column);
    if (cell.isEmpty()) {
      return List.of();
    }
    return Arrays.stream(cell.split("\\|", -1))
        .map(
            batch ->
                Arrays.stream(batch.split(",", -1))
                    .map(slot -> Integer.valueOf(slot.trim()))
                    .toList())
        .toList();
  }

  /** A decimal cell. */
  public int integer(String column) {
    return Integer.parseInt(text(column));
  }

  /** An unsigned 64-bit cell, hexadecimal if it begins with 0x. */
  public long unsigned(String column) {
    String text = text(column);
    return text.startsWith("0x")
        ? Long.parseUnsignedLong(text.substring(2), 16)
        : Long.parseUnsignedLong(text);
  }

  @Override
  public String toString() {
    return text("id") + " of " + file + (cells.isMapped("note") ? ": " + text("note") : "");
  }
}

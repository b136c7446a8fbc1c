package io.faultline.app.reproduce;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** A published table, as it ships inside the jar. */
public final class PublishedTable {

  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();

  private PublishedTable() {}

  /**
   * All rows of a table.
   *
   * @param name of the file beside this class, for instance {@code hugh-2012-elapsed.csv}
   * @throws IllegalStateException if the jar lacks it
   */
  public static List<CSVRecord> rows(String name) {
    try (InputStream in = PublishedTable.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + name);
      }
      try (CSVParser parser =
          FORMAT.parse(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()))) {
        return parser.getRecords();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

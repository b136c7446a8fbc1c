package io.faultline.app;

import io.faultline.config.ConfigError;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** A table in CSV with a line of headers, compressed if its name ends in {@code .gz}. */
final class CsvFile {

  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();

  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final Path path;

  CsvFile(Path path) {
    this.path = path;
  }

  /**
   * Reads every row.
   *
   * @param columns that the table must have
   * @throws ConfigError if it cannot be read wholly or lacks a column
   */
  void forEach(List<String> columns, Consumer<Row> action) {
    try (InputStream raw = Files.newInputStream(path);
        InputStream plain = path.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8.newDecoder()));
        CSVParser parser = FORMAT.parse(withoutMark(reader))) {
      List<String> missing =
          columns.stream().filter(name -> !parser.getHeaderNames().contains(name)).toList();
      if (!missing.isEmpty()) {
        throw new ConfigError(path + " lacks the column " + String.join(", ", missing));
      }
      for (CSVRecord line : parser) {
        if (!line.isConsistent()) {
          throw new ConfigError(
              path
                  + ":"
                  + parser.getCurrentLineNumber()
                  + ": has "
                  + line.size()
                  + " cells, its header has "
                  + parser.getHeaderNames().size());
        }
        action.accept(new Row(path, parser.getCurrentLineNumber(), line));
      }
    } catch (IOException e) {
      throw unreadable(e);
    } catch (UncheckedIOException e) {
      IOException cause = e.getCause();
      throw unreadable(cause == null ? new IOException(e) : cause);
    } catch (IllegalArgumentException e) {
      throw new ConfigError("cannot read " + path + ": " + Failures.oneLine(e.getMessage()), e);
    }
  }

  /** What spreadsheets put before a text in UTF-8 is no part of the first column's name. */
  private static BufferedReader withoutMark(BufferedReader reader) throws IOException {
    reader.mark(1);
    if (reader.read() != BYTE_ORDER_MARK) {
      reader.reset();
    }
    return reader;
  }

  private ConfigError unreadable(IOException e) {
    String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    if (e instanceof NoSuchFileException) {
      why = "there is no such file";
    } else if (Files.isDirectory(path)) {
      why = "it is a directory";
    } else if (!Files.isReadable(path)) {
      why = "no permission";
    } else if (e instanceof CharacterCodingException) {
      why = "it is not text in UTF-8";
    } else if (e instanceof EOFException) {
      why = "it ends too early";
    }
    return new ConfigError("cannot read " + path + ": " + Failures.oneLine(why), e);
  }

  /** A row, and where it stands for messages. */
  record Row(Path path, long line, CSVRecord cells) {

    /** A cell; empty if there is no such column. */
    String text(String column) {
      return cells.isMapped(column) ? cells.get(column) : "";
    }

    /**
     * A cell that is a whole number, not negative.
     *
     * @throws ConfigError if it is none
     */
    long number(String column) {
      String text = text(column);
      if (!text.matches("[0-9]{1,18}")) {
        throw wrong(column, "a whole number");
      }
      return Long.parseLong(text);
    }

    /**
     * As {@link #number}, for small ones.
     *
     * @throws ConfigError if it is none
     */
    int integer(String column) {
      long number = number(column);
      if (number > Integer.MAX_VALUE) {
        throw wrong(column, "at most " + Integer.MAX_VALUE);
      }
      return (int) number;
    }

    /** Says that a cell is not what it should be. */
    ConfigError wrong(String column, String right) {
      return new ConfigError(
          path + ":" + line + ": " + column + " is " + right + ", not '" + text(column) + "'");
    }
  }
}

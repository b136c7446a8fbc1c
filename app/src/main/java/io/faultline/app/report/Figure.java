package io.faultline.app.report;

import java.util.List;
import java.util.Optional;

/**
 * A figure of a page.
 *
 * @param id unique in the page, letters only
 * @param look one sentence that says what to look at; what there is instead if there is no drawing
 * @param keys what the colours stand for
 * @param drawings empty if there is nothing to draw
 * @param source what it was drawn from
 */
public record Figure(
    String id, String title, String look, List<Key> keys, List<Drawing> drawings, Source source) {

  /** The name of what a colour stands for, and the CSS variable that holds it. */
  public record Key(String name, String variable) {}

  /**
   * A drawing, once for a screen and once for a phone.
   *
   * @param caption empty if the figure's title says all
   * @param wide an {@code svg} element; empty where the system has no fonts to measure texts with
   * @param narrow likewise
   */
  public record Drawing(String caption, Optional<String> wide, Optional<String> narrow) {}

  /**
   * A table in CSV with a line of headers.
   *
   * @param file its name
   * @param columns what they hold, in a sentence or two
   */
  public record Source(String file, String columns, String csv) {}
}

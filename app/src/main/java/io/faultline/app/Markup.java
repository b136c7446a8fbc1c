package io.faultline.app;

import java.util.ArrayDeque;
import java.util.Deque;

/** HTML that is well-formed XML too: every text is escaped, every element closed. */
final class Markup {

  private final StringBuilder text = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /**
   * Opens an element.
   *
   * @param attributes names and values in turn
   */
  Markup open(String element, String... attributes) {
    open.push(element);
    text.append('<').append(element);
    for (int i = 0; i < attributes.length; i += 2) {
      text.append(' ').append(attributes[i]).append("=\"");
      text.append(escaped(attributes[i + 1])).append('"');
    }
    text.append('>');
    return this;
  }

  /** Closes the element that was opened last. */
  Markup close() {
    text.append("</").append(open.pop()).append('>');
    return this;
  }

  /** Begins a new line, for who reads the source. */
  Markup line() {
    text.append('\n');
    return this;
  }

  /** An element with nothing but a text. */
  Markup element(String element, String content, String... attributes) {
    return open(element, attributes).text(content).close();
  }

  /** A text. */
  Markup text(String content) {
    text.append(escaped(content));
    return this;
  }

  /** What is markup already. */
  Markup raw(String markup) {
    text.append(markup);
    return this;
  }

  private static String escaped(String content) {
    return content
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** The markup; every element must be closed. */
  String render() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("not closed: " + open);
    }
    return text.toString();
  }
}

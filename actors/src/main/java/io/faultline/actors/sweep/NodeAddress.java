package io.faultline.actors.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a node is reached.
 *
 * @param host name or address
 * @param port from 0 to 65535; 0 stands for any that is free
 */
public record NodeAddress(String host, int port) {

  /** This host alone, any port. */
  public static final NodeAddress LOOPBACK = new NodeAddress("127.0.0.1", 0);

  private static final Pattern FORM =
      Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9a-fA-F:.]+]):([0-9]{1,5})");

  /**
   * Reads {@code HOST:PORT}.
   *
   * @throws IllegalArgumentException if it is not of that form
   */
  public static NodeAddress parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > 65_535) {
      throw new IllegalArgumentException("a node is at HOST:PORT, not at " + text);
    }
    return new NodeAddress(matcher.group(1), Integer.parseInt(matcher.group(2)));
  }

  /**
   * Reads several, with commas between.
   *
   * @throws IllegalArgumentException if one is not of that form
   */
  public static List<NodeAddress> parseAll(String text) {
    List<NodeAddress> all = new ArrayList<>();
    for (String one : text.split(",", -1)) {
      all.add(parse(one));
    }
    return all;
  }

  /** Whether it is reached from this host only. */
  public boolean isLoopback() {
    return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}

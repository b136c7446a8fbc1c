package io.faultline.config;

import com.typesafe.config.ConfigOrigin;
import java.util.Optional;
import java.util.regex.Pattern;

/** Where something in an experiment was written, in words. */
final class Place {

  /** What the text of an override is known by. */
  static final String OVERRIDE = "--set ";

  private static final Pattern LINES = Pattern.compile(": [0-9]+(-[0-9]+)?$");

  private Place() {}

  /** Source and line; empty for the defaults and what several sources wrote together. */
  static Optional<String> of(ConfigOrigin origin) {
    String source = source(origin);
    if (source.isEmpty() || source.equals(Schema.REFERENCE)) {
      return Optional.empty();
    }
    boolean aLineIsNews = origin.lineNumber() > 0 && !source.startsWith(OVERRIDE);
    return Optional.of(aLineIsNews ? source + " line " + origin.lineNumber() : source);
  }

  private static String source(ConfigOrigin origin) {
    if (origin.resource() != null) {
      String resource = origin.resource();
      return resource.substring(resource.lastIndexOf('/') + 1);
    }
    String description = origin.description();
    if (description.startsWith("merge of ")) {
      return "";
    }
    return LINES.matcher(description).replaceFirst("");
  }
}

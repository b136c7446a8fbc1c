package io.faultline.app.reproduce;

import java.util.List;

/** The heuristics of 2012, by what the published tables call them. */
final class PublishedAlgorithms {

  private PublishedAlgorithms() {}

  /**
   * What sets an experiment to a heuristic.
   *
   * @throws IllegalStateException if no table calls one so
   */
  static List<String> settings(String published) {
    return switch (published) {
      case "fixed-window-pre-3.14" -> of("fixed", "global");
      case "shaohua-anon-vma" -> of("li-2012", "anon-vma");
      case "hugh-2012-10-plus1" -> of("dickins-2012-10", "global");
      case "hugh-2012-10-noplus" -> of("dickins-2012-10-noplus", "global");
      case "hugh-2012-11" -> of("dickins-2012-11", "global");
      default -> throw new IllegalStateException("nothing is called " + published + " here");
    };
  }

  private static List<String> of(String algorithm, String scope) {
    return List.of("readahead.algorithm=" + algorithm, "readahead.scope=" + scope);
  }
}

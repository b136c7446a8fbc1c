package io.faultline.app.reproduce;

import io.faultline.config.ConfigError;
import io.faultline.config.NearestName;
import java.util.List;

/** The published tables that there are. */
public final class Reproductions {

  private static final List<Reproduction> ALL =
      List.of(
          new RighiPageCluster(),
          new RighiVariants(),
          new RighiWindows(),
          new Dickins2012(),
          new Khlebnikov2012(),
          new Li2012(),
          PhamZswap.twoGigabytes(),
          PhamZswap.coldData(),
          new Huang2017());

  private Reproductions() {}

  /** All of them, the first to try first. */
  public static List<Reproduction> all() {
    return ALL;
  }

  /**
   * The one of that name.
   *
   * @throws ConfigError if there is none; the message says which there are
   */
  public static Reproduction named(String name) {
    List<String> names = ALL.stream().map(Reproduction::name).toList();
    return ALL.stream()
        .filter(reproduction -> reproduction.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigError(
                    "no reproduction is called "
                        + name
                        + NearestName.similar(name, names)
                            .map(near -> "; did you mean " + near + "?")
                            .orElse("")
                        + "\nthe reproductions are "
                        + String.join(", ", names)));
  }
}

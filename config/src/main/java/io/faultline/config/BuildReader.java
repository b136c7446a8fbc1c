package io.faultline.config;

import java.util.List;
import java.util.Optional;

/** Reads builds; the bounds of their keys stand here. */
final class BuildReader {

  private static final long MOST_PAGES = Integer.MAX_VALUE / BuildSpec.LARGEST_SIZE;

  /** A worker has the accesses of a burst in hand, so it has room for no more of them. */
  private static final long MOST_ACCESSES_IN_A_BURST = 100_000_000;

  private BuildReader() {}

  static BuildSpec read(
      String name, Section stated, List<String> groups, List<ObjectSpec> objects) {
    Section section = stated.over(Schema.template("build"));
    section.allow(
        "group",
        "jobs",
        "units",
        "cpu",
        "pages",
        "spread",
        "bursts",
        "revisits",
        "run",
        "hot-share",
        "hot-revisits",
        "writes",
        "sources",
        "headers",
        "output");
    double hotShare = section.real("hot-share", 0, true, 1);
    if (hotShare == 1) {
      throw section.error("hot-share", "is a number above 0 and below 1, not 1");
    }
    BuildSpec build =
        new BuildSpec(
            name,
            section.has("group")
                ? Optional.of(section.reference("group", "group", groups))
                : Optional.empty(),
            section.count("jobs", 1, 4096),
            section.count("units", 1, MOST_PAGES),
            section.nanos("cpu", 0),
            section.count("pages", 1, MOST_PAGES),
            section.real("spread", 0, false, 2),
            section.count("bursts", 1, MOST_PAGES),
            section.count("revisits", 0, MOST_PAGES),
            section.count("run", 1, MOST_PAGES),
            hotShare,
            section.real("hot-revisits", 0, false, 1),
            section.real("writes", 0, false, 1),
            part(section, "sources", objects),
            headers(section, objects),
            part(section, "output", objects));
    long revisits = ofLargest(build, build.revisits());
    long inABurst = (revisits + build.bursts() - 1) / build.bursts();
    long accesses = inABurst * Math.min(build.run(), ofLargest(build, build.pages()));
    if (accesses > MOST_ACCESSES_IN_A_BURST) {
      throw section.error(
          "revisits",
          "and run are at most "
              + MOST_ACCESSES_IN_A_BURST
              + " accesses in one of the "
              + build.bursts()
              + " bursts, not "
              + accesses);
    }
    return build;
  }

  private static long ofLargest(BuildSpec build, int mean) {
    return build.spread() == 0 ? mean : (long) BuildSpec.LARGEST_SIZE * mean;
  }

  private static Optional<BuildSpec.Sources> part(
      Section section, String key, List<ObjectSpec> objects) {
    if (!section.has(key)) {
      return Optional.empty();
    }
    Section part = section.section(key);
    part.allow("object", "pages");
    String object = part.reference("object", "object", names(objects));
    return Optional.of(new BuildSpec.Sources(object, part.count("pages", 1, MOST_PAGES)));
  }

  private static Optional<BuildSpec.Headers> headers(Section section, List<ObjectSpec> objects) {
    if (!section.has("headers")) {
      return Optional.empty();
    }
    Section headers = section.section("headers");
    headers.allow("object", "reads", "exponent");
    return Optional.of(
        new BuildSpec.Headers(
            headers.reference("object", "object", names(objects)),
            headers.count("reads", 1, MOST_PAGES),
            headers.real("exponent", 0, true, 10)));
  }

  private static List<String> names(List<ObjectSpec> objects) {
    return objects.stream().map(ObjectSpec::name).toList();
  }
}

package io.faultline.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads the processes of an experiment; the bounds of their keys stand here. */
final class ProcessReader {

  private static final long MOST_PAGES = Integer.MAX_VALUE;

  private static final String SOMETHING_TO_STORE =
      "a process has at least one task or a VMA with populate = true";
  private static final int MOST_COPIES = 1024;
  private static final long MOST_PASSES = 100_000_000;
  private static final long MOST_ACCESSES = 1_000_000_000_000_000_000L;

  private final Section root;
  private final List<String> groups;
  private final List<ObjectSpec> objects;
  private final long seed;

  /**
   * A reader.
   *
   * @param root the whole experiment
   * @param groups names of the groups there are
   * @param objects the tmpfs objects that tasks may work on
   * @param seed the experiment's
   */
  ProcessReader(Section root, List<String> groups, List<ObjectSpec> objects, long seed) {
    this.root = root;
    this.groups = List.copyOf(groups);
    this.objects = List.copyOf(objects);
    this.seed = seed;
  }

  /**
   * The processes in the order of their names.
   *
   * @param builds of the experiment; where there is one there need be no process
   */
  List<ProcessSpec> read(List<BuildSpec> builds) {
    SortedMap<String, Section> sections = root.named("processes");
    SortedMap<String, ProcessSpec> processes = new TreeMap<>();
    sections.forEach(
        (name, section) -> {
          if (section.has("copies")) {
            copies(name, section, sections, processes);
          } else if (!section.has("fork-of")) {
            processes.put(name, process(name, section, 0));
          }
        });
    List<ProcessSpec> parents = List.copyOf(processes.values());
    sections.forEach(
        (name, section) -> {
          if (section.has("fork-of")) {
            processes.put(name, fork(name, section, parents));
          }
        });
    if (processes.isEmpty() && builds.isEmpty()) {
      throw root.error("processes", "is empty; an experiment has at least one process or build");
    }
    return List.copyOf(processes.values());
  }

  /** Processes that differ in their seeds alone. */
  private void copies(
      String name,
      Section section,
      SortedMap<String, Section> sections,
      SortedMap<String, ProcessSpec> processes) {
    int copies = section.count("copies", 0, MOST_COPIES);
    for (int copy = 0; copy < copies; copy++) {
      String called = name + "-" + (copy + 1);
      if (sections.containsKey(called) || processes.containsKey(called)) {
        throw section.error("copies", "makes a process " + called + ", which there is already");
      }
      processes.put(called, process(called, section, copy));
    }
  }

  /** A process that has the memory of another when the measured phase begins. */
  private ProcessSpec fork(String name, Section section, List<ProcessSpec> parents) {
    section.allow("fork-of", "tasks", "exits", "group", "vmas");
    for (String inherited : List.of("group", "vmas")) {
      if (section.has(inherited)) {
        throw section.error(
            inherited, "comes from the process that this is a fork of; leave it out");
      }
    }
    String parentName =
        section.reference(
            "fork-of",
            "process that is no fork itself",
            parents.stream().map(ProcessSpec::name).toList());
    ProcessSpec parent =
        parents.stream().filter(p -> p.name().equals(parentName)).findFirst().orElseThrow();
    List<TaskSpec> tasks = tasks(name, section, parent.vmas(), 0);
    return new ProcessSpec(
        name, parent.group(), List.of(), tasks, Optional.of(parentName), exits(section, tasks));
  }

  private List<TaskSpec> tasks(String process, Section section, List<VmaSpec> vmas, int copy) {
    List<TaskSpec> tasks = new ArrayList<>();
    if (section.has("tasks")) {
      section
          .named("tasks")
          .forEach(
              (key, task) ->
                  tasks.add(task(process, key, task.over(Schema.template("task")), vmas, copy)));
    }
    return tasks;
  }

  private static boolean exits(Section section, List<TaskSpec> tasks) {
    boolean exits = section.has("exits") && section.flag("exits");
    if (exits && tasks.stream().anyMatch(TaskSpec::background)) {
      throw section.error("exits", "is false where a task is a background task, which never ends");
    }
    return exits;
  }

  private ProcessSpec process(String name, Section section, int copy) {
    section.allow("group", "vmas", "tasks", "exits", "fork-of", "copies");
    Optional<String> group =
        section.has("group")
            ? Optional.of(section.reference("group", "group", groups))
            : Optional.empty();
    List<VmaSpec> vmas = new ArrayList<>();
    vmas(section)
        .forEach(
            (key, stated) -> {
              Section vma = stated.over(Schema.template("vma"));
              vma.allow("pages", "populate", "content", "same-filled", "incompressible");
              vmas.add(
                  new VmaSpec(
                      key,
                      vma.count("pages", 1, MOST_PAGES),
                      vma.flag("populate"),
                      ZswapChoice.content(vma)));
            });
    boolean populated = vmas.stream().anyMatch(VmaSpec::populate);
    if (!populated && !section.has("tasks")) {
      throw section.error("tasks", "is missing; " + SOMETHING_TO_STORE);
    }
    List<TaskSpec> tasks = tasks(name, section, vmas, copy);
    if (vmas.isEmpty() && section.has("vmas")) {
      throw section.error("vmas", "is empty; a process has at least one VMA");
    }
    if (tasks.isEmpty() && !populated) {
      throw section.error("tasks", "is empty; " + SOMETHING_TO_STORE);
    }
    return new ProcessSpec(name, group, vmas, tasks, Optional.empty(), exits(section, tasks));
  }

  /** A process may do without if all its tasks work on objects. */
  private static SortedMap<String, Section> vmas(Section process) {
    boolean onObjects =
        process.has("tasks")
            && process.named("tasks").values().stream().allMatch(task -> task.has("object"));
    return onObjects && !process.has("vmas") ? new TreeMap<>() : process.named("vmas");
  }

  private TaskSpec task(
      String process, String name, Section section, List<VmaSpec> vmas, int copy) {
    section.allow(
        "vma",
        "object",
        "access",
        "first-page",
        "pages",
        "pattern",
        "stride",
        "exponent",
        "hot-share",
        "hot-accesses",
        "random-share",
        "write",
        "passes",
        "accesses",
        "seed",
        "think",
        "burst",
        "background");
    TaskSpec.Target target = target(section);
    String vmaName =
        target == TaskSpec.Target.VMA
            ? section.reference("vma", "VMA", vmas.stream().map(VmaSpec::name).toList())
            : section.reference("object", "object", objectNames());
    int vmaPages = target == TaskSpec.Target.VMA ? pages(vmas, vmaName) : objectPages(vmaName);
    int firstPage = section.count("first-page", 0, MOST_PAGES);
    if (firstPage >= vmaPages) {
      throw section.error(
          "first-page", "lies outside its VMA of " + vmaPages + " pages: " + firstPage);
    }
    int left = vmaPages - firstPage;
    int pages = section.has("pages") ? section.count("pages", 1, MOST_PAGES) : left;
    if (pages > left) {
      throw section.error(
          "pages", "is at most " + left + ", what its VMA has from first-page on, not " + pages);
    }
    return new TaskSpec(
        name,
        vmaName,
        firstPage,
        pages,
        pattern(section, pages),
        section.flag("write"),
        accesses(section, pages),
        section.has("seed")
            ? section.seed("seed") + copy
            : Seeds.derive(seed, process + "/" + name),
        section.nanos("think", 0),
        section.count("burst", 1, MOST_PAGES),
        section.flag("background"),
        target);
  }

  private static TaskSpec.Target target(Section section) {
    if (!section.has("object")) {
      if (section.has("access")) {
        throw section.error("access", "belongs to a task with object = ..., which this has not");
      }
      return TaskSpec.Target.VMA;
    }
    if (section.has("vma")) {
      throw section.error("object", "and vma are two places to work on; state one of them");
    }
    boolean mapped =
        section.has("access")
            && section.choice("access", word -> word, List.of("file", "map")).equals("map");
    return mapped ? TaskSpec.Target.MAPPED_OBJECT : TaskSpec.Target.FILE;
  }

  private static int pages(List<VmaSpec> vmas, String name) {
    return vmas.stream().filter(vma -> vma.name().equals(name)).findFirst().orElseThrow().pages();
  }

  private int objectPages(String name) {
    return objects.stream()
        .filter(object -> object.name().equals(name))
        .findFirst()
        .orElseThrow()
        .pages();
  }

  private List<String> objectNames() {
    return objects.stream().map(ObjectSpec::name).toList();
  }

  private static long accesses(Section section, int pages) {
    if (section.has("accesses")) {
      if (section.has("passes")) {
        throw section.error("accesses", "and passes say the same thing; state one of them");
      }
      return section.whole("accesses", 1, MOST_ACCESSES);
    }
    return section.has("passes") ? pages * section.whole("passes", 1, MOST_PASSES) : pages;
  }

  private static PatternSpec pattern(Section section, int pages) {
    String word =
        section.choice(
            "pattern",
            each -> each,
            List.of(
                "sequential", "reverse", "strided", "random", "zipf", "hot-cold", "partly-random"));
    refuseForeign(section, word, "stride", "strided");
    refuseForeign(section, word, "exponent", "zipf");
    refuseForeign(section, word, "hot-share", "hot-cold");
    refuseForeign(section, word, "hot-accesses", "hot-cold");
    refuseForeign(section, word, "random-share", "partly-random");
    return switch (word) {
      case "sequential" -> new PatternSpec.Sequential();
      case "reverse" -> new PatternSpec.Reverse();
      case "random" -> new PatternSpec.UniformRandom();
      case "strided" -> strided(section, pages);
      case "partly-random" ->
          new PatternSpec.PartlyRandom(section.real("random-share", 0, false, 1));
      case "zipf" -> new PatternSpec.Zipf(section.real("exponent", 0, true, 10));
      default -> hotCold(section, pages);
    };
  }

  private static void refuseForeign(Section section, String pattern, String key, String owner) {
    if (section.has(key) && !pattern.equals(owner)) {
      throw section.error(key, "belongs to pattern = " + owner + ", but the pattern is " + pattern);
    }
  }

  private static PatternSpec strided(Section section, int pages) {
    int stride = section.count("stride", 1, MOST_PAGES);
    if (pages % stride != 0) {
      throw section.error(
          "stride",
          "divides the " + pages + " pages of the task's region, " + stride + " does not");
    }
    return new PatternSpec.Strided(stride);
  }

  private static PatternSpec hotCold(Section section, int pages) {
    if (pages < 2) {
      throw section.error("pattern", "hot-cold needs at least 2 pages, the region has " + pages);
    }
    double share = section.real("hot-share", 0, true, 1);
    if (share == 1) {
      throw section.error("hot-share", "is a number above 0 and below 1, not 1");
    }
    return new PatternSpec.HotCold(share, section.real("hot-accesses", 0, false, 1));
  }
}

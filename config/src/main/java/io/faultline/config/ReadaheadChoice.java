package io.faultline.config;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import io.faultline.config.ReadaheadSpec.Marking;
import io.faultline.config.ReadaheadSpec.Placement;
import io.faultline.config.ReadaheadSpec.Scope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Resolves the key {@code readahead}: what it does not state the kernel decides. */
final class ReadaheadChoice {

  /** The key. */
  static final String KEY = "readahead";

  private static final String KERNEL = "kernel";
  private static final String ALGORITHM = "algorithm";
  private static final String SCOPE = "scope";
  private static final String PLACEMENT = "placement";
  private static final String MARKING = "marking";

  /** The words that stand for an object. */
  private static final Map<String, ConfigObject> WORDS = words();

  private static final Pattern CLASS_NAME =
      Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)+");

  private final Section section;
  private final ReadaheadSpec kernels;

  private ReadaheadChoice(Section section, ReadaheadSpec kernels) {
    this.section = section;
    this.kernels = kernels;
  }

  /**
   * The choice that an experiment makes.
   *
   * @param kernels what the kernel would choose
   */
  static ReadaheadSpec read(Section root, ReadaheadSpec kernels) {
    Section section = root.section(KEY, WORDS).over(Schema.template(KEY));
    section.allow(ALGORITHM, SCOPE, PLACEMENT, MARKING);
    return new ReadaheadChoice(section, kernels).resolved();
  }

  /** The object that a word under the key stands for; empty if the value is no such word. */
  static Optional<ConfigValue> spelledOut(ConfigValue value) {
    if (!(value.unwrapped() instanceof String word) || !WORDS.containsKey(word)) {
      return Optional.empty();
    }
    ConfigObject object = WORDS.get(word);
    for (String key : List.of(ALGORITHM, SCOPE, PLACEMENT, MARKING)) {
      ConfigValue part = object.get(key);
      if (part != null) {
        object = object.withValue(key, part.withOrigin(value.origin()));
      }
    }
    return Optional.of(object.withOrigin(value.origin()));
  }

  private ReadaheadSpec resolved() {
    String algorithm = algorithm();
    Scope scope = chosen(SCOPE, Scope::word, Scope.values()).orElse(kernels.scope());
    Placement placement =
        chosen(PLACEMENT, Placement::word, Placement.values()).orElse(kernels.placement());
    Marking marking =
        chosen(MARKING, Marking::word, Marking.values()).orElseGet(() -> usualMarking(algorithm));
    boolean stateless =
        algorithm.equals(ReadaheadSpec.NO_READAHEAD) || algorithm.equals(ReadaheadSpec.FIXED);
    boolean nothing = algorithm.equals(ReadaheadSpec.NO_READAHEAD);
    return new ReadaheadSpec(
        algorithm,
        allowed(SCOPE, Scope::word, scope, ReadaheadSpec.scopes(algorithm), stateless, algorithm),
        allowed(
            PLACEMENT,
            Placement::word,
            placement,
            ReadaheadSpec.placements(algorithm),
            nothing,
            algorithm),
        nothing ? Marking.NONE : marking);
  }

  private String algorithm() {
    List<String> names = new ArrayList<>(ReadaheadSpec.ALGORITHMS);
    names.add(KERNEL);
    String text = section.text(ALGORITHM, Section.listed(names) + " or the name of a class");
    if (text.equals(KERNEL)) {
      return kernels.algorithm();
    }
    if (names.contains(text) || CLASS_NAME.matcher(text).matches()) {
      return text;
    }
    throw section.error(
        ALGORITHM,
        "is "
            + String.join(", ", names)
            + " or the name of a class with its package, not "
            + section.shown(ALGORITHM)
            + Section.meant(text, names));
  }

  /** The value that is stated; empty where it is left to the kernel. */
  private <T> Optional<T> chosen(String key, Function<T, String> word, T[] values) {
    List<Optional<T>> choices = new ArrayList<>();
    Arrays.stream(values).map(Optional::of).forEach(choices::add);
    choices.add(Optional.empty());
    return section.choice(key, choice -> choice.map(word).orElse(KERNEL), choices);
  }

  /** What the kernel chose gives way to what the algorithm needs; what somebody stated does not. */
  private <T> T allowed(
      String key,
      Function<T, String> word,
      T wanted,
      List<T> allowed,
      boolean indifferent,
      String algorithm) {
    if (allowed.contains(wanted)) {
      return wanted;
    }
    if (indifferent || section.text(key, KERNEL).equals(KERNEL)) {
      return allowed.get(0);
    }
    throw section.error(
        key,
        "is "
            + Section.listed(allowed.stream().map(word).toList())
            + " with algorithm "
            + algorithm
            + ", not "
            + word.apply(wanted));
  }

  /**
   * As each source has it: Dickins' patches marked every page, the fixed window and the counter of
   * misses none; what a page read in vain costs Khlebnikov's state it costs once. What needs marks
   * gets them on a kernel that had none, too.
   */
  private Marking usualMarking(String algorithm) {
    return switch (algorithm) {
      case ReadaheadSpec.NO_READAHEAD, ReadaheadSpec.FIXED, ReadaheadSpec.LI_2012 -> Marking.NONE;
      case ReadaheadSpec.DICKINS_2012_10,
          ReadaheadSpec.DICKINS_2012_10_NOPLUS,
          ReadaheadSpec.DICKINS_2012_11 ->
          Marking.ALL;
      case ReadaheadSpec.KHLEBNIKOV_2012 -> Marking.NEW;
      default -> kernels.marking() == Marking.NONE ? Marking.ALL : kernels.marking();
    };
  }

  private static Map<String, ConfigObject> words() {
    Map<String, ConfigObject> words = new LinkedHashMap<>();
    words.put(KERNEL, ConfigFactory.empty().root());
    words.put("cluster", pair(Scope.GLOBAL, Placement.SLOTS));
    words.put("vma", pair(Scope.VMA, Placement.ADDRESSES));
    return words;
  }

  private static ConfigObject pair(Scope scope, Placement placement) {
    return ConfigFactory.parseMap(
            Map.of(ALGORITHM, ReadaheadSpec.HITS, SCOPE, scope.word(), PLACEMENT, placement.word()))
        .root();
  }
}

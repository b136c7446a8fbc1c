package io.faultline.config;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One object of an experiment's file while it is read: takes values by key or says what is wrong.
 */
final class Section {

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");

  private final ConfigObject object;
  private final String path;
  private final Schema schema;

  /**
   * A section.
   *
   * @param path its key from the top, empty for the top itself
   * @param schema knows all keys there are, for messages
   */
  Section(ConfigObject object, String path, Schema schema) {
    this.object = object;
    this.path = path;
    this.schema = schema;
  }

  /**
   * This with defaults for what it does not state. An object that was laid over a mere value would
   * ignore a fallback.
   */
  Section over(ConfigObject defaults) {
    ConfigObject whole = object;
    for (Map.Entry<String, ConfigValue> entry : new TreeMap<>(defaults).entrySet()) {
      if (!object.containsKey(entry.getKey())) {
        whole = whole.withValue(entry.getKey(), entry.getValue());
      }
    }
    return new Section(whole, path, schema);
  }

  /** This with what another section states as defaults. */
  Section over(Section defaults) {
    return over(defaults.object);
  }

  /** Refuses every key but these. */
  void allow(String... keys) {
    List<String> known = Arrays.asList(keys);
    for (Map.Entry<String, ConfigValue> entry : inOrder().entrySet()) {
      String key = entry.getKey();
      if (!known.contains(key)) {
        throw new ConfigError(
            place(entry.getValue())
                + ": unknown key "
                + pathOf(key)
                + schema.hint(path, key, known));
      }
    }
  }

  boolean has(String key) {
    ConfigValue value = object.get(key);
    return value != null && value.valueType() != ConfigValueType.NULL;
  }

  /** The object at a key that must be there. */
  Section section(String key) {
    return asSection(key, value(key, "an object"));
  }

  /**
   * The object at a key that must be there, or that which one of a few words stands for.
   *
   * @param words the words and the objects they stand for
   */
  Section section(String key, Map<String, ConfigObject> words) {
    String what = String.join(", ", words.keySet()) + " or an object { ... }";
    ConfigValue value = value(key, what);
    if (value instanceof ConfigObject) {
      return asSection(key, value);
    }
    String text = scalar(key, what);
    ConfigObject object = words.get(text);
    if (object == null) {
      throw error(
          key, "is " + what + ", not " + shown(key) + meant(text, List.copyOf(words.keySet())));
    }
    return new Section(object, pathOf(key), schema);
  }

  /** The objects below a key, in the order of their names, whose form is checked. */
  SortedMap<String, Section> named(String key) {
    Section parent = section(key);
    SortedMap<String, Section> sections = new TreeMap<>();
    for (Map.Entry<String, ConfigValue> entry : parent.inOrder().entrySet()) {
      String name = entry.getKey();
      if (!NAME.matcher(name).matches()) {
        throw new ConfigError(
            place(entry.getValue())
                + ": "
                + parent.path
                + " has the name \""
                + printable(name)
                + "\"; a name is a letter and then letters, digits, _ or -, at most 64 in all");
      }
      sections.put(name, parent.asSection(name, entry.getValue()));
    }
    return sections;
  }

  int count(String key, long min, long max) {
    return (int) whole(key, min, max);
  }

  long whole(String key, long min, long max) {
    String what = "a whole number from " + min + " to " + max;
    return inBounds(key, what, Quantity.whole(scalar(key, what)), min, max);
  }

  /** Any 64-bit number. */
  long seed(String key) {
    return whole(key, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** A size that is a whole number of pages. */
  long pages(String key, long min, long max) {
    String what =
        "a size from "
            + Quantity.ofPages(min)
            + (max == Integer.MAX_VALUE ? " to below 8TiB" : " to " + Quantity.ofPages(max))
            + " such as 64MiB";
    BigInteger bytes = Quantity.bytes(scalar(key, what));
    BigInteger page = BigInteger.valueOf(Quantity.PAGE_BYTES);
    if (bytes != null && bytes.mod(page).signum() != 0) {
      throw error(key, "is a whole number of pages of 4KiB, not " + shown(key));
    }
    return inBounds(key, what, bytes == null ? null : bytes.divide(page), min, max);
  }

  /** A duration of at most one hour. */
  long nanos(String key, long min) {
    String what =
        (min == 0 ? "a duration from 0us" : "a duration from " + Quantity.ofNanos(min))
            + " to 3600s such as 50us";
    return inBounds(key, what, Quantity.nanos(scalar(key, what)), min, Quantity.LONGEST_NANOS);
  }

  /** A number from min to max, min itself excluded if {@code above}. */
  double real(String key, double min, boolean above, double max) {
    String what =
        "a number "
            + (above ? "above " : "from ")
            + Quantity.ofReal(min)
            + (above ? " and at most " : " to ")
            + Quantity.ofReal(max);
    BigDecimal number = Quantity.real(scalar(key, what));
    double value = number == null ? Double.NaN : number.doubleValue();
    if (!(value >= min && value <= max) || (above && value == min)) {
      throw error(key, "is " + what + ", not " + shown(key));
    }
    return value;
  }

  boolean flag(String key) {
    return switch (scalar(key, "true or false")) {
      case "true", "yes", "on" -> true;
      case "false", "no", "off" -> false;
      default -> throw error(key, "is true or false, not " + shown(key));
    };
  }

  String text(String key, String what) {
    return scalar(key, what);
  }

  /** One of a few values, told apart by their words. */
  <T> T choice(String key, Function<T, String> word, List<T> values) {
    List<String> words = values.stream().map(word).toList();
    String text = scalar(key, listed(words));
    for (T value : values) {
      if (word.apply(value).equals(text)) {
        return value;
      }
    }
    throw error(key, "is " + listed(words) + ", not " + shown(key) + meant(text, words));
  }

  /** The name of one of the things that there are. */
  String reference(String key, String what, List<String> names) {
    String text = scalar(key, "the name of a " + what);
    if (names.contains(text)) {
      return text;
    }
    String there =
        names.isEmpty()
            ? "there is none"
            : "there is " + String.join(", ", names) + meant(text, names);
    throw error(key, "names the " + what + " " + printable(text) + ", but " + there);
  }

  /** An error about the value of a key. */
  ConfigError error(String key, String problem) {
    ConfigValue value = object.get(key);
    return new ConfigError(
        place(value == null ? object : value) + ": " + pathOf(key) + " " + problem);
  }

  /** An error about this section as a whole. */
  ConfigError error(String problem) {
    return new ConfigError(place(object) + ": " + (path.isEmpty() ? "" : path + " ") + problem);
  }

  /** The value as it was written, shortened. */
  String shown(String key) {
    ConfigValue value = object.get(key);
    if (value == null) {
      return "nothing";
    }
    return switch (value.valueType()) {
      case OBJECT -> "an object";
      case LIST -> "a list";
      case NULL -> "null";
      case STRING, NUMBER, BOOLEAN -> {
        String text = printable(written(value));
        yield text.isEmpty() ? "an empty text" : text;
      }
    };
  }

  static String listed(List<String> words) {
    if (words.size() == 1) {
      return words.get(0);
    }
    int last = words.size() - 1;
    return String.join(", ", words.subList(0, last)) + " or " + words.get(last);
  }

  /** A question that names the word somebody meant, if one is similar. */
  static String meant(String text, List<String> words) {
    return NearestName.similar(text, words).map(near -> "; did you mean " + near + "?").orElse("");
  }

  private long inBounds(String key, String what, @Nullable BigInteger number, long min, long max) {
    if (number == null
        || number.compareTo(BigInteger.valueOf(min)) < 0
        || number.compareTo(BigInteger.valueOf(max)) > 0) {
      throw error(key, "is " + what + ", not " + shown(key));
    }
    return number.longValueExact();
  }

  private String scalar(String key, String what) {
    ConfigValue value = value(key, what);
    return switch (value.valueType()) {
      case STRING, NUMBER, BOOLEAN -> written(value);
      default -> throw error(key, "is " + what + ", not " + shown(key));
    };
  }

  private ConfigValue value(String key, String what) {
    ConfigValue value = object.get(key);
    if (value == null || value.valueType() == ConfigValueType.NULL) {
      throw new ConfigError(
          place(value == null ? object : value)
              + ": "
              + pathOf(key)
              + " is missing; it is "
              + what);
    }
    return value;
  }

  private Section asSection(String key, ConfigValue value) {
    if (value instanceof ConfigObject child) {
      return new Section(child, pathOf(key), schema);
    }
    throw error(key, "is an object { ... }, not " + shown(key));
  }

  private String pathOf(String key) {
    String shown = NAME.matcher(key).matches() ? key : "\"" + printable(key) + "\"";
    return path.isEmpty() ? shown : path + "." + shown;
  }

  private SortedMap<String, ConfigValue> inOrder() {
    return new TreeMap<>(object);
  }

  private static String written(ConfigValue value) {
    return value.atKey("it").getString("it");
  }

  private static String printable(String text) {
    String plain = text.replaceAll("\\p{Cntrl}", "?");
    return plain.length() <= 60 ? plain : plain.substring(0, 57) + "...";
  }

  /** File and line, preset and line, or the override a value came from. */
  private String place(ConfigValue value) {
    return Place.of(originOf(value)).orElse(schema.source());
  }

  /**
   * Objects of several layers have a merged origin that names no place; the first value in it does.
   */
  private static ConfigOrigin originOf(ConfigValue value) {
    if (value instanceof ConfigObject object
        && !object.isEmpty()
        && value.origin().description().startsWith("merge of ")) {
      Optional<ConfigValue> first =
          new ArrayList<>(new TreeMap<>(object).values())
              .stream().filter(child -> Place.of(child.origin()).isPresent()).findFirst();
      if (first.isPresent()) {
        return originOf(first.get());
      }
    }
    return value.origin();
  }
}

package io.faultline.actors.observe;

import io.faultline.actors.virtualtime.DeliveryListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/**
 * Writes every event of a run, one line of JSON each: every message that an actor receives, and
 * what goes through the hit counters. A line has the keys {@code ns} (virtual time), {@code seq}
 * (1, 2, 3 and so on), {@code actor} and {@code event}, then the event's own fields in their order.
 * Of a message these are its components: numbers, truth values, texts, arrays and nested records;
 * references to actors are left out, as in {@link EventHash}.
 *
 * <p>With several carriers lines are whole, but their order is chance.
 */
public final class EventLog implements DeliveryListener {

  private static final ClassValue<RecordComponent[]> COMPONENTS =
      new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
          RecordComponent[] components = type.getRecordComponents();
          for (RecordComponent component : components) {
            component.getAccessor().setAccessible(true);
          }
          return components;
        }
      };

  private final Writer out;
  private final StringBuilder line = new StringBuilder();
  private long sequence;

  /**
   * A log that is empty so far.
   *
   * @param out gets the lines; closed by whoever opened it
   */
  public EventLog(Writer out) {
    this.out = out;
  }

  @Override
  public Receiver created(String receiver) {
    return (now, message) -> delivered(now, receiver, message);
  }

  private synchronized void delivered(long now, String receiver, Object message) {
    begin(now, receiver, message.getClass().getSimpleName());
    if (message instanceof Record) {
      addComponents(message);
    }
    end();
  }

  /** What hears of one counter. */
  LedgerListener counter(String actor, LedgerRows rows) {
    return new LedgerListener() {
      @Override
      public void hit(long nanos, int earner, int provider, int left) {
        logHit(nanos, actor, rows.name(earner), rows.name(provider), left);
      }

      @Override
      public void decision(
          long nanos, int spender, int window, int[] taken, int left, boolean stolen) {
        logDecision(nanos, actor, rows, spender, window, taken, left, stolen);
      }
    };
  }

  private synchronized void logHit(
      long nanos, String actor, String earner, String provider, int left) {
    begin(nanos, actor, "hit");
    key("earner");
    text(earner);
    key("provider");
    text(provider);
    key("left");
    line.append(left);
    end();
  }

  private synchronized void logDecision(
      long nanos,
      String actor,
      LedgerRows rows,
      int spender,
      int window,
      int[] taken,
      int left,
      boolean stolen) {
    begin(nanos, actor, "decision");
    key("task");
    text(rows.name(spender));
    key("window");
    line.append(window);
    key("taken");
    line.append('{');
    String separator = "";
    for (int earner = 0; earner < taken.length; earner++) {
      if (taken[earner] > 0) {
        line.append(separator);
        text(rows.name(earner));
        line.append(':').append(taken[earner]);
        separator = ",";
      }
    }
    line.append('}');
    key("left");
    line.append(left);
    key("stolen");
    line.append(stolen);
    end();
  }

  private void begin(long now, String actor, String event) {
    sequence++;
    line.setLength(0);
    line.append("{\"ns\":").append(now).append(",\"seq\":").append(sequence);
    key("actor");
    text(actor);
    key("event");
    text(event);
  }

  private void end() {
    line.append("}\n");
    try {
      out.append(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void key(String name) {
    line.append(",\"").append(name).append("\":");
  }

  private void addComponents(Object record) {
    for (RecordComponent component : COMPONENTS.get(record.getClass())) {
      Object value = value(component, record);
      if (value == null || said(value)) {
        if (line.charAt(line.length() - 1) != '{') {
          line.append(',');
        }
        line.append('"').append(component.getName()).append("\":");
        add(value);
      }
    }
  }

  private static @Nullable Object value(RecordComponent component, Object record) {
    try {
      return component.getAccessor().invoke(record);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("a component cannot be read", e);
    }
  }

  /** Whether a value says anything that is the same in every run. */
  private static boolean said(Object value) {
    return value instanceof Number
        || value instanceof Boolean
        || value instanceof CharSequence
        || value instanceof Enum
        || value instanceof Record
        || value.getClass().isArray();
  }

  private void add(@Nullable Object value) {
    if (value == null || value instanceof Number || value instanceof Boolean) {
      line.append(value);
    } else if (value instanceof Record) {
      line.append('{');
      addComponents(value);
      line.append('}');
    } else if (value.getClass().isArray()) {
      addArray(value);
    } else if (value instanceof Enum<?> constant) {
      text(constant.name());
    } else {
      text(value.toString());
    }
  }

  private void addArray(Object array) {
    line.append('[');
    String separator = "";
    for (int i = 0; i < Array.getLength(array); i++) {
      Object element = Array.get(array, i);
      if (element == null || said(element)) {
        line.append(separator);
        add(element);
        separator = ",";
      }
    }
    line.append(']');
  }

  private void text(String value) {
    line.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        line.append('\\').append(c);
      } else if (c < ' ') {
        line.append(String.format("\\u%04x", (int) c));
      } else {
        line.append(c);
      }
    }
    line.append('"');
  }
}

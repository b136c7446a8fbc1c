package io.faultline.actors.observe;

import akka.actor.typed.ActorRef;
import io.faultline.actors.virtualtime.DeliveryListener;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs every delivery, and with that every decision, for messages are how decisions travel: the
 * virtual time in nanoseconds, the actor that is told, and what. A machine attaches it only while
 * its level, debug, is on; otherwise it costs nothing.
 */
public final class DeliveryLog implements DeliveryListener {

  private static final Logger LOG = LoggerFactory.getLogger(DeliveryLog.class);

  private static final int MOST_ELEMENTS = 16;

  /** Whether anybody would read the log. */
  public static boolean enabled() {
    return LOG.isDebugEnabled();
  }

  @Override
  public Receiver created(String receiver) {
    return (now, message) -> LOG.debug("{} ns {}: {}", now, receiver, text(message));
  }

  private static String text(Object value) {
    if (value.getClass().isArray()) {
      return arrayText(value);
    }
    if (!(value instanceof Record)) {
      return String.valueOf(value);
    }
    StringBuilder text = new StringBuilder(value.getClass().getSimpleName()).append('[');
    String separator = "";
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      if (!ActorRef.class.isAssignableFrom(component.getType())) {
        text.append(separator)
            .append(component.getName())
            .append('=')
            .append(text(component, value));
        separator = ", ";
      }
    }
    return text.append(']').toString();
  }

  private static String text(RecordComponent component, Object record) {
    try {
      Object value = component.getAccessor().invoke(record);
      return value == null ? "null" : text(value);
    } catch (ReflectiveOperationException e) {
      return "?";
    }
  }

  private static String arrayText(Object array) {
    StringBuilder text = new StringBuilder("[");
    int length = Array.getLength(array);
    for (int i = 0; i < Math.min(length, MOST_ELEMENTS); i++) {
      text.append(i == 0 ? "" : " ").append(Array.get(array, i));
    }
    return text.append(length > MOST_ELEMENTS ? " ...]" : "]").toString();
  }
}

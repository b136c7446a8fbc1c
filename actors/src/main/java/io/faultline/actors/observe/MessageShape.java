package io.faultline.actors.observe;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/**
 * How a class's values enter the event hash: the class's name, then the content. Worked out once a
 * class.
 */
final class MessageShape {

  private static final ClassValue<MessageShape> SHAPES =
      new ClassValue<>() {
        @Override
        protected MessageShape computeValue(Class<?> type) {
          return new MessageShape(type);
        }
      };

  private static final MethodType ANY_CONTENT =
      MethodType.methodType(long.class, long.class, Object.class);

  private static final MessageContent NONE = (hash, value) -> hash;

  private final Class<?> type;
  private final long name;
  private final MessageContent content;

  private MessageShape(Class<?> type) {
    this.type = type;
    this.name = nameOf(type);
    MethodHandle handle = new ContentOfClass().of(type);
    this.content = handle == null ? NONE : InlinedContent.of(handle.asType(ANY_CONTENT));
  }

  static MessageShape of(Class<?> type) {
    return SHAPES.get(type);
  }

  /** The hash of a class's name. */
  static long nameOf(Class<?> type) {
    // that of a hidden class differs from run to run
    return Mix.string(type.isHidden() ? "hidden" : type.getName());
  }

  /** Whether a value is of this class, exactly. */
  boolean fits(Object value) {
    return value.getClass() == type;
  }

  /** Whether more than the class counts. */
  boolean hasContent() {
    return content != NONE;
  }

  /** Adds a value of this class. */
  long addTo(long hash, Object value) {
    return content.addTo(Mix.step(hash, name), value);
  }
}

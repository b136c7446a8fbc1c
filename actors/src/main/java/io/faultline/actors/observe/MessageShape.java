package io.faultline.actors.observe;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;

/** How a class's values enter the event hash; worked out once a class. */
final class MessageShape {

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private static final ClassValue<MessageShape> SHAPES =
      new ClassValue<>() {
        @Override
        protected MessageShape computeValue(Class<?> type) {
          return new MessageShape(type);
        }
      };

  /** (hash, value) to the hash with the value's content. */
  private final MethodHandle content;

  private final long name;

  private MessageShape(Class<?> type) {
    // the name of a hidden class differs from run to run
    this.name = Mix.string(type.isHidden() ? "hidden" : type.getName());
    try {
      this.content =
          content(type).asType(MethodType.methodType(long.class, long.class, Object.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the components of " + type + " cannot be read", e);
    }
  }

  static MessageShape of(Class<?> type) {
    return SHAPES.get(type);
  }

  /** Adds a value of this class. */
  long addTo(long hash, Object value) {
    try {
      return (long) content.invokeExact(Mix.step(hash, name), value);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("an accessor of " + value.getClass() + " failed", e);
    }
  }

  private static MethodHandle content(Class<?> type) throws ReflectiveOperationException {
    if (type.isRecord()) {
      return record(type);
    }
    if (type == String.class) {
      return filtered(handle(Mix.class, "string", long.class, String.class));
    }
    if (Enum.class.isAssignableFrom(type)) {
      MethodHandle constantName =
          LOOKUP.findVirtual(Enum.class, "name", MethodType.methodType(String.class));
      return filtered(
          MethodHandles.filterReturnValue(
              constantName, handle(Mix.class, "string", long.class, String.class)));
    }
    if (type.isArray() && type.getComponentType().isPrimitive()) {
      return handle(
          Mix.class, type.getComponentType().getName() + "s", long.class, long.class, type);
    }
    return MethodHandles.dropArguments(MethodHandles.identity(long.class), 1, Object.class);
  }

  private static MethodHandle record(Class<?> type) throws ReflectiveOperationException {
    MethodHandles.Lookup inside = MethodHandles.privateLookupIn(type, LOOKUP);
    MethodHandle sum = MethodHandles.dropArguments(MethodHandles.identity(long.class), 1, type);
    for (RecordComponent component : type.getRecordComponents()) {
      MethodHandle accessor = inside.unreflect(component.getAccessor());
      MethodHandle next = component(component.getType(), accessor);
      sum = MethodHandles.foldArguments(MethodHandles.dropArguments(next, 1, long.class), sum);
    }
    return sum;
  }

  /** (hash, record) to the hash with one component. */
  private static MethodHandle component(Class<?> type, MethodHandle accessor)
      throws ReflectiveOperationException {
    if (!type.isPrimitive()) {
      MethodHandle any = handle(Mix.class, "any", long.class, long.class, Object.class);
      return MethodHandles.filterArguments(
          any, 1, accessor.asType(accessor.type().changeReturnType(Object.class)));
    }
    MethodHandle asLong;
    if (type == boolean.class) {
      asLong =
          MethodHandles.filterReturnValue(accessor, handle(Mix.class, "bits", long.class, type));
    } else if (type == double.class || type == float.class) {
      asLong =
          MethodHandles.filterReturnValue(
              accessor.asType(accessor.type().changeReturnType(double.class)),
              handle(Mix.class, "bits", long.class, double.class));
    } else {
      asLong = accessor.asType(accessor.type().changeReturnType(long.class));
    }
    return filtered(asLong);
  }

  /** A step of the hash whose value is taken from the argument. */
  private static MethodHandle filtered(MethodHandle toLong) throws ReflectiveOperationException {
    MethodHandle step = handle(Mix.class, "step", long.class, long.class, long.class);
    return MethodHandles.filterArguments(step, 1, toLong);
  }

  private static MethodHandle handle(
      Class<?> owner, String name, Class<?> result, Class<?>... arguments)
      throws ReflectiveOperationException {
    return LOOKUP.findStatic(owner, name, MethodType.methodType(result, arguments));
  }
}

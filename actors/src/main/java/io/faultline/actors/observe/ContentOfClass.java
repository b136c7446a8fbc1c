package io.faultline.actors.observe;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Composes, for a class, the handle (long hash, its value) to long that adds a value's content to
 * the hash. Records within records are taken in whole; what may be of several classes is looked up
 * when it is met.
 */
final class ContentOfClass {

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private final Set<Class<?>> enclosing = new HashSet<>();

  /** The handle, or null if the class has no content that counts. */
  @Nullable MethodHandle of(Class<?> type) {
    try {
      return content(type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the components of " + type + " cannot be read", e);
    }
  }

  private @Nullable MethodHandle content(Class<?> type) throws ReflectiveOperationException {
    if (type.isRecord()) {
      return record(type);
    }
    if (type == String.class) {
      return filtered(mix("string", long.class, String.class));
    }
    if (Enum.class.isAssignableFrom(type) && type != Enum.class) {
      return constant(type);
    }
    if (type.isArray()) {
      Class<?> element = type.getComponentType();
      return element.isPrimitive()
          ? mix(element.getName() + "s", long.class, long.class, type)
          : mix("all", long.class, long.class, Object[].class)
              .asType(MethodType.methodType(long.class, long.class, type));
    }
    return null;
  }

  private MethodHandle constant(Class<?> type) throws ReflectiveOperationException {
    // a constant with a body is of a class of its own, below its enum
    Class<?> declaring = type.isEnum() ? type : type.getSuperclass();
    Object[] constants = declaring.getEnumConstants();
    long[] names = new long[constants.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = Mix.string(((Enum<?>) constants[i]).name());
    }
    return mix("constant", long.class, long[].class, long.class, Enum.class)
        .bindTo(names)
        .asType(MethodType.methodType(long.class, long.class, type));
  }

  private MethodHandle record(Class<?> type) throws ReflectiveOperationException {
    enclosing.add(type);
    MethodHandles.Lookup inside = MethodHandles.privateLookupIn(type, LOOKUP);
    MethodHandle sum = MethodHandles.dropArguments(MethodHandles.identity(long.class), 1, type);
    for (RecordComponent component : type.getRecordComponents()) {
      MethodHandle next = component(component.getType());
      if (next != null) {
        MethodHandle accessor = inside.unreflect(component.getAccessor());
        MethodHandle added = MethodHandles.filterArguments(next, 1, accessor);
        sum = MethodHandles.foldArguments(MethodHandles.dropArguments(added, 1, long.class), sum);
      }
    }
    enclosing.remove(type);
    return sum;
  }

  /** (hash, component) to the hash with it, or null if nothing of that type counts. */
  private @Nullable MethodHandle component(Class<?> type) throws ReflectiveOperationException {
    if (type.isPrimitive()) {
      return primitive(type);
    }
    if (mayBeOfSeveralClasses(type) || enclosing.contains(type)) {
      return mix("any", long.class, long.class, Object.class)
          .asType(MethodType.methodType(long.class, long.class, type));
    }
    MethodHandle content = content(type);
    return content == null ? null : present(type, content);
  }

  private static boolean mayBeOfSeveralClasses(Class<?> type) {
    boolean open =
        type == Object.class || type.isInterface() || Modifier.isAbstract(type.getModifiers());
    return open
        && !type.isArray()
        && !type.isEnum()
        && !type.getName().startsWith("akka.")
        && !type.getName().startsWith("java.util.");
  }

  /** As {@link Mix#any}, of a value whose class is known beforehand. */
  private static MethodHandle present(Class<?> type, MethodHandle content)
      throws ReflectiveOperationException {
    MethodHandle absent = MethodHandles.dropArguments(stepBy(0), 1, type);
    MethodHandle named =
        MethodHandles.filterArguments(content, 0, stepBy(MessageShape.nameOf(type)));
    MethodHandle isAbsent =
        mix("isAbsent", boolean.class, Object.class)
            .asType(MethodType.methodType(boolean.class, type));
    return MethodHandles.guardWithTest(
        MethodHandles.dropArguments(isAbsent, 0, long.class), absent, named);
  }

  private static MethodHandle primitive(Class<?> type) throws ReflectiveOperationException {
    if (type == boolean.class) {
      return filtered(mix("bits", long.class, boolean.class));
    }
    MethodHandle step = mix("step", long.class, long.class, long.class);
    if (type == double.class || type == float.class) {
      MethodHandle bits = mix("bits", long.class, double.class);
      return filtered(bits.asType(MethodType.methodType(long.class, type)));
    }
    return step.asType(MethodType.methodType(long.class, long.class, type));
  }

  /** A step of the hash by what a handle makes of the value. */
  private static MethodHandle filtered(MethodHandle toLong) throws ReflectiveOperationException {
    return MethodHandles.filterArguments(
        mix("step", long.class, long.class, long.class), 1, toLong);
  }

  private static MethodHandle stepBy(long value) throws ReflectiveOperationException {
    return MethodHandles.insertArguments(mix("step", long.class, long.class, long.class), 1, value);
  }

  private static MethodHandle mix(String name, Class<?> result, Class<?>... arguments)
      throws ReflectiveOperationException {
    return LOOKUP.findStatic(Mix.class, name, MethodType.methodType(result, arguments));
  }
}

package io.faultline.actors.observe;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/**
 * A method handle as a class of its own. A compiler inlines only what a static final field holds,
 * so each message class gets a hidden copy of this class; a call through one shared field would
 * cost several times as much as the hash itself.
 */
final class InlinedContent implements MessageContent {

  private static final MethodHandle CONTENT = given();

  InlinedContent() {}

  /**
   * @param content (long hash, Object value) to long
   */
  static MessageContent of(MethodHandle content) {
    try (InputStream itself =
        InlinedContent.class.getResourceAsStream(InlinedContent.class.getSimpleName() + ".class")) {
      if (itself == null) {
        throw new IllegalStateException(InlinedContent.class + " cannot be read");
      }
      MethodHandles.Lookup copy =
          MethodHandles.lookup()
              .defineHiddenClassWithClassData(itself.readAllBytes(), content, true);
      return (MessageContent) copy.lookupClass().getDeclaredConstructor().newInstance();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodHandle given() {
    try {
      return MethodHandles.classData(MethodHandles.lookup(), "_", MethodHandle.class);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public long addTo(long hash, Object value) {
    try {
      return (long) CONTENT.invokeExact(hash, value);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("an accessor of " + value.getClass() + " failed", e);
    }
  }
}

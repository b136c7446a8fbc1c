package io.faultline.actors.observe;

import org.jspecify.annotations.Nullable;

/**
 * The arithmetic of the event hash. A polynomial within a message, so that only one step a message
 * waits for the last.
 */
final class Mix {

  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  private Mix() {}

  static long step(long hash, long value) {
    return (hash + value) * FACTOR;
  }

  static long finish(long hash) {
    long mixed = (hash ^ (hash >>> 32)) * 0xD6E8FEB86659FD93L;
    return mixed ^ (mixed >>> 29);
  }

  /**
   * FNV-1a over the UTF-16 units (Fowler, Noll, Vo), which, unlike a string's own hash, has 64
   * bits.
   */
  static long string(String text) {
    long hash = 0xCBF29CE484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
    }
    return hash;
  }

  static long bits(double value) {
    return Double.doubleToLongBits(value);
  }

  static long bits(boolean value) {
    return value ? 1 : 0;
  }

  static boolean isAbsent(@Nullable Object value) {
    return value == null;
  }

  /**
   * Adds an enum constant.
   *
   * @param names the hashes of the constants' names, by ordinal
   */
  static long constant(long[] names, long hash, Enum<?> value) {
    return step(hash, names[value.ordinal()]);
  }

  static long all(long hash, @Nullable Object[] values) {
    long sum = step(hash, values.length);
    for (Object value : values) {
      sum = any(sum, value);
    }
    return sum;
  }

  /** Adds a value of a type that is known only now. */
  static long any(long hash, @Nullable Object value) {
    if (value == null) {
      return step(hash, 0);
    }
    MessageShape shape = MessageShape.of(value.getClass());
    return shape.hasContent() ? shape.addTo(hash, value) : step(hash, 0);
  }

  static long longs(long hash, long[] values) {
    long sum = step(hash, values.length);
    for (long value : values) {
      sum = step(sum, value);
    }
    return sum;
  }

  static long ints(long hash, int[] values) {
    long sum = step(hash, values.length);
    for (int value : values) {
      sum = step(sum, value);
    }
    return sum;
  }

  static long shorts(long hash, short[] values) {
    long sum = step(hash, values.length);
    for (short value : values) {
      sum = step(sum, value);
    }
    return sum;
  }

  static long chars(long hash, char[] values) {
    long sum = step(hash, values.length);
    for (char value : values) {
      sum = step(sum, value);
    }
    return sum;
  }

  static long bytes(long hash, byte[] values) {
    long sum = step(hash, values.length);
    for (byte value : values) {
      sum = step(sum, value);
    }
    return sum;
  }

  static long booleans(long hash, boolean[] values) {
    long sum = step(hash, values.length);
    for (boolean value : values) {
      sum = step(sum, bits(value));
    }
    return sum;
  }

  static long doubles(long hash, double[] values) {
    long sum = step(hash, values.length);
    for (double value : values) {
      sum = step(sum, bits(value));
    }
    return sum;
  }

  static long floats(long hash, float[] values) {
    long sum = step(hash, values.length);
    for (float value : values) {
      sum = step(sum, bits(value));
    }
    return sum;
  }
}

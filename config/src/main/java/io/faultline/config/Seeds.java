package io.faultline.config;

import java.nio.charset.StandardCharsets;

/** Seeds of the generators: one an actor, all from the experiment's seed. */
public final class Seeds {

  private static final long FNV_OFFSET_BASIS = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private Seeds() {}

  /**
   * The seed of an actor's generator: the first number of a splitmix64 that starts at the mixed
   * experiment seed xor the 64-bit FNV-1a hash of the name's UTF-8 bytes. The same on every
   * machine.
   *
   * @param seed the experiment's seed
   * @param actorName the actor's name, unique within the machine
   */
  public static long derive(long seed, String actorName) {
    long hash = FNV_OFFSET_BASIS;
    for (byte b : actorName.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * FNV_PRIME;
    }
    return new SplitMix64(SplitMix64.mix(seed) ^ hash).next();
  }
}

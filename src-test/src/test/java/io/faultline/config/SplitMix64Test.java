package io.faultline.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The generator that recorded workloads were drawn with, and the seeds derived from it. */
class SplitMix64Test {

  @Test
  void seedZeroGivesThePublishedNumbers() {
    SplitMix64 random = new SplitMix64(0);
    assertThat(random.next()).isEqualTo(0xe220a8397b1dcdafL);
    assertThat(random.next()).isEqualTo(0x6e789e6aa1b965f4L);
    assertThat(random.next()).isEqualTo(0x06c45d188009454fL);
  }

  @Test
  void aNumberBelowABoundIsTheUnsignedRemainder() {
    // 0xe220a8397b1dcdaf is negative as a Java long, and 0xdaf are its last 12 bits.
    assertThat(new SplitMix64(0).nextBelow(4096)).isEqualTo(0xdaf);
    assertThat(new SplitMix64(0).nextBelow(10_000)).isEqualTo(7535);
  }

  @Test
  void doublesLieFromZeroToBelowOne() {
    SplitMix64 random = new SplitMix64(42);
    for (int i = 0; i < 10_000; i++) {
      assertThat(random.nextDouble()).isGreaterThanOrEqualTo(0).isLessThan(1);
    }
  }

  @Test
  void aDerivedSeedIsTheSameOnEveryMachine() {
    assertThat(Seeds.derive(1, "p1/seq")).isEqualTo(0xcdb916dc2dff9556L);
    assertThat(Seeds.derive(2, "p1/seq")).isEqualTo(0xa83a252c7f28ae1cL);
  }

  @Test
  void everyActorAndEverySeedHasAGeneratorOfItsOwn() {
    Set<Long> seeds = new HashSet<>();
    for (int seed = 0; seed < 100; seed++) {
      for (int actor = 0; actor < 100; actor++) {
        seeds.add(Seeds.derive(seed, "task-" + actor));
      }
    }
    assertThat(seeds).hasSize(10_000);
  }
}

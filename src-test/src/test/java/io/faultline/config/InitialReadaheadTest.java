package io.faultline.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run may inherit from the run before, and what a generation of the kernel does. */
class InitialReadaheadTest {

  @ParameterizedTest
  @CsvSource({"0,0,1", "3,7,8", "5,31,32", "31,255,256"})
  void aSequentialReaderLeavesAFullWindowAndItsHits(int pageCluster, int hits, int lastWindow) {
    assertThat(InitialReadahead.HOT.hits(pageCluster)).isEqualTo(hits);
    assertThat(InitialReadahead.HOT.lastWindow(pageCluster)).isEqualTo(lastWindow);
    assertThat(InitialReadahead.HOT.previousOffset()).isEqualTo(1);
  }

  @Test
  void aBootLeavesFourHitsAndAColdStartNone() {
    assertThat(InitialReadahead.BOOT.hits(3)).isEqualTo(4);
    assertThat(InitialReadahead.BOOT.lastWindow(3)).isZero();
    assertThat(InitialReadahead.COLD.hits(3)).isZero();
    assertThat(InitialReadahead.COLD.lastWindow(3)).isEqualTo(1);
    assertThat(InitialReadahead.COLD.previousOffset()).isZero();
  }

  @Test
  void anonymousMemoryStartsActiveOnlyUpToFiveEight() {
    assertThat(Kernel.V5_8.anonPagesStartActive()).isTrue();
    assertThat(Kernel.V5_8.faultActivates()).isTrue();
    assertThat(Kernel.V5_8.referencedAnonActivatesAtOnce()).isTrue();
    assertThat(Kernel.V6_1.anonPagesStartActive()).isFalse();
    assertThat(Kernel.V6_1.anonRefaultsAreTracked()).isTrue();
    assertThat(Kernel.V5_8.chargeBatch()).isEqualTo(32);
    assertThat(Kernel.V6_12.chargeBatch()).isEqualTo(64);
  }
}

package io.faultline.virtualtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.observe.EventHash;
import io.faultline.actors.virtualtime.VirtualRuntime;
import io.faultline.config.Interleaving;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** With one carrier a run is a function of its wiring, its seed and its first messages. */
class DeterminismTest {

  static String hashOf(String interleaving, long seed) {
    EventHash hash = new EventHash();
    try (VirtualRuntime runtime =
        VirtualRuntime.named("deterministic")
            .interleaving(Interleaving.parse(interleaving))
            .seed(seed)
            .listener(hash)
            .start()) {
      new Wanderers(runtime, 16, 24, 200).run();
    }
    return hash.hex();
  }

  private static Set<String> hashesOf(int runs, String interleaving, long seed) {
    Set<String> hashes = new TreeSet<>();
    for (int run = 0; run < runs; run++) {
      hashes.add(hashOf(interleaving, seed));
    }
    return hashes;
  }

  @Test
  void twentyFirstComeFirstServedRunsHaveOneHash() {
    assertThat(hashesOf(20, "fifo", 1)).hasSize(1);
  }

  @Test
  void twentyShuffledRunsOfOneSeedHaveOneHash() {
    assertThat(hashesOf(20, "shuffled", 7)).hasSize(1);
  }

  @Test
  void anotherSeedShufflesToAnotherRun() {
    assertThat(hashOf("shuffled", 8)).isNotEqualTo(hashOf("shuffled", 7));
  }

  @Test
  void theSeedMeansNothingToFirstComeFirstServed() {
    assertThat(hashOf("fifo", 8)).isEqualTo(hashOf("fifo", 7));
  }

  @Test
  void runsSideBySideDoNotDisturbEachOther() throws InterruptedException {
    String alone = hashOf("shuffled", 7);
    Set<String> hashes = ConcurrentHashMap.newKeySet();
    List<Thread> threads =
        List.of(
            new Thread(() -> hashes.addAll(hashesOf(5, "shuffled", 7))),
            new Thread(() -> hashes.addAll(hashesOf(5, "shuffled", 7))));
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(hashes).containsExactly(alone);
  }

  @Test
  void anotherJvmComputesTheSameHash() throws IOException, InterruptedException {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                PrintedHash.class.getName(),
                "shuffled",
                "7")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String printed = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(other.waitFor()).isZero();
    assertThat(printed.strip()).isEqualTo(hashOf("shuffled", 7));
  }

  @Test
  void theHashIsTheSameOnEveryJdkAndMachine() {
    assertThat(hashOf("fifo", 1)).isEqualTo("714d4ef19472e997");
    assertThat(hashOf("shuffled", 7)).isEqualTo("50c6ae5bb0d33dd8");
  }

  /** What the other JVM runs. */
  static final class PrintedHash {

    private PrintedHash() {}

    public static void main(String[] arguments) {
      System.out.println(hashOf(arguments[0], Long.parseLong(arguments[1])));
    }
  }
}

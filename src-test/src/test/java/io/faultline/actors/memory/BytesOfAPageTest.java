package io.faultline.actors.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.faultline.actors.observe.ReadaheadUse;
import io.faultline.actors.process.PageTable;
import io.faultline.actors.swap.SlotTable;
import io.faultline.actors.zswap.ZswapEntries;
import io.faultline.device.DeviceQueue;
import io.faultline.device.NullBlk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.GraphLayout;

/** What {@code docs/memory.md} says an emulated page takes. */
class BytesOfAPageTest {

  /** So many that what does not grow with them is below a hundredth of a byte each. */
  private static final int PAGES = 1 << 20;

  static {
    System.setProperty(
        "jol.magicFieldOffset", "true"); // it looks into records and lambdas only then
  }

  private static double bytes(Object kept) {
    return (double) GraphLayout.parseInstance(kept).totalSize() / PAGES;
  }

  private static double documented(String kind) throws IOException {
    List<String> rows =
        Files.readAllLines(Path.of("..", "docs", "memory.md")).stream()
            .filter(line -> line.startsWith("| " + kind + " |"))
            .toList();
    assertThat(rows).as(kind).hasSize(1);
    return Double.parseDouble(rows.get(0).split("\\|", -1)[2].strip());
  }

  @Test
  void ofAnAddressSpace() throws IOException {
    assertThat(bytes(new PageTable(0, PAGES)))
        .isCloseTo(documented("of an address space, populated or not"), within(0.1));
  }

  @Test
  void ofMemory() throws IOException {
    Frames frames = new Frames(PAGES);
    int entryIfCached = Long.BYTES;
    for (int i = 0; i < PAGES; i++) {
      frames.allocate(0);
    }
    assertThat(bytes(frames) + entryIfCached)
        .isCloseTo(documented("of memory, once it has been used"), within(0.1));
  }

  @Test
  void ofASwapAreaWithWhatItsPlacementIsCountedBy() throws IOException {
    int placement = Integer.BYTES;
    assertThat(bytes(new SlotTable(new int[] {PAGES}, new ReadaheadUse())) + placement)
        .isCloseTo(documented("of a swap area"), within(0.1));
  }

  @Test
  void ofADevice() throws IOException {
    DeviceQueue<Object> queue = new DeviceQueue<>(new NullBlk(1000), (at, nanos) -> nanos);
    queue.layOut(PAGES - 1, 1);
    assertThat(bytes(queue))
        .isCloseTo(documented("of a device, up to the highest that was written"), within(0.1));
  }

  @Test
  void ofZswap() throws IOException {
    assertThat(bytes(new ZswapEntries(new int[] {PAGES})))
        .isCloseTo(documented("of a swap area, with zswap"), within(0.1));
  }
}

package io.faultline.golden;

import akka.actor.typed.ActorRef;
import io.faultline.actors.process.Swapoff;
import io.faultline.actors.process.SwapoffRecord;
import io.faultline.config.SwapoffSpec;
import io.faultline.config.SwapoffSpec.Order;
import io.faultline.config.SwapoffSpec.Variant;
import io.faultline.protocol.SwapoffMessage;
import io.faultline.protocol.SwapoffMessage.Begin;
import io.faultline.protocol.WorkloadMessage.SwapoffFinished;
import io.faultline.scenario.Probe;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The process of a swapoff trace: its area is switched off while nothing else happens. */
final class UnusedProcess extends SwappedProcess {

  private final Probe<SwapoffFinished> workload = scene.probe("workload");
  private final SwapoffRecord record = new SwapoffRecord();

  UnusedProcess(GoldenRow row) {
    super(row, pages(row).min().orElseThrow(), spanned(row));
    ActorRef<SwapoffMessage> swapoff =
        scene.spawn(
            Swapoff.create(
                TASK,
                0,
                new SwapoffSpec("s", "a", 0, variant(row.text("variant")), Order.PAGE_TABLES),
                record,
                new Swapoff.Surroundings(
                    scene.clock(), List.of(vma), swapCache, swapAreas, memory, cpus)),
            "swapoff");
    scene.tell(swapoff, new Begin(0, workload.ref()));
    scene.runUntilIdle();
    workload.next(SwapoffFinished.class);
  }

  private static IntStream pages(GoldenRow row) {
    return row.words("ptes_page_colon_slot").stream()
        .mapToInt(pte -> Integer.parseInt(pte.substring(0, pte.indexOf(':'))));
  }

  /** The VMA spans the ptes. */
  private static int spanned(GoldenRow row) {
    return pages(row).max().orElseThrow() - pages(row).min().orElseThrow() + 1;
  }

  private static Variant variant(String name) {
    return Arrays.stream(Variant.values())
        .filter(variant -> variant.word().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no variant " + name));
  }

  /** What the swapoff came to. */
  SwapoffRecord record() {
    return record;
  }
}

package io.faultline.app.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Durations are found again from the times they give, and from the cells marked calibrated alone.
 */
class LeastSquaresFitTest {

  private static final Run RUN =
      Run.of("mixed")
          .with(
              "kernel=5.8",
              "machine.memory=16MiB",
              "groups.t.memory-max=4MiB",
              "swap.a.size=32MiB",
              "processes.p1.vmas.v.pages=1024",
              "processes.p2.vmas.v.pages=1024",
              "jitter.distribution=none",
              "jitter.share=0",
              "jitter.drift=0",
              "jitter.period=0us");

  @Test
  void twoTimesAreFoundAgainFromWhatTheyGave() throws InterruptedException {
    Run truth = RUN.with("devices.virtio0.base=200000ns", "machine.cpu.costs.allocate=20000ns");
    Run single = RUN.with("machine.page-cluster=0");
    Run singleTruth = truth.with("machine.page-cluster=0");
    Emulator emulator = new Emulator();
    Emulator.Outcomes published = emulator.run(List.of(truth, singleTruth), Scale.FULL);
    double time = published.of(truth).reportOrThrow().virtualNanos();
    double singleTime = published.of(singleTruth).reportOrThrow().virtualNanos();
    List<Cell> cells =
        List.of(
            Cell.of("3", "time", time, Role.CALIBRATED, RUN, r -> r.virtualNanos()),
            Cell.of("0", "time", singleTime, Role.CALIBRATED, single, r -> r.virtualNanos()),
            Cell.of("wrong", "time", 1, Role.PREDICTED, RUN, r -> r.virtualNanos()));

    Calibrated calibrated =
        new LeastSquaresFit(
                "Two times",
                List.of(
                    LeastSquaresFit.Parameter.nanos("devices.virtio0.base", 120_000, 0),
                    LeastSquaresFit.Parameter.nanos("machine.cpu.costs.allocate", 50_000, 0)),
                scale -> cells)
            .calibrate(emulator, Scale.FULL);

    assertThat(calibrated.residuals())
        .hasSize(2)
        .allSatisfy(residual -> assertThat(residual.relative()).isBetween(-0.02, 0.02));
    assertThat(calibrated.render(Scale.FULL))
        .startsWith("# Two times\n")
        .contains("machine.cpu.costs");
  }
}

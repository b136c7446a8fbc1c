package io.faultline.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.config.DeviceSpec;
import org.junit.jupiter.api.Test;

class ServiceTimeModelTest {

  private static final int GIB = 262_144; // pages

  @Test
  void everyDeviceOfAnExperimentHasItsModel() {
    assertThat(ServiceTimeModel.of(new DeviceSpec.NullBlk("n", false, 2_000_000), GIB))
        .isEqualTo(new NullBlk(2_000_000));
    assertThat(ServiceTimeModel.of(new DeviceSpec.Nvme("n", false, 8, 80, 20, 2, 1023), GIB))
        .isEqualTo(new Nvme(8, 80, 20, 2, 1023));
    assertThat(ServiceTimeModel.of(new DeviceSpec.VirtioBlk("v", true, 48, 3, 4, 128), GIB))
        .isEqualTo(new VirtioBlk(48, 3, 4, 128));
  }

  @Test
  void aDiskIsAsLargeAsItsExperimentSays() {
    DeviceSpec spec = new DeviceSpec.Disk("d", true, 5400, 1_000_000, 11_500_000, 100, 31);
    RotationalDisk disk = (RotationalDisk) ServiceTimeModel.of(spec, GIB);

    assertThat(disk.queueDepth()).isEqualTo(31);
    assertThat(disk.seekNanos(GIB / 3)).isBetween(11_499_000L, 11_500_000L);
  }

  @Test
  void anNvmeReadCostsItsFirstPageAndALittleForEachOther() {
    Nvme nvme = new Nvme(8, 80_000, 20_000, 1_600, 1023);

    assertThat(nvme.serviceNanos(0, 5, 1, false, 0, 0)).isEqualTo(80_000);
    assertThat(nvme.serviceNanos(0, 5, 8, false, 0, 0)).isEqualTo(80_000 + 7 * 1_600);
  }

  @Test
  void aVirtioRequestCostsTheSameWayWhateverItsLength() {
    VirtioBlk virtio = new VirtioBlk(48_000, 3_000, 4, 128);

    assertThat(virtio.serviceNanos(0, 5, 1, true, 0, 0)).isEqualTo(51_000);
    assertThat(virtio.serviceNanos(0, 5, 8, true, 0, 0)).isEqualTo(48_000 + 8 * 3_000);
  }
}

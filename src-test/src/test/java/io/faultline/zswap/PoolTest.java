package io.faultline.zswap;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.zswap.PoolLimit;
import io.faultline.actors.zswap.Zbud;
import io.faultline.actors.zswap.Zpool;
import io.faultline.actors.zswap.Zsmalloc;
import org.junit.jupiter.api.Test;

/** How compressed pages are packed, and how a full pool opens again. */
class PoolTest {

  private static long pagesOf(Zpool pool, int objects, int bytes) {
    for (int i = 0; i < objects; i++) {
      pool.allocate(bytes);
    }
    return pool.pages();
  }

  /** Stores that meet a full pool have one page written back, as long as it is shut. */
  private static int changesOfState(int acceptPercent, int stores) {
    PoolLimit limit = PoolLimit.since610(100_000, 20, acceptPercent);
    long pages = 20_000;
    int changes = 0;
    boolean shut = false;
    for (int i = 0; i < stores; i++) {
      boolean refused = limit.refuses(pages);
      changes += refused == shut ? 0 : 1;
      shut = refused;
      pages += refused ? -1 : 1;
    }
    return changes;
  }

  @Test
  void aThresholdAtTheLimitChangesStateAtEveryStoreAndOneBelowThousandsOfStoresLater() {
    assertThat(changesOfState(100, 20_000)).isEqualTo(20_000);
    assertThat(changesOfState(90, 20_000)).isEqualTo(10);
  }

  @Test
  void upTo6_9APoolIsFullBeyondItsLimit() {
    assertThat(PoolLimit.upTo69(1000, 20, 90).refuses(200)).isFalse();
    assertThat(PoolLimit.upTo69(1000, 20, 90).refuses(201)).isTrue();
    assertThat(PoolLimit.since610(1000, 20, 90).refuses(200)).isTrue();
  }

  @Test
  void zbudHasAtMostTwoObjectsInAPage() {
    assertThat(pagesOf(new Zbud(), 4905, 1043)).isEqualTo(2453);
    assertThat(pagesOf(new Zbud(), 10, 10)).isEqualTo(5);
    assertThat(pagesOf(new Zbud(), 10, 2100)).isEqualTo(10); // two do not fit
    assertThat(new Zbud().allocate(3969)).isEqualTo(Zpool.TOO_LARGE);
  }

  @Test
  void zbudFillsThePageWithTheLeastRoomThatIsEnough() {
    Zbud pool = new Zbud();
    pool.allocate(1000);
    pool.allocate(3500);
    assertThat(pool.pages()).isEqualTo(2);
    pool.allocate(400); // beside the 3500
    pool.allocate(2900); // beside the 1000
    assertThat(pool.pages()).isEqualTo(2);
  }

  /** The pools recorded with 32772 such entries have 8747 and 8481 pages, strangers included. */
  @Test
  void zsmallocPacksTheRecordedPagesAsTheRecordedKernelsDid() {
    assertThat(pagesOf(new Zsmalloc(4), 32_768, 1043)).isEqualTo(8740); // 15 in 4 pages
    assertThat(pagesOf(new Zsmalloc(8), 32_768, 1043)).isEqualTo(8464); // 31 in 8 pages
  }

  @Test
  void zsmallocGivesABlockBackWithItsLastObject() {
    Zsmalloc pool = new Zsmalloc(8);
    int[] handles = new int[31];
    for (int i = 0; i < handles.length; i++) {
      handles[i] = pool.allocate(1043);
    }
    for (int i = 0; i < handles.length - 1; i++) {
      pool.free(handles[i]);
    }
    assertThat(pool.pages()).isEqualTo(8);
    pool.free(handles[30]);
    assertThat(pool.pages()).isZero();
  }
}

package io.faultline.actors.machine;

import io.faultline.actors.zswap.PoolLimit;
import io.faultline.actors.zswap.Zbud;
import io.faultline.actors.zswap.Zpool;
import io.faultline.actors.zswap.Zsmalloc;
import io.faultline.actors.zswap.ZswapEntries;
import io.faultline.actors.zswap.ZswapPool;
import io.faultline.config.BuildSpec;
import io.faultline.config.ContentSpec;
import io.faultline.config.Experiment;
import io.faultline.config.GroupSpec;
import io.faultline.config.Kernel;
import io.faultline.config.ZswapSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Makes the zswap of an experiment. */
final class CompressedPool {

  private static final long PAGE = 4096;

  private CompressedPool() {}

  /**
   * An empty pool.
   *
   * @param areaPages size of each swap area in pages, header included
   */
  static ZswapPool of(Experiment experiment, ZswapSpec spec, int[] areaPages) {
    Kernel kernel = experiment.kernel();
    List<ContentSpec> contents = new ArrayList<>();
    experiment.processes().stream()
        .flatMap(process -> process.vmas().stream())
        .forEach(vma -> contents.add(vma.content()));
    int jobs = experiment.builds().stream().mapToInt(BuildSpec::jobs).sum();
    int others = jobs + experiment.objects().size();
    contents.addAll(Collections.nCopies(others, ContentSpec.PROGRAM));
    ZswapPool.Rules rules =
        new ZswapPool.Rules(
            spec,
            kernel.zswapShrinksToThreshold(),
            kernel.zswapIsCharged(),
            kernel.shrinkerDefersByPriority(),
            new Compressibility(contents, spec.compressor()));
    long ram = experiment.machine().memoryPages();
    PoolLimit limit =
        kernel.zswapFullAtLimit()
            ? PoolLimit.since610(ram, spec.maxPoolPercent(), spec.acceptThresholdPercent())
            : PoolLimit.upTo69(ram, spec.maxPoolPercent(), spec.acceptThresholdPercent());
    Zpool zpool =
        spec.zpool() == ZswapSpec.ZpoolKind.ZBUD
            ? new Zbud()
            : new Zsmalloc(kernel.zsmallocChain());
    return new ZswapPool(rules, new ZswapEntries(areaPages), zpool, limit, limits(experiment));
  }

  private static ZswapPool.GroupLimit[] limits(Experiment experiment) {
    List<GroupSpec> groups = experiment.groups();
    ZswapPool.GroupLimit[] limits = new ZswapPool.GroupLimit[1 + groups.size()];
    limits[0] = ZswapPool.GroupLimit.NONE;
    for (int i = 0; i < groups.size(); i++) {
      GroupSpec group = groups.get(i);
      long max =
          group.zswapMaxPages() == Long.MAX_VALUE ? Long.MAX_VALUE : group.zswapMaxPages() * PAGE;
      limits[i + 1] = new ZswapPool.GroupLimit(max, group.zswapWriteback());
    }
    return limits;
  }
}

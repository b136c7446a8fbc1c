package io.faultline.actors.memory;

import akka.actor.typed.ActorRef;
import io.faultline.protocol.MemoryMessage.AddVma;
import io.faultline.protocol.MemoryMessage.AddZswap;
import io.faultline.protocol.SwapCacheMessage.Drop;
import io.faultline.protocol.ZswapMessage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Who has made itself known to memory: the VMAs, the swap cache, zswap. */
final class Neighbours {

  private final List<AddVma> vmas = new ArrayList<>();
  private @Nullable ActorRef<? super Drop> swapCache;
  private @Nullable ActorRef<? super ZswapMessage> zswap;
  private boolean shrinker;

  void add(AddVma added) {
    while (vmas.size() <= added.vma()) {
      vmas.add(added);
    }
    vmas.set(added.vma(), added);
  }

  void swapCache(ActorRef<? super Drop> added) {
    swapCache = added;
  }

  void add(AddZswap added) {
    zswap = added.replyTo();
    shrinker = added.shrinker();
  }

  AddVma vma(int vma) {
    return vmas.get(vma);
  }

  /** All VMAs by their numbers. */
  List<AddVma> vmas() {
    return Collections.unmodifiableList(vmas);
  }

  ActorRef<? super Drop> swapCache() {
    return Objects.requireNonNull(swapCache);
  }

  /** Null in a machine without zswap. */
  @Nullable ActorRef<? super ZswapMessage> zswap() {
    return zswap;
  }

  /** Whether zswap has a shrinker that reclaim is to call. */
  boolean shrinker() {
    return shrinker;
  }
}

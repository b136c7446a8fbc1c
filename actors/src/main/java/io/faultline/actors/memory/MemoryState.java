package io.faultline.actors.memory;

import io.faultline.actors.observe.Vmstat;
import java.util.ArrayList;
import java.util.List;

/**
 * What memory owns.
 *
 * @param frames all page frames
 * @param groups the root group, without limit, then the others in the order of their names
 * @param watermarks free-page levels of the machine
 * @param vmstat events counted here
 */
public record MemoryState(Frames frames, List<Group> groups, Watermarks watermarks, Vmstat vmstat) {

  /** Free memory with a root group alone. */
  public static MemoryState free(long frames, Watermarks watermarks) {
    MemoryState state =
        new MemoryState(new Frames(frames), new ArrayList<>(), watermarks, new Vmstat());
    state.addGroup("", Group.UNLIMITED);
    return state;
  }

  /**
   * Adds a group.
   *
   * @param limit {@code memory.max} in pages
   * @return its index
   */
  public int addGroup(String name, long limit) {
    groups.add(new Group(name, limit, frames));
    return groups.size() - 1;
  }

  /** The group that pays for a frame. */
  Group group(int frame) {
    return groups.get(frames.group(frame));
  }
}

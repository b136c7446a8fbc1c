package io.faultline.actors.machine;

import io.faultline.actors.process.PageTable;
import io.faultline.protocol.SwapEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Whose page each slot of the swap areas holds at a moment. A page that is in memory and still has
 * its slot counts; a slot that several processes of a fork family share counts once.
 */
public final class SlotOwners {

  private static final int FREE = -1;

  /**
   * A swap area.
   *
   * @param name of the area
   * @param slots one more than the highest slot number; slot 0 holds the area's header
   * @param extents in the order of the slots; those in between hold nobody's page
   */
  public record Area(String name, int slots, List<Extent> extents) {}

  /**
   * Adjacent slots with pages of one VMA, in whatever order.
   *
   * @param vma index in {@link #vmas}
   */
  public record Extent(int firstSlot, int slots, int vma) {}

  private final String moment;
  private final List<String> vmas;
  private final List<Area> areas;

  private SlotOwners(String moment, List<String> vmas, List<Area> areas) {
    this.moment = moment;
    this.vmas = vmas;
    this.areas = areas;
  }

  static SlotOwners of(String moment, MachineState machine) {
    int[][] owners = new int[machine.areas.size()][];
    for (int area = 0; area < owners.length; area++) {
      owners[area] = new int[machine.slots.areas().slots(area).max()];
      Arrays.fill(owners[area], FREE);
    }
    for (int vma = 0; vma < machine.vmas.size(); vma++) {
      PageTable table = machine.vmas.get(vma).table();
      for (int page = 0; page < table.pages(); page++) {
        long entry = table.entry(page);
        if (entry != SwapEntry.NONE) {
          owners[SwapEntry.area(entry)][SwapEntry.slot(entry)] = vma;
        }
      }
    }
    List<Area> areas = new ArrayList<>();
    for (int area = 0; area < owners.length; area++) {
      String name = machine.areas.get(area).spec().name();
      areas.add(new Area(name, owners[area].length, extents(owners[area])));
    }
    return new SlotOwners(
        moment, machine.vmas.stream().map(vma -> vma.name()).toList(), List.copyOf(areas));
  }

  private static List<Extent> extents(int[] owners) {
    List<Extent> extents = new ArrayList<>();
    int slot = 0;
    while (slot < owners.length) {
      int end = slot + 1;
      while (end < owners.length && owners[end] == owners[slot]) {
        end++;
      }
      if (owners[slot] != FREE) {
        extents.add(new Extent(slot, end - slot, owners[slot]));
      }
      slot = end;
    }
    return List.copyOf(extents);
  }

  /** {@code start} or {@code end} of the measured phase. */
  public String moment() {
    return moment;
  }

  /** Names of the VMAs, such as {@code p1.v}, tmpfs objects last. */
  public List<String> vmas() {
    return vmas;
  }

  /** In the order of the experiment. */
  public List<Area> areas() {
    return areas;
  }
}

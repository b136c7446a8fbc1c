package io.faultline.protocol;

import akka.actor.typed.ActorRef;

/**
 * A page fault on a pte that holds a swap entry, as it travels from its VMA through the swap cache
 * and back ({@code struct vm_fault} of {@code do_swap_page}).
 *
 * @param task faulting task
 * @param cpu processor that the task ran on when it faulted
 * @param vma faulting VMA
 * @param page faulting page, counted from the first page of the VMA
 * @param entry the swap entry found in the pte, see {@link SwapEntry}
 * @param cause what the page is wanted for
 * @param replyTo the faulting VMA
 */
public record SwapFault(
    int task, int cpu, int vma, int page, long entry, Cause cause, ActorRef<VmaMessage> replyTo) {

  /** What a page on swap is wanted for. */
  public enum Cause {
    /** A task reads it. */
    LOAD,
    /** A task writes to it. */
    STORE,
    /**
     * A task wants a page of a tmpfs object, whose slot it gives up at once: {@code
     * shmem_swapin_page}.
     */
    OBJECT,
    /** {@code swapoff} brings it in: no fault, but the same way in; it gives the slot up. */
    UNUSE
  }

  /** The fault of a task's access. */
  public SwapFault(
      int task,
      int cpu,
      int vma,
      int page,
      long entry,
      boolean write,
      ActorRef<VmaMessage> replyTo) {
    this(task, cpu, vma, page, entry, write ? Cause.STORE : Cause.LOAD, replyTo);
  }

  /** Whether the page gives up its slot, for which it must not be under writeback. */
  public boolean givesSlotUp() {
    return cause == Cause.UNUSE || cause == Cause.OBJECT;
  }

  /** Whether {@code swapoff} wants the page. */
  public boolean unuse() {
    return cause == Cause.UNUSE;
  }
}

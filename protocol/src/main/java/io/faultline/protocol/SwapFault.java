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
 * @param write whether the access is a store
 * @param replyTo the faulting VMA
 */
public record SwapFault(
    int task,
    int cpu,
    int vma,
    int page,
    long entry,
    boolean write,
    ActorRef<VmaMessage> replyTo) {}

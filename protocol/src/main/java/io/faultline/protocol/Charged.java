package io.faultline.protocol;

/**
 * Frames have been allocated and charged, and the CPU time that this took has passed.
 *
 * @param requestId as in the {@link MemoryMessage.Charge} that asked
 * @param frames one frame a page, in the order of the request; whoever receives the array owns it
 */
public record Charged(int requestId, int[] frames) implements SwapCacheMessage, VmaMessage {}

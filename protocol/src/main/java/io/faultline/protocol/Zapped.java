package io.faultline.protocol;

/**
 * A range of a VMA is empty.
 *
 * @param pages pages of it that were in memory
 */
public record Zapped(int pages) implements ProcessMessage, TaskMessage {}

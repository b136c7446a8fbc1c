package io.faultline.protocol;

/**
 * A range of a VMA is empty.
 *
 * @param pages pages of it that were in memory
 * @param waited whether pages had to be waited for, so that who ran has left its processor
 */
public record Zapped(int pages, boolean waited) implements ProcessMessage, TaskMessage {}

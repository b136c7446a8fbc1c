package io.faultline.actors.machine;

/**
 * One thing that must be true of every machine at every instant.
 *
 * @param name what should hold
 * @param holds whether it does
 * @param detail the first violation, empty if there is none
 */
public record Invariant(String name, boolean holds, String detail) {}

package io.faultline.protocol.sweep;

/**
 * A sweep as it is submitted: all that a node needs to run any of its points.
 *
 * @param id SHA-256 of text and version, as 64 hexadecimal digits
 * @param name what a user calls it
 * @param version of the program that has to run it
 * @param points how many there are, at least 1; they are numbered from 0
 * @param text the sweep as HOCON that needs no other file
 */
public record SweepPlan(String id, String name, String version, int points, String text)
    implements RemoteMessage {}

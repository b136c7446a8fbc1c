package io.faultline.protocol.sweep;

/**
 * Work: one point. It goes by reliable delivery and may come twice, which its worker finds out when
 * it asks whether to begin.
 *
 * @param sweep id of the sweep
 * @param point number of the point
 */
public record SweepJob(String sweep, int point) implements RemoteMessage {}

package io.faultline.protocol.sweep;

/**
 * How a point was run: what differs from one attempt to the next and is no part of a result.
 *
 * @param worker who ran it: host, port and number of the worker
 * @param attempt 1 for the first time that a coordinator gave it out
 * @param endedAtMillis when it ended, in milliseconds since 1970 by the clock of that host
 * @param wallNanos how long it took
 */
public record PointRun(String worker, int attempt, long endedAtMillis, long wallNanos)
    implements RemoteMessage {}

package io.faultline.protocol.sweep;

/**
 * How far a sweep is.
 *
 * @param phase what the coordinator does
 * @param sweep id of the sweep; empty if there is none
 * @param name what a user calls it
 * @param points how many there are
 * @param done how many are recorded, failed ones included
 * @param failed how many are recorded with an error
 * @param dropped how many results came late and were dropped
 * @param running how many are being run
 * @param workers how many there are
 */
public record SweepStatus(
    Phase phase,
    String sweep,
    String name,
    int points,
    int done,
    int failed,
    int dropped,
    int running,
    int workers)
    implements RemoteMessage {

  /** What a coordinator does. */
  public enum Phase {
    /** It reads its journal, and knows of no sweep yet. */
    RECOVERING,
    /** There is no sweep. */
    IDLE,
    /** Points are left. */
    RUNNING,
    /** Every point is recorded. */
    COMPLETE
  }

  /** Before anything is known. */
  public static SweepStatus recovering() {
    return new SweepStatus(Phase.RECOVERING, "", "", 0, 0, 0, 0, 0, 0);
  }

  /** This with another number of workers. */
  public SweepStatus withWorkers(int count) {
    return new SweepStatus(phase, sweep, name, points, done, failed, dropped, running, count);
  }
}

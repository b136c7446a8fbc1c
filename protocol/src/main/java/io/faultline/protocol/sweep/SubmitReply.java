package io.faultline.protocol.sweep;

/** What came of submitting a sweep. */
public sealed interface SubmitReply extends RemoteMessage {

  /**
   * It is being run, or has been.
   *
   * @param done how many of its points were recorded before
   * @param discardedName name of the sweep whose points were discarded; empty if none was
   * @param discardedPoints how many recorded points were discarded
   */
  record Accepted(int done, String discardedName, int discardedPoints) implements SubmitReply {}

  /**
   * It is not.
   *
   * @param reason in one or two lines
   */
  record Refused(String reason) implements SubmitReply {}
}

package io.faultline.protocol;

/** What can be said to shared readahead statistics. */
public sealed interface ReadaheadMessage {

  /**
   * A page that readahead had brought in was found in the swap cache.
   *
   * @param earner task whose access found it
   */
  record Hit(int earner) implements ReadaheadMessage {}

  /** Decides the window of a fault that missed; the swap cache is told to read it. */
  record ChooseWindow(SwapFault fault) implements ReadaheadMessage {}
}

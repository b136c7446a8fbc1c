package io.faultline.actors.observe;

/** Hears what goes through one hit counter, hit by hit and decision by decision. */
public interface LedgerListener {

  /**
   * A hit was earned.
   *
   * @param nanos virtual time
   * @param earner its row in the ledger
   * @param provider row of whoever's miss read the page
   * @param left hits that the counter holds now
   */
  void hit(long nanos, int earner, int provider, int left);

  /**
   * A window was decided.
   *
   * @param nanos virtual time
   * @param spender row of the task whose fault it is for
   * @param window pages; 0 if hits were taken and no window was there to decide
   * @param taken hits that it took, by the row of their earner; valid during the call only
   * @param left hits that the counter holds now
   * @param stolen whether the window is stolen
   */
  void decision(long nanos, int spender, int window, int[] taken, int left, boolean stolen);
}

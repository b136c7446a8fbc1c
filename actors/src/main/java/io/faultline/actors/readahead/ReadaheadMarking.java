package io.faultline.actors.readahead;

/**
 * Which pages of a window get the flag {@code PG_readahead}, by which a later fault knows that
 * readahead brought them in. The page that was faulted on never gets it.
 */
public enum ReadaheadMarking {

  /** Every page the window got hold of, also one that was cached before: v3.14 to v4.13. */
  ALL,

  /** Only pages that the window itself reads: v4.14 and later. */
  NEW,

  /** None: up to v3.13. */
  NONE
}

package io.faultline.actors.observe;

/** How the components of one class's values enter the event hash. */
interface MessageContent {

  /** Adds the content of a value, which must be of that class. */
  long addTo(long hash, Object value);
}

package io.faultline.actors.virtualtime;

/** Keeps the clock where it stands until closed. Closing it again changes nothing. */
public interface Hold extends AutoCloseable {

  @Override
  void close();
}

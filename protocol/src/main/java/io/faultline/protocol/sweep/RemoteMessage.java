package io.faultline.protocol.sweep;

/**
 * A message or a part of one that may cross from process to process: a record whose components are
 * numbers, texts, arrays, lists, actor references and other such records. Akka writes it as CBOR.
 */
public interface RemoteMessage {}

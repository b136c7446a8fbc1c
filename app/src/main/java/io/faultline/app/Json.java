package io.faultline.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

/** Results as JSON. */
final class Json {

  private Json() {}

  /**
   * A record, its keys in the order of its components, on lines of its own; ends with a line end.
   */
  static String text(Object result) {
    try {
      return new ObjectMapper()
              .enable(SerializationFeature.INDENT_OUTPUT)
              .writeValueAsString(result)
          + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a result is not JSON", e);
    }
  }
}

package io.faultline.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/**
 * What somebody typed and what came of it.
 *
 * @param exitCode of the program
 * @param out standard output
 * @param err standard error
 */
record Typed(int exitCode, String out, String err) {

  /** The preset {@code mixed}, small enough for a test, and further arguments. */
  static Typed runMixed(String... further) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "run",
                "mixed",
                "--set",
                "groups.t.memory-max=4MiB",
                "--set",
                "swap.a.size=32MiB",
                "--set",
                "processes.p1.vmas.v.pages=1024",
                "--set",
                "processes.p2.vmas.v.pages=1024"));
    arguments.addAll(List.of(further));
    return typed(arguments.toArray(String[]::new));
  }

  /** Any arguments. */
  static Typed typed(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commandLine =
        Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    int exitCode = Main.execute(commandLine, arguments);
    return new Typed(exitCode, out.toString(), err.toString());
  }

  /** Standard output as JSON. */
  JsonNode json() {
    try {
      return new ObjectMapper().readTree(out);
    } catch (JsonProcessingException e) {
      throw new AssertionError("standard output is not JSON: " + out, e);
    }
  }
}

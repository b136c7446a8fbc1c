package io.faultline.app;

import io.faultline.config.ConfigError;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Names the first event in which two runs differ. */
@Command(
    name = "diff",
    description = "Names the first event in which two runs differ, and the last that they share.",
    footer = {"", "Ends with 0 if they are the same, with 1 if not, with 2 if an input is wrong."})
final class DiffCommand implements Callable<Integer> {

  private static final int LONGEST = 1000;

  @Parameters(
      index = "0",
      paramLabel = "A",
      description = "Events of a run, or a directory with events.jsonl.")
  private String first = "";

  @Parameters(index = "1", paramLabel = "B", description = "The other's.")
  private String second = "";

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    try (BufferedReader a = EventsFile.open(first);
        BufferedReader b = EventsFile.open(second)) {
      long same = 0;
      String before = null;
      while (true) {
        String inFirst = checked(EventsFile.line(a, first), first, same);
        String inSecond = checked(EventsFile.line(b, second), second, same);
        if (inFirst == null && inSecond == null) {
          out.println("the same " + same + " events");
          return CommandLine.ExitCode.OK;
        }
        if (!Objects.equals(inFirst, inSecond)) {
          out.println("after " + same + " events that are the same they differ in the next");
          out.println("  both   " + shown(before));
          out.println("  first  " + shown(inFirst));
          out.println("  second " + shown(inSecond));
          return CommandLine.ExitCode.SOFTWARE;
        }
        before = inFirst;
        same++;
      }
    } catch (IOException e) {
      throw new ConfigError("events cannot be read: " + e.getMessage(), e);
    }
  }

  private static @Nullable String checked(@Nullable String line, String name, long before) {
    if (line != null && !line.startsWith("{\"ns\":")) {
      throw new ConfigError(
          name + ": line " + (before + 1) + " is no event, as faultline run --events writes them");
    }
    return line;
  }

  private static String shown(@Nullable String line) {
    if (line == null) {
      return "nothing: the beginning or the end";
    }
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
  }
}

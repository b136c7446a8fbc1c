package io.faultline.app;

import io.faultline.actors.memory.OutOfMemory;
import io.faultline.config.ConfigError;
import java.io.PrintWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** What a user is told of an exception, in one or two lines, and what exit code it means. */
final class Failures {

  private Failures() {}

  /**
   * Tells it on standard error.
   *
   * @param traces whether to print the stack trace as well
   * @return the exit code: 2 for an input that cannot be used, else 1
   */
  static int report(Exception e, CommandLine commandLine, boolean traces) {
    PrintWriter err = commandLine.getErr();
    int exitCode = CommandLine.ExitCode.SOFTWARE;
    if (e instanceof ConfigError) {
      err.println("faultline: " + e.getMessage());
      exitCode = CommandLine.ExitCode.USAGE;
    } else if (e instanceof UnwritableOutput) {
      err.println("faultline: " + oneLine(e.getMessage()));
    } else {
      err.println("faultline: the run failed: " + describe(e));
    }
    if (traces) {
      e.printStackTrace(err);
    }
    err.flush();
    return exitCode;
  }

  /** Tells that the JVM's heap is too small. */
  static int report(OutOfMemoryError e, CommandLine commandLine) {
    commandLine.getErr().println("faultline: the run failed: " + describe(e));
    commandLine.getErr().flush();
    return CommandLine.ExitCode.SOFTWARE;
  }

  /**
   * What went wrong in a run, on one line: the failure, and its root cause unless it names that.
   */
  static String describe(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    if (root instanceof OutOfMemoryError) {
      return "the heap is too small for this machine: give the JVM more with FAULTLINE_JAVA_OPTS=-Xmx...";
    }
    if (root instanceof OutOfMemory) {
      return oneLine(root.getMessage()); // which actor found out does not matter
    }
    String message = oneLine(Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
    String cause = oneLine(Objects.requireNonNullElse(root.getMessage(), root.toString()));
    return message.contains(cause) ? message : message + ": " + cause;
  }

  /** A text without its line ends and without what a terminal would obey. */
  static String oneLine(@Nullable String text) {
    return Objects.requireNonNullElse(text, "")
        .strip()
        .replaceAll("\\s*\\R\\s*", " ")
        .replaceAll("\\p{Cntrl}+", "?");
  }
}

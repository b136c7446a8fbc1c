package io.faultline.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/** How much is said on standard error; every command has these options. */
final class Verbosity {

  private static final String TRACES = "--verbose";

  /** Everything the program and the machine log is below this name. */
  private static final String PROJECT = "io.faultline";

  @Option(
      names = "-v",
      scope = ScopeType.INHERIT,
      description = "Log the milestones of a run; -vv also every decision of the kernel.")
  @SuppressWarnings("UnusedMethod") // picocli calls it
  void log(boolean[] times) {
    if (LoggerFactory.getLogger(PROJECT) instanceof Logger logger) {
      logger.setLevel(times.length > 1 ? Level.DEBUG : Level.INFO);
    }
  }

  @Option(
      names = TRACES,
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of a failure.")
  @SuppressWarnings("UnusedVariable") // asked of the parse result: a failure knows no command
  private boolean traces;

  /** Whether the user wants stack traces. */
  static boolean traces(ParseResult parsed) {
    for (ParseResult level = parsed; level != null; level = level.subcommand()) {
      if (level.matchedOptionValue(TRACES, false)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the log is quiet, so that a progress line has standard error for itself. */
  static boolean quiet() {
    return !LoggerFactory.getLogger(PROJECT).isInfoEnabled();
  }
}

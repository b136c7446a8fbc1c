package io.faultline.app;

import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program: dispatches what was typed to a command. */
@Command(
    name = "faultline",
    description = "Emulates the Linux swap subsystem with actors in virtual time.",
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {
      RunCommand.class,
      ListCommand.class,
      ShowCommand.class,
      ValidateCommand.class,
      CompareCommand.class,
      CurveCommand.class,
      SearchCommand.class,
      SweepCommand.class,
      SweepStatusCommand.class,
      SweepReportCommand.class,
      NodeCommand.class,
      ReproduceCommand.class,
      CalibrateCommand.class,
      ExplainCommand.class,
      DiffCommand.class,
      BenchCommand.class
    })
public final class Main implements Callable<Integer> {

  @SuppressWarnings("UnusedVariable") // picocli finds the options in it
  @Mixin
  private final Verbosity verbosity = new Verbosity();

  @SuppressWarnings("UnusedVariable") // picocli finds the option in it
  @Mixin
  private final OwnClasses ownClasses = new OwnClasses();

  @Spec private @Nullable CommandSpec spec;

  private Main() {}

  /**
   * Runs one command and ends the JVM with its exit code.
   *
   * @param arguments what was typed after the program's name
   */
  public static void main(String[] arguments) {
    System.exit(execute(commandLine(), arguments));
  }

  /** The program as a command line that has not been given its arguments. */
  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setExecutionExceptionHandler(
            (e, commandLine, parsed) -> Failures.report(e, commandLine, Verbosity.traces(parsed)))
        .setParameterExceptionHandler((e, arguments) -> misused(e))
        .setUsageHelpAutoWidth(true);
  }

  /**
   * Runs one command.
   *
   * @return 0 if all is well, 1 if something went wrong, 2 if the input cannot be used
   */
  static int execute(CommandLine commandLine, String... arguments) {
    int exitCode;
    try {
      exitCode = commandLine.execute(arguments);
    } catch (OutOfMemoryError e) {
      exitCode = Failures.report(e, commandLine);
    }
    // the former hides what became of the latter
    if (commandLine.getOut().checkError() || System.out.checkError()) {
      commandLine.getErr().println("faultline: standard output cannot be written to");
      commandLine.getErr().flush();
      return CommandLine.ExitCode.SOFTWARE;
    }
    return exitCode;
  }

  /** Without a command there is nothing to do: says what there is. */
  @Override
  public Integer call() {
    CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
    commandLine.usage(commandLine.getErr());
    return CommandLine.ExitCode.USAGE;
  }

  private static int misused(ParameterException e) {
    PrintWriter err = e.getCommandLine().getErr();
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    err.println("faultline: " + Failures.oneLine(e.getMessage()));
    List<String> near =
        e instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
    err.println(
        near.isEmpty()
            ? "see " + command + " --help"
            : "did you mean " + String.join(" or ", near) + "? see " + command + " --help");
    err.flush();
    return CommandLine.ExitCode.USAGE;
  }

  /** The version that the jar's manifest states. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"faultline " + number()};
    }

    /** The version without the program's name. */
    static String number() {
      return Objects.requireNonNullElse(
          Main.class.getPackage().getImplementationVersion(), "unpackaged");
    }
  }
}

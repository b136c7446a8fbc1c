package io.faultline.app;

import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The program: dispatches what was typed to a command. */
@Command(
    name = "faultline",
    description = "Emulates the Linux swap subsystem with actors in virtual time.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class)
public final class Main implements Callable<Integer> {

  private Main() {}

  /**
   * Runs one command and ends the JVM with its exit code.
   *
   * @param arguments what was typed after the program's name
   */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Main()).execute(arguments));
  }

  /** Without a command there is nothing to do: says what there is. */
  @Override
  public Integer call() {
    CommandLine.usage(this, System.err);
    return CommandLine.ExitCode.USAGE;
  }

  /** The version that the jar's manifest states. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"faultline " + Objects.requireNonNullElse(version, "unpackaged")};
    }
  }
}

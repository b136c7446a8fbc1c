package io.faultline.app;

import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The program: dispatches what was typed to a command. */
@Command(
    name = "faultline",
    description = "Emulates the Linux swap subsystem with actors in virtual time.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class)
public final class Main {

  private Main() {}

  /**
   * Runs one command and ends the JVM with its exit code.
   *
   * @param arguments what was typed after the program's name
   */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Main()).execute(arguments));
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

package io.faultline.app;

import java.io.File;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * Where classes of the user's are; every command has this option.
 *
 * <p>The launcher has already acted on it: a class path is the JVM's, and nothing but what starts
 * the JVM can add to it. Here it is explained, and refused where no launcher took notice.
 */
final class OwnClasses {

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = {"-cp", "--class-path"},
      scope = ScopeType.INHERIT,
      paramLabel = "PATH",
      description =
          "Jars and directories with classes of your own, separated by colons. Default: the variable"
              + " FAULTLINE_CLASSPATH.")
  @SuppressWarnings("UnusedMethod") // picocli calls it
  void check(String path) {
    Set<String> present =
        new HashSet<>(
            List.of(System.getProperty("java.class.path", "").split(File.pathSeparator, -1)));
    for (String entry : path.split(File.pathSeparator, -1)) {
      boolean pattern = entry.endsWith("*"); // the JVM has put in its place what it stands for
      if (!entry.isEmpty() && !pattern && !present.contains(entry)) {
        throw new ParameterException(
            Objects.requireNonNull(spec).commandLine(),
            "--class-path is an option of the launcher ./faultline, and "
                + entry
                + " is not on the"
                + " class path: give java itself -cp");
      }
    }
  }
}

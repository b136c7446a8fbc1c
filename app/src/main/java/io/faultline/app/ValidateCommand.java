package io.faultline.app;

import io.faultline.config.ConfigError;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Emulates recorded runs and compares. */
@Command(
    name = "validate",
    description = "Emulates runs recorded on real kernels and prints both, side by side.",
    mixinStandardHelpOptions = true)
final class ValidateCommand implements Callable<Integer> {

  @Override
  public Integer call() {
    throw new ConfigError("validate is under construction");
  }
}

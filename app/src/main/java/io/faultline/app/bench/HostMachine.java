package io.faultline.app.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryManagerMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The machine that is measured on.
 *
 * @param cpu model of its processors, as the kernel names it
 * @param cores that the JVM sees
 * @param jdk name and version of the JVM
 * @param os name, version and architecture
 * @param collector the collectors of its garbage
 */
public record HostMachine(String cpu, int cores, String jdk, String os, String collector) {

  private static final Path CPUINFO = Path.of("/proc/cpuinfo");

  /** This machine. */
  public static HostMachine here() {
    return new HostMachine(
        cpuModel(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"),
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(MemoryManagerMXBean::getName)
            .collect(Collectors.joining(", ")));
  }

  private static String cpuModel() {
    try (Stream<String> lines = Files.lines(CPUINFO)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException | UncheckedIOException e) {
      return "unknown";
    }
  }
}

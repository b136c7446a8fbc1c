package io.faultline.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.faultline.config.ConfigError;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tells the life of a task's windows in words. */
@Command(
    name = "explain",
    description = {
      "Tells the life of a task's windows: which hits, earned by whom, raised each or let it"
          + " collapse.",
      "Reads what faultline run --events wrote."
    },
    sortOptions = false,
    footer = {"", "Ends with 0, with 2 if the input is wrong."})
final class ExplainCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "DIR|FILE",
      description = "Events of a run, or a directory with events.jsonl.")
  private String events = "";

  @Option(
      names = "--task",
      paramLabel = "T",
      required = true,
      description = "Whose windows: a task such as p1.seq, a swapoff or a build.")
  private String task = "";

  @Option(names = "--all", description = "Tell every decision, not only episodes.")
  private boolean all;

  @Spec private @Nullable CommandSpec spec;

  private final ObjectMapper mapper = new ObjectMapper();

  @Override
  public Integer call() {
    WindowStory story = new WindowStory(task);
    try (BufferedReader reader = EventsFile.open(events)) {
      long number = 0;
      for (String line = EventsFile.line(reader, events);
          line != null;
          line = EventsFile.line(reader, events)) {
        number++;
        read(story, line, number);
      }
    } catch (IOException e) {
      throw new ConfigError(events + ": cannot be read: " + e.getMessage(), e);
    }
    if (story.isEmpty()) {
      throw new ConfigError(
          "no window was decided for "
              + task
              + "; there are decisions for "
              + (story.tasks().isEmpty() ? "nobody" : String.join(", ", story.tasks())));
    }
    var out = Objects.requireNonNull(spec).commandLine().getOut();
    out.print(all ? story.all() : story.summary());
    out.flush();
    return CommandLine.ExitCode.OK;
  }

  private void read(WindowStory story, String line, long number) {
    if (!line.startsWith("{\"ns\":")) {
      throw new ConfigError(broken(number));
    }
    boolean decision = line.contains("\"event\":\"decision\"");
    if (!decision && !line.contains("\"event\":\"hit\"")) {
      return;
    }
    try {
      JsonNode event = mapper.readTree(line);
      if (decision) {
        Map<String, Integer> taken = new TreeMap<>();
        event.path("taken").properties().forEach(e -> taken.put(e.getKey(), e.getValue().asInt()));
        story.decided(
            new WindowStory.Decision(
                event.path("ns").asLong(),
                event.path("actor").asText(),
                event.path("task").asText(),
                event.path("window").asInt(),
                taken));
      } else {
        story.hit(event.path("earner").asText());
      }
    } catch (JsonProcessingException e) {
      throw new ConfigError(broken(number), e);
    }
  }

  private String broken(long number) {
    return events + ": line " + number + " is no event, as faultline run --events writes them";
  }
}

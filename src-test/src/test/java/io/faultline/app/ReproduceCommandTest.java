package io.faultline.app;

import static io.faultline.app.Typed.typed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Published tables beside their emulation, at a scale at which a table is a second's work. */
class ReproduceCommandTest {

  private static final String SMALL = "256";

  @TempDir private Path directory;

  @Test
  void aTableIsPrintedAndWrittenWithItsErrorsAndAChart() throws IOException {
    Typed typed =
        typed("reproduce", "righi-page-cluster", "--scale", SMALL, "--out", directory.toString());

    assertThat(typed.exitCode()).as(typed.err()).isZero();
    assertThat(typed.out()).contains("NOT FULL SCALE", "vanilla-5.6", "calibrated", "predicted");
    assertThat(directory.resolve("reproduce.txt")).hasContent(typed.out());
    JsonNode json = new ObjectMapper().readTree(directory.resolve("reproduce.json").toFile());
    assertThat(json.get("cells")).hasSize(16);
    List<Double> predicted = new ArrayList<>();
    for (JsonNode cell : json.get("cells")) {
      double published = cell.get("published").asDouble();
      double error = cell.get("relativeError").asDouble();
      assertThat(error).isCloseTo(cell.get("emulated").asDouble() / published - 1, within(1e-9));
      if (cell.get("role").asText().equals("predicted")) {
        predicted.add(Math.abs(error));
      }
    }
    assertThat(predicted).hasSize(12);
    predicted.sort(null);
    assertThat(json.get("medianPredictedError").asDouble())
        .isCloseTo((predicted.get(5) + predicted.get(6)) / 2, within(1e-9));
    assertThat(json.get("wallNanos").asLong()).isPositive();
    String chart = Files.readString(directory.resolve("reproduce.svg"));
    assertThat(chart).contains("<svg ", ">fixed published</text>", ">fixed emulated</text>");
  }

  @Test
  void aTableIsTheSameTwiceButForTheTimeThatItTook() {
    Typed once = typed("reproduce", "righi-variants", "--scale", SMALL, "--format", "json");
    Typed again = typed("reproduce", "righi-variants", "--scale", SMALL, "--format", "json");

    assertThat(once.json().get("cells")).hasSize(9).isEqualTo(again.json().get("cells"));
  }

  @Test
  void distributionsHaveADistanceEach() {
    Typed typed = typed("reproduce", "righi-windows", "--scale", SMALL, "--format", "json");

    assertThat(typed.exitCode()).as(typed.err()).isZero();
    assertThat(typed.json().get("totalVariationDistance")).hasSize(9);
    assertThat(typed.json().get("totalVariationDistance").get("hits-equal-last").asDouble())
        .isBetween(0.0, 0.2);
  }

  @Test
  void anUnknownTableIsAnsweredWithTheNearestAndAll() {
    Typed typed = typed("reproduce", "righi-variant");

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err())
        .startsWith(
            "faultline: no reproduction is called righi-variant; did you mean righi-variants?")
        .contains("righi-windows");
    assertThat(typed("calibrate", "nothing").exitCode()).isEqualTo(2);
    assertThat(typed("list").out()).contains("righi-windows");
  }

  @Test
  void whereNothingCanBeWrittenNothingIsRun() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");

    Typed typed = typed("reproduce", "righi-variants", "--out", file.toString());

    assertThat(typed.exitCode()).isEqualTo(1);
    assertThat(typed.out()).isEmpty();
    assertThat(typed.err()).startsWith("faultline: cannot write to ");
    assertThat(typed("reproduce", "righi-variants", "--scale", "0").exitCode()).isEqualTo(2);
  }
}

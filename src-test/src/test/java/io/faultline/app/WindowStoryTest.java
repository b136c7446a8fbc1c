package io.faultline.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.app.WindowStory.Decision;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How one task's windows are told where another task shares the counter. */
class WindowStoryTest {

  private final WindowStory story = new WindowStory("seq");
  private long now;

  private void decided(String task, int window, Map<String, Integer> taken) {
    now += 1_000_000;
    story.decided(new Decision(now, "system", task, window, taken));
  }

  @Test
  void aTaskThatWasStuckIsToldWhoTookItsHitsAndWhatFreedIt() {
    for (int i = 0; i < 20; i++) {
      decided("seq", 8, Map.of("seq", 7));
    }
    decided("rnd", 8, Map.of("seq", 7));
    decided("other", 1, Map.of());
    for (int i = 0; i < 20; i++) {
      decided("seq", 1, Map.of());
      decided("other", 1, Map.of());
    }
    decided("other", 4, Map.of("other", 1));
    decided("seq", 2, Map.of());
    for (int i = 0; i < 20; i++) {
      decided("seq", 8, Map.of("seq", 7));
    }

    assertThat(story.summary())
        .contains(
            "began at    23.000000 ms  window 1, down from 8: no hits, not next to the last miss"
                + " without any, other's; before that rnd had taken 7 that it had earned\n",
            "freed at    64.000000 ms  window 2, raised from 1: no hits, half of the 4 pages"
                + " before, other's\n");
  }

  @Test
  void aMissNextToTheTasksOwnLastOneIsToldApart() {
    decided("seq", 1, Map.of());
    decided("seq", 2, Map.of());
    decided("seq", 1, Map.of());

    assertThat(story.all())
        .isEqualTo(
            """
                 1.000000 ms  window 1: no hits
                 2.000000 ms  window 2, raised from 1: no hits, next to the last miss without any, its own
                 3.000000 ms  window 1, down from 2: no hits, not next to the last miss without any, its own
            """);
  }
}

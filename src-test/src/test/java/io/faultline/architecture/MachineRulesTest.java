package io.faultline.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static io.faultline.architecture.CompiledClasses.PRODUCTION;
import static io.faultline.architecture.CompiledClasses.TESTS;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.StashBuffer;
import akka.actor.typed.javadsl.TimerScheduler;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the emulated machine must not touch, so that a run replays to the bit.
 *
 * <p>Each rule is also shown a class that breaks it: a rule that notices nothing proves nothing.
 */
@SuppressWarnings("NonApiType") // the culprits name the classes that the rules are about
class MachineRulesTest {

  /** All that runs in virtual time, or decides what does. Sweeps are ordinary Akka in real time. */
  private static final DescribedPredicate<JavaClass> THE_MACHINE =
      inPackages("the machine", "protocol", "config", "device", "actors")
          .and(DescribedPredicate.not(inPackages("sweeps", "actors.sweep")));

  /** The clock that Akka runs on also serves those outside the machine, in real time. */
  private static final DescribedPredicate<JavaClass> THE_CLOCK =
      inPackages("virtual time", "actors.virtualtime");

  /** The actors and the rules that they follow. */
  private static final DescribedPredicate<JavaClass> THE_ACTORS =
      inPackages(
          "the actors",
          "protocol",
          "device",
          "actors.readahead",
          "actors.swap",
          "actors.zswap",
          "actors.memory",
          "actors.process");

  @Test
  void theMachineKnowsNoRealTime() {
    holds(THE_MACHINE.and(DescribedPredicate.not(THE_CLOCK)), Untouched.realTime());
  }

  @Test
  void theMachineLeavesNothingToChanceButTheSeed() {
    holds(THE_MACHINE, Untouched.unseededChance());
  }

  @Test
  void theMachineNeverIteratesInTheOrderOfHashes() {
    holds(THE_MACHINE, Untouched.hashOrder());
  }

  @Test
  void anActorNeverAsksStashesOrKeepsTimersOfItsOwn() {
    holds(THE_MACHINE, Untouched.askingStashingAndTimers());
  }

  @Test
  void anActorKnowsNoThreads() {
    holds(THE_ACTORS, Untouched.threads());
  }

  @Test
  void noStateIsSharedThroughAStaticField() {
    fields()
        .that()
        .areStatic()
        .and()
        .areDeclaredInClassesThat(THE_MACHINE)
        .should()
        .beFinal()
        .allowEmptyShould(true)
        .check(PRODUCTION);
  }

  @Test
  void aTestNeverWaitsForRealTimeToPass() {
    classes()
        .that()
        .resideOutsideOfPackage("io.faultline.architecture..")
        .should(Untouched.sleep())
        .allowEmptyShould(true)
        .check(TESTS);
  }

  @ParameterizedTest
  @ValueSource(classes = {ReadsTheClock.class, ReadsTheCalendar.class, Sleeps.class})
  void realTimeIsNoticed(Class<?> culprit) {
    assertThat(violations(Untouched.realTime(), culprit)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        DrawsFromASharedGenerator.class,
        DrawsFromMath.class,
        DrawsUnseeded.class,
        DrawsUnseededByReference.class
      })
  void unseededChanceIsNoticed(Class<?> culprit) {
    assertThat(violations(Untouched.unseededChance(), culprit)).isTrue();
  }

  @Test
  void aSeededGeneratorIsAllowed() {
    assertThat(violations(Untouched.unseededChance(), DrawsSeeded.class)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        IteratesOverAHashMap.class,
        IteratesOverAMapThatIsAHashMap.class,
        IteratesOverAHashSet.class,
        IteratesByReference.class,
        IteratesOverAnImmutableSet.class
      })
  void theOrderOfHashesIsNoticed(Class<?> culprit) {
    assertThat(violations(Untouched.hashOrder(), culprit)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(classes = {LooksUpInAHashMap.class, IteratesInOrder.class})
  void aLookUpAndAnOrderedIterationAreAllowed(Class<?> innocent) {
    assertThat(violations(Untouched.hashOrder(), innocent)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      classes = {Asks.class, Stashes.class, KeepsTimers.class, LogsThroughItsContext.class})
  void askingStashingTimersAndTheActorsLoggerAreNoticed(Class<?> culprit) {
    assertThat(violations(Untouched.askingStashingAndTimers(), culprit)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(classes = {AsksWhichThreadItIsOn.class, SharesACounter.class})
  void threadsAreNoticed(Class<?> culprit) {
    assertThat(violations(Untouched.threads(), culprit)).isTrue();
  }

  private static void holds(
      DescribedPredicate<JavaClass> where, ArchCondition<JavaClass> condition) {
    classes().that(where).should(condition).allowEmptyShould(true).check(PRODUCTION);
  }

  private static boolean violations(ArchCondition<JavaClass> condition, Class<?> suspect) {
    return classes()
        .should(condition)
        .evaluate(new ClassFileImporter().importClasses(suspect))
        .hasViolation();
  }

  private static DescribedPredicate<JavaClass> inPackages(String description, String... packages) {
    return DescribedPredicate.describe(
        description,
        inside -> {
          for (String name : packages) {
            String full = "io.faultline." + name;
            if (inside.getPackageName().equals(full)
                || inside.getPackageName().startsWith(full + ".")) {
              return true;
            }
          }
          return false;
        });
  }

  static class ReadsTheClock {
    long read() {
      return System.nanoTime();
    }
  }

  static class ReadsTheCalendar {
    Instant read() {
      return Instant.now();
    }
  }

  static class Sleeps {
    void sleep() throws InterruptedException {
      Thread.sleep(1);
    }
  }

  static class DrawsFromASharedGenerator {
    int draw() {
      return ThreadLocalRandom.current().nextInt();
    }
  }

  static class DrawsFromMath {
    double draw() {
      return Math.random();
    }
  }

  static class DrawsUnseeded {
    int draw() {
      return new Random().nextInt();
    }
  }

  static class DrawsUnseededByReference {
    Random make(Function<java.util.function.Supplier<Random>, Random> maker) {
      return maker.apply(Random::new);
    }
  }

  static class DrawsSeeded {
    int draw() {
      return new Random(7).nextInt();
    }
  }

  static class IteratesOverAHashMap {
    int sum(HashMap<String, Integer> counts) {
      int sum = 0;
      for (int count : counts.values()) {
        sum += count;
      }
      return sum;
    }
  }

  static class IteratesOverAMapThatIsAHashMap {
    private final Map<String, Integer> counts = new HashMap<>();

    int sum() {
      int sum = 0;
      for (Map.Entry<String, Integer> entry : counts.entrySet()) {
        sum += entry.getValue();
      }
      return sum;
    }
  }

  static class IteratesOverAHashSet {
    String join(HashSet<String> names) {
      StringBuilder joined = new StringBuilder();
      for (String name : names) {
        joined.append(name);
      }
      return joined.toString();
    }
  }

  static class IteratesByReference {
    Function<HashMap<String, Integer>, Iterable<Integer>> values() {
      return HashMap::values;
    }
  }

  static class IteratesOverAnImmutableSet {
    String first() {
      return Set.of("a", "b").iterator().next();
    }
  }

  static class LooksUpInAHashMap {
    private final Map<String, Integer> counts = new HashMap<>();

    int count(String name) {
      return counts.merge(name, 1, Integer::sum);
    }
  }

  static class IteratesInOrder {
    private final Map<String, Integer> counts = new TreeMap<>(new LinkedHashMap<>());

    Iterable<Integer> counts() {
      return counts.values();
    }
  }

  static class Asks {
    Object ask(akka.actor.typed.ActorSystem<String> system) {
      return AskPattern.ask(system, replyTo -> "?", Duration.ZERO, system.scheduler());
    }
  }

  static class Stashes {
    void put(StashBuffer<String> stash) {
      stash.stash("later");
    }
  }

  static class KeepsTimers {
    akka.actor.typed.Behavior<String> create() {
      return Behaviors.withTimers(this::start);
    }

    private akka.actor.typed.Behavior<String> start(TimerScheduler<String> timers) {
      timers.startSingleTimer("tick", Duration.ZERO);
      return Behaviors.empty();
    }
  }

  static class LogsThroughItsContext {
    void log(ActorContext<String> context) {
      context.getLog().info("costs as much as a message");
    }
  }

  static class AsksWhichThreadItIsOn {
    String name() {
      return Thread.currentThread().getName();
    }
  }

  static class SharesACounter {
    private final AtomicLong counter = new AtomicLong();

    long next() {
      return counter.incrementAndGet();
    }
  }
}

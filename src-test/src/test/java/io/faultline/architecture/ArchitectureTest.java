package io.faultline.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static io.faultline.architecture.CompiledClasses.PRODUCTION;
import static io.faultline.architecture.CompiledClasses.TESTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Where things lie, what may use what, and what things are called. */
class ArchitectureTest {

  @Test
  void aModuleUsesOnlyWhatStandsBeforeIt() {
    classes()
        .should(Directions.below("io.faultline", "protocol", "config", "device", "actors", "app"))
        .check(PRODUCTION);
  }

  @Test
  void aConcernOfTheMachineUsesOnlyWhatStandsBeforeIt() {
    classes()
        .should(
            Directions.below(
                "io.faultline.actors",
                "virtualtime",
                "observe",
                "readahead",
                "swap",
                "zswap",
                "memory",
                "process",
                "machine",
                "sweep"))
        .check(PRODUCTION);
  }

  @Test
  void aPackageLiesInTheModuleOfItsName() {
    classes().should(lieInTheModuleOfTheirPackage()).check(PRODUCTION);
  }

  @Test
  void anExperimentKnowsNoActors() {
    noClasses()
        .that()
        .resideInAPackage("io.faultline.config..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("akka..")
        .allowEmptyShould(true)
        .check(PRODUCTION);
  }

  @Test
  void aReadaheadHeuristicKnowsNoActors() {
    noClasses()
        .that()
        .areAssignableTo("io.faultline.actors.readahead.ReadaheadHeuristic")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("akka..")
        .allowEmptyShould(true)
        .check(PRODUCTION);
  }

  @Test
  void onlyTheCommandLinePrints() {
    classes()
        .that()
        .resideOutsideOfPackage("io.faultline.app..")
        .should(Untouched.standardStreams())
        .allowEmptyShould(true)
        .check(PRODUCTION);
  }

  @Test
  void nothingIsCalledManagerHelperUtilImplDataOrInfo() {
    classes().should(haveNamesThatSayWhatTheyAre()).check(PRODUCTION);
    classes().should(haveNamesThatSayWhatTheyAre()).check(TESTS);
  }

  @Test
  void aNameThatSaysNothingIsNoticedInEachOfItsWords() {
    assertThat(emptyWordsOf("SwapManager")).containsExactly("Manager");
    assertThat(emptyWordsOf("InfoDataTable")).containsExactly("Data", "Info");
    assertThat(emptyWordsOf("DatabaseInformation")).isEmpty();
  }

  @Test
  void everyPackageSaysThatItsTypesAreNonNull() {
    assertThat(packagesWithoutNullMarked(PRODUCTION)).isEmpty();
  }

  private static Set<String> packagesWithoutNullMarked(JavaClasses classes) {
    Set<String> missing = new TreeSet<>();
    for (JavaClass inside : classes) {
      if (!inside.getPackage().isAnnotatedWith(NullMarked.class)) {
        missing.add(inside.getPackageName());
      }
    }
    return missing;
  }

  private static ArchCondition<JavaClass> lieInTheModuleOfTheirPackage() {
    return new ArchCondition<>("lie in the module of their package") {
      @Override
      public void check(JavaClass inside, ConditionEvents events) {
        String module = inside.getPackageName().split("\\.", -1)[2];
        String location = inside.getSource().orElseThrow().getUri().toString();
        if (!location.contains("/" + module + "/target/")
            && !location.contains("/faultline-" + module + "-")) {
          events.add(
              SimpleConditionEvent.violated(inside, inside.getFullName() + " lies in " + location));
        }
      }
    };
  }

  private static ArchCondition<JavaClass> haveNamesThatSayWhatTheyAre() {
    return new ArchCondition<>("have names that say what they are") {
      @Override
      public void check(JavaClass named, ConditionEvents events) {
        if (!emptyWordsOf(named.getSimpleName()).isEmpty()) {
          events.add(
              SimpleConditionEvent.violated(
                  named, named.getFullName() + " has a name that does not say what it is"));
        }
      }
    };
  }

  private static Set<String> emptyWordsOf(String name) {
    Set<String> empty = Set.of("Manager", "Helper", "Util", "Utils", "Impl", "Data", "Info");
    Stream<String> words = Arrays.stream(name.split("(?<=[a-z0-9])(?=[A-Z])", -1));
    Set<String> found = new TreeSet<>();
    words.filter(empty::contains).forEach(found::add);
    return found;
  }
}

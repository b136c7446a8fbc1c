package io.faultline.architecture;

import static com.tngtech.archunit.core.domain.JavaConstructor.CONSTRUCTOR_NAME;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What a class must not touch, by calls, method references and fields alike.
 *
 * <p>The conditions read bytecode, so they see the type that a variable is declared with and not
 * the object in it.
 */
final class Untouched extends ArchCondition<JavaClass> {

  /** Iterating over these follows no order that another JVM would repeat. */
  private static final Set<String> UNORDERED =
      Set.of(
          "java.util.HashMap",
          "java.util.HashSet",
          "java.util.Hashtable",
          "java.util.IdentityHashMap",
          "java.util.WeakHashMap",
          "java.util.concurrent.ConcurrentHashMap",
          "java.util.concurrent.ConcurrentHashMap$KeySetView");

  private static final Set<String> ITERATION =
      Set.of(
          "entrySet",
          "forEach",
          "iterator",
          "keySet",
          "parallelStream",
          "replaceAll",
          "spliterator",
          "stream",
          "toArray",
          "values",
          "keys",
          "elements",
          "newKeySet");

  /** Those of {@link #ITERATION} that say so even when the object is only known as a Map or Set. */
  private static final Map<String, Set<String>> ITERATION_OF_INTERFACE =
      Map.of(
          "java.util.Map", Set.of("entrySet", "forEach", "keySet", "replaceAll", "values"),
          "java.util.Set", Set.of("forEach", "iterator", "spliterator", "stream", "toArray"));

  private final Predicate<AccessTarget> forbidden;

  private Untouched(String description, Predicate<AccessTarget> forbidden) {
    super(description);
    this.forbidden = forbidden;
  }

  @Override
  public void check(JavaClass user, ConditionEvents events) {
    accesses(user)
        .filter(access -> forbidden.test(access.getTarget()))
        .forEach(
            access -> events.add(SimpleConditionEvent.violated(access, access.getDescription())));
  }

  /** Nothing that tells real time or waits for it. */
  static ArchCondition<JavaClass> realTime() {
    return new Untouched(
        "not read the wall clock and not sleep",
        target ->
            is(target, "java.lang.System", "nanoTime", "currentTimeMillis")
                || sleeps(target)
                || ownedBy(target, "java.util.concurrent.locks.LockSupport")
                || ownedBy(target, "java.util.Timer")
                || (ownedBy(target, "java.util.Date") && isDefaultConstructor(target))
                || (ownedBy(target, "java.time.Clock") && target.getName().startsWith("system"))
                || (target.getOwner().getName().startsWith("java.time.")
                    && target.getName().equals("now")));
  }

  /** No waiting for real time to pass. */
  static ArchCondition<JavaClass> sleep() {
    return new Untouched("not sleep", Untouched::sleeps);
  }

  private static boolean sleeps(AccessTarget target) {
    return is(target, "java.lang.Thread", "sleep")
        || is(target, "java.util.concurrent.TimeUnit", "sleep");
  }

  /** No chance that the experiment's seed does not decide. */
  static ArchCondition<JavaClass> unseededChance() {
    return new Untouched(
        "draw from seeded generators of their own only",
        target ->
            is(target, "java.lang.Math", "random")
                || is(target, "java.lang.StrictMath", "random")
                || is(target, "java.lang.System", "identityHashCode")
                || is(target, "java.util.UUID", "randomUUID")
                || ownedBy(target, "java.util.concurrent.ThreadLocalRandom")
                || ownedBy(target, "java.security.SecureRandom")
                || (is(target, "java.util.Collections", "shuffle") && parameters(target) == 1)
                || is(target, "java.util.random.RandomGenerator", "getDefault", "of")
                || (Set.of("java.util.Random", "java.util.SplittableRandom")
                        .contains(target.getOwner().getName())
                    && isDefaultConstructor(target)));
  }

  /** Nothing of Akka that blocks, defers, times or logs behind the machine's back. */
  static ArchCondition<JavaClass> askingStashingAndTimers() {
    Predicate<AccessTarget> ofContext =
        target ->
            target.getOwner().getName().startsWith("akka.actor.typed.")
                && target.getOwner().getSimpleName().endsWith("ActorContext");
    return new Untouched(
        "not ask, stash, use a TimerScheduler or an actor's own logger",
        target ->
            ownedBy(target, "akka.actor.typed.javadsl.AskPattern")
                || ownedBy(target, "akka.pattern.Patterns")
                || ownedBy(target, "akka.actor.typed.javadsl.StashBuffer")
                || ownedBy(target, "akka.actor.typed.javadsl.TimerScheduler")
                || is(target, "akka.actor.typed.javadsl.Behaviors", "withStash", "withTimers")
                || (ofContext.test(target)
                    && Set.of("ask", "askWithStatus", "getLog", "log").contains(target.getName())));
  }

  /** No thread but the carriers, and no work that spreads over threads by itself. */
  static ArchCondition<JavaClass> threads() {
    return new Untouched(
        "not know threads",
        target ->
            ownedBy(target, "java.lang.Thread")
                || ownedBy(target, "java.util.concurrent.Executors")
                || ownedBy(target, "java.util.concurrent.ForkJoinPool")
                || ownedBy(target, "java.util.concurrent.CompletableFuture")
                || ownedBy(target, "java.util.concurrent.CountDownLatch")
                || target.getOwner().getName().startsWith("java.util.concurrent.locks.")
                || target.getOwner().getName().startsWith("java.util.concurrent.atomic.")
                || target.getName().equals("parallelStream")
                || is(target, "java.util.stream.Stream", "parallel")
                || is(target, "java.util.stream.BaseStream", "parallel"));
  }

  /** No line on a terminal that is the command line's to write. */
  static ArchCondition<JavaClass> standardStreams() {
    return new Untouched(
        "not print",
        target ->
            is(target, "java.lang.System", "out", "err", "console")
                || target.getName().equals("printStackTrace"));
  }

  /**
   * No iteration over a collection whose order is the hash's.
   *
   * <p>An object declared as a {@code Map} or {@code Set} counts as one when its class file, or one
   * nested in the same source file, also makes a hash collection.
   */
  static ArchCondition<JavaClass> hashOrder() {
    return new ArchCondition<>(
        "not iterate in the order of hashes (take a TreeMap or LinkedHashMap)") {
      @Override
      public void check(JavaClass user, ConditionEvents events) {
        boolean makesOne =
            familyOf(user).flatMap(Untouched::accesses).anyMatch(a -> makes(a.getTarget()));
        accesses(user)
            .filter(access -> iterates(access.getTarget(), makesOne))
            .forEach(
                access ->
                    events.add(SimpleConditionEvent.violated(access, access.getDescription())));
      }
    };
  }

  private static boolean iterates(AccessTarget target, boolean makesOne) {
    String owner = target.getOwner().getName();
    return (UNORDERED.contains(owner) && ITERATION.contains(target.getName()))
        || (makesOne
            && ITERATION_OF_INTERFACE.getOrDefault(owner, Set.of()).contains(target.getName()));
  }

  private static boolean makes(AccessTarget target) {
    String owner = target.getOwner().getName();
    String name = target.getName();
    return (UNORDERED.contains(owner) && name.equals(CONSTRUCTOR_NAME))
        || is(target, "java.util.Map", "of", "ofEntries", "copyOf")
        || is(target, "java.util.Set", "of", "copyOf")
        || is(
            target,
            "java.util.stream.Collectors",
            "toSet",
            "toUnmodifiableSet",
            "toUnmodifiableMap")
        || (is(target, "java.util.stream.Collectors", "toMap") && parameters(target) < 4)
        || (is(target, "java.util.stream.Collectors", "groupingBy") && parameters(target) < 3);
  }

  private static Stream<JavaClass> familyOf(JavaClass member) {
    JavaClass top = member;
    while (top.getEnclosingClass().isPresent()) {
      top = top.getEnclosingClass().get();
    }
    String name = top.getFullName();
    return top.getPackage().getClasses().stream()
        .filter(c -> c.getFullName().equals(name) || c.getFullName().startsWith(name + "$"));
  }

  private static Stream<? extends JavaAccess<?>> accesses(JavaClass user) {
    return user.getAccessesFromSelf().stream();
  }

  private static boolean is(AccessTarget target, String owner, String... names) {
    return ownedBy(target, owner) && Set.of(names).contains(target.getName());
  }

  private static boolean ownedBy(AccessTarget target, String owner) {
    return target.getOwner().getName().equals(owner);
  }

  private static boolean isDefaultConstructor(AccessTarget target) {
    return target.getName().equals(CONSTRUCTOR_NAME) && parameters(target) == 0;
  }

  private static int parameters(AccessTarget target) {
    return target instanceof AccessTarget.CodeUnitAccessTarget code
        ? code.getRawParameterTypes().size()
        : 0;
  }
}

package io.faultline.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rooms under one package, in a line: each may use only those before it. */
final class Directions extends ArchCondition<JavaClass> {

  private final String parent;
  private final List<String> rooms;

  private Directions(String parent, List<String> rooms) {
    super("use only what stands before them in " + String.join(" <- ", rooms));
    this.parent = parent;
    this.rooms = rooms;
  }

  /**
   * The condition for the packages below one.
   *
   * @param parent the package that holds the rooms, such as {@code io.faultline.actors}
   * @param rooms the names of the packages directly below it, the most independent first
   */
  static Directions below(String parent, String... rooms) {
    return new Directions(parent, List.of(rooms));
  }

  @Override
  public void check(JavaClass user, ConditionEvents events) {
    String from = roomOf(user);
    if (from == null) {
      return;
    }
    int place = rooms.indexOf(from);
    if (place < 0) {
      violate(user, user.getFullName() + " lies in no room of the architecture", events);
      return;
    }
    for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
      String to = roomOf(dependency.getTargetClass().getBaseComponentType());
      if (to != null && rooms.indexOf(to) > place) {
        violate(user, from + " must not use " + to + ": " + dependency.getDescription(), events);
      }
    }
  }

  private @Nullable String roomOf(JavaClass inside) {
    String name = inside.getPackageName();
    if (name.equals(parent)) {
      return "";
    }
    if (!name.startsWith(parent + ".")) {
      return null;
    }
    String rest = name.substring(parent.length() + 1);
    int dot = rest.indexOf('.');
    return dot < 0 ? rest : rest.substring(0, dot);
  }

  private static void violate(JavaClass user, String message, ConditionEvents events) {
    events.add(SimpleConditionEvent.violated(user, message));
  }
}

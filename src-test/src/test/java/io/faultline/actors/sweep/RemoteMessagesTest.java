package io.faultline.actors.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRef;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import akka.serialization.Serializer;
import akka.serialization.Serializers;
import akka.serialization.jackson.JacksonCborSerializer;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.faultline.protocol.sweep.RemoteMessage;
import io.faultline.protocol.sweep.WorkerMessage;
import java.io.NotSerializableException;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever crosses the wire or lies in the journal comes back as it was, as CBOR. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RemoteMessagesTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.faultline.protocol.sweep", "io.faultline.actors.sweep");

  private ActorTestKit kit;
  private Serialization serialization;

  @BeforeAll
  void start() {
    kit = ActorTestKit.create("faultline", TestNode.config());
    serialization = SerializationExtension.get(kit.system());
  }

  @AfterAll
  void stop() {
    kit.shutdownTestKit();
  }

  static Stream<Class<?>> records() {
    return CLASSES.stream()
        .filter(
            type ->
                type.isAssignableTo(RemoteMessage.class)
                    || type.isAssignableTo(SweepEvent.class)
                    || type.isAssignableTo(SweepSnapshot.class))
        .filter(type -> type.isAssignableTo(Record.class))
        .map(JavaClass::reflect);
  }

  @Test
  void thereAreRecordsOfEveryKind() {
    assertThat(records().count()).isGreaterThan(15);
    assertThat(records().map(type -> type.getSimpleName().toString()))
        .contains("Begin", "Completed", "Run", "SweepJob", "PointDone", "SweepSnapshot");
  }

  @ParameterizedTest
  @MethodSource("records")
  void aRecordComesBackAsItWas(Class<?> type) throws Exception {
    Object sent = example(type);

    Serializer serializer = serialization.findSerializerFor(sent);
    byte[] wire = serialization.serialize(sent).get();
    Object received =
        serialization
            .deserialize(wire, serializer.identifier(), Serializers.manifestFor(serializer, sent))
            .get();

    assertThat(serializer).isInstanceOf(JacksonCborSerializer.class);
    assertThat(received).isExactlyInstanceOf(type).usingRecursiveComparison().isEqualTo(sent);
  }

  @Test
  void whatIsNoRemoteMessageIsNotSerialized() {
    Object local = new WorkerMessage.AskAgain();

    assertThat(serialization.serialize(local).failed().get())
        .isInstanceOf(NotSerializableException.class);
    assertThat(serialization.serialize(new ArrayList<>(List.of(1))).isFailure()).isTrue();
  }

  private Object example(Type type) throws ReflectiveOperationException {
    if (type instanceof ParameterizedType generic) {
      return generic.getRawType() == List.class
          ? List.of(example(generic.getActualTypeArguments()[0]))
          : example(generic.getRawType());
    }
    Class<?> plain = (Class<?>) type;
    if (plain == int.class) {
      return 7;
    } else if (plain == long.class) {
      return 1L << 40;
    } else if (plain == double.class) {
      return 0.1;
    } else if (plain == boolean.class) {
      return true;
    } else if (plain == String.class) {
      return "text with \u00fc and \"quotes\"";
    } else if (plain == ActorRef.class) {
      return kit.system().deadLetters();
    } else if (plain.isEnum()) {
      return plain.getEnumConstants()[0];
    } else if (plain.isArray()) {
      Object array = Array.newInstance(plain.getComponentType(), 2);
      Array.set(array, 0, example(plain.getComponentType()));
      Array.set(array, 1, example(plain.getComponentType()));
      return array;
    }
    assertThat(plain.isRecord()).as("%s may be part of a remote message", plain).isTrue();
    List<Object> components = new ArrayList<>();
    List<Class<?>> types = new ArrayList<>();
    for (RecordComponent component : plain.getRecordComponents()) {
      components.add(example(component.getGenericType()));
      types.add(component.getType());
    }
    Constructor<?> constructor = plain.getDeclaredConstructor(types.toArray(Class<?>[]::new));
    constructor.setAccessible(true);
    return constructor.newInstance(components.toArray());
  }
}

package io.faultline.actors.virtualtime;

import akka.actor.BootstrapSetup;
import akka.actor.setup.ActorSystemSetup;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;

/**
 * Akka as the machine needs it, in one place. No {@code application.conf} is read: a run depends on
 * its experiment only.
 */
final class SystemFactory {

  static final String DEAD_LETTER_MAILBOX = "faultline.lost-messages-mailbox";

  private static final Config FIXED =
      ConfigFactory.parseString(
          """
          akka {
            scheduler.implementation = "%1$s.VirtualScheduler"
            actor.default-dispatcher.type = "%1$s.VirtualDispatcherConfigurator"
            actor.typed.default-mailbox.mailbox-type = "%1$s.VirtualMailbox"

            # In real time, one thread each: creation waits for the logger, which must not wait for the run loop.
            actor.internal-dispatcher.executor = "%1$s.ServiceExecutor"
            actor.default-blocking-io-dispatcher.executor = "%1$s.ServiceExecutor"
            loggers-dispatcher = "akka.actor.internal-dispatcher"

            # Failures and lost messages end the run with their cause, so Akka need not log them.
            loggers = ["akka.event.Logging$DefaultLogger"]
            use-slf4j = off
            loglevel = OFF
            stdout-loglevel = OFF
            log-dead-letters = off

            coordinated-shutdown.run-by-actor-system-terminate = off
            coordinated-shutdown.run-by-jvm-shutdown-hook = off
            jvm-shutdown-hooks = off
            jvm-exit-on-fatal-error = off
            java-flight-recorder.enabled = false
          }
          %2$s.mailbox-type = "%1$s.DeadLetterTrap"
          """
              .formatted(SystemFactory.class.getPackageName(), DEAD_LETTER_MAILBOX));

  /** Resolved once: it is the same for every machine, and much of it is about sweeps. */
  private static final Config COMPLETE =
      FIXED.withFallback(ConfigFactory.defaultReference()).resolve();

  private SystemFactory() {}

  static <T> ActorSystem<T> create(Behavior<T> guardian, String name, long runtimeId) {
    Config config =
        COMPLETE.withValue(RuntimeRegistry.KEY, ConfigValueFactory.fromAnyRef(runtimeId));
    ActorSystemSetup setup =
        ActorSystemSetup.create(
            BootstrapSetup.create(config).withClassloader(SystemFactory.class.getClassLoader()));
    return ActorSystem.create(guardian, name, setup);
  }
}

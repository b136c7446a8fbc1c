package io.faultline.actors.machine;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.faultline.actors.virtualtime.MachineActor;
import io.faultline.config.HibernationSpec;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.LiftLimits;
import io.faultline.protocol.MemoryMessage.PushOut;
import io.faultline.protocol.MemoryMessage.ShrinkAll;
import io.faultline.protocol.ProcessMessage;
import io.faultline.protocol.ProcessMessage.Populate;
import io.faultline.protocol.ProcessMessage.Run;
import io.faultline.protocol.ProcessMessage.Stop;
import io.faultline.protocol.SwapoffMessage;
import io.faultline.protocol.VmaMessage;
import io.faultline.protocol.WorkloadMessage;
import io.faultline.protocol.WorkloadMessage.Begin;
import io.faultline.protocol.WorkloadMessage.Forked;
import io.faultline.protocol.WorkloadMessage.ImageFits;
import io.faultline.protocol.WorkloadMessage.LimitsLifted;
import io.faultline.protocol.WorkloadMessage.ProcessFinished;
import io.faultline.protocol.WorkloadMessage.PushedOut;
import io.faultline.protocol.WorkloadMessage.SwapoffFinished;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The driver of an experiment: has memory populated, everything pushed out, and then all processes
 * run at once, which is what is measured.
 */
final class Workload extends MachineActor<WorkloadMessage> {

  /** What a swapoff waits for that begins with the measured phase. */
  static final int NO_SWAPOFF = -1;

  private static final Logger LOG = LoggerFactory.getLogger(Workload.class);

  /**
   * What the driver is to do.
   *
   * @param populate whether memory is populated first, and everything else that comes before the
   *     measured phase
   * @param together whether all processes populate at once
   * @param pushOut whether everything is reclaimed then
   * @param hibernation whether memory is shrunk instead, and how
   * @param liftedGroups indexes of the groups whose limit ends with the measured phase
   * @param swapoffsAfter for each swapoff the index of the one it waits for; -1 if there is none
   * @param forked VMAs that forks get their copies of before it
   */
  record Plan(
      boolean populate,
      boolean together,
      boolean pushOut,
      Optional<HibernationSpec> hibernation,
      int[] liftedGroups,
      int[] swapoffsAfter,
      List<ActorRef<VmaMessage>> forked) {}

  /** The moments that the machine takes note of. */
  interface Milestones {

    /** The next message starts the measured phase. */
    void measuring();

    /** All tasks and swapoffs have finished: the run is over. */
    void finished();
  }

  private final Plan plan;
  private final Milestones milestones;
  private final List<ActorRef<ProcessMessage>> processes;
  private final List<ActorRef<SwapoffMessage>> swapoffs;
  private final ActorRef<MemoryMessage> memory;
  private final ActorRef<WorkloadMessage> self;
  private boolean measuring;
  private boolean stopping;
  private int finished;
  private int swapoffsUnderWay;
  private int forksAwaited;

  private Workload(
      Plan plan,
      Milestones milestones,
      List<ActorRef<ProcessMessage>> processes,
      List<ActorRef<SwapoffMessage>> swapoffs,
      ActorRef<MemoryMessage> memory,
      ActorRef<WorkloadMessage> self) {
    this.plan = plan;
    this.milestones = milestones;
    this.processes = processes;
    this.swapoffs = swapoffs;
    this.memory = memory;
    this.self = self;
  }

  /** A driver that waits to be told to begin. */
  static Behavior<WorkloadMessage> create(
      Plan plan,
      Milestones milestones,
      List<ActorRef<ProcessMessage>> processes,
      List<ActorRef<SwapoffMessage>> swapoffs,
      ActorRef<MemoryMessage> memory) {
    return Behaviors.setup(
        context -> new Workload(plan, milestones, processes, swapoffs, memory, context.getSelf()));
  }

  @Override
  protected void onMessage(WorkloadMessage message) {
    if (message instanceof ProcessFinished) {
      finished++;
      goOn();
    } else if (message instanceof SwapoffFinished swapoff) {
      swapoffsUnderWay--;
      beginSwapoffsAfter(swapoff.swapoff());
      goOn();
    } else if (message instanceof Begin) {
      onBegin();
    } else if (message instanceof PushedOut || message instanceof ImageFits) {
      prepared();
    } else if (message instanceof LimitsLifted) {
      fork();
    } else if (message instanceof Forked) {
      forksAwaited--;
      if (forksAwaited == 0) {
        measure();
      }
    }
  }

  private void onBegin() {
    if (!plan.populate()) {
      prepared();
      return;
    }
    LOG.info("populating");
    for (ActorRef<ProcessMessage> process : plan.together() ? processes : processes.subList(0, 1)) {
      process.tell(new Populate(plan.together(), self));
    }
  }

  private void goOn() {
    if (finished < processes.size()) {
      if (!measuring && !plan.together()) {
        processes.get(finished).tell(new Populate(false, self));
      }
    } else if (!measuring) {
      populated();
    } else if (stopping) {
      LOG.info("all tasks have finished");
      milestones.finished();
    } else if (swapoffsUnderWay == 0) {
      stopBackground();
    }
  }

  private void stopBackground() {
    stopping = true;
    finished = 0;
    for (ActorRef<ProcessMessage> process : processes) {
      process.tell(new Stop(self));
    }
  }

  private void populated() {
    if (plan.pushOut()) {
      LOG.info("pushing out");
      memory.tell(new PushOut(self));
    } else if (plan.hibernation().isPresent()) {
      LOG.info("hibernating");
      HibernationSpec hibernation = plan.hibernation().get();
      memory.tell(new ShrinkAll(hibernation.imagePages(), hibernation.cpus(), self));
    } else {
      prepared();
    }
  }

  /** Limits are lifted before anybody can run into them. */
  private void prepared() {
    if (plan.liftedGroups().length > 0) {
      memory.tell(new LiftLimits(plan.liftedGroups(), self));
    } else {
      fork();
    }
  }

  private void fork() {
    forksAwaited = plan.forked().size();
    if (forksAwaited == 0) {
      measure();
    }
    for (ActorRef<VmaMessage> vma : plan.forked()) {
      vma.tell(new VmaMessage.Fork(self));
    }
  }

  private void measure() {
    LOG.info("measuring");
    milestones.measuring();
    measuring = true;
    finished = 0;
    for (ActorRef<ProcessMessage> process : processes) {
      process.tell(new Run(self));
    }
    swapoffsUnderWay = swapoffs.size();
    beginSwapoffsAfter(NO_SWAPOFF);
  }

  private void beginSwapoffsAfter(int finishedSwapoff) {
    for (int i = 0; i < swapoffs.size(); i++) {
      if (plan.swapoffsAfter()[i] == finishedSwapoff) {
        swapoffs.get(i).tell(new SwapoffMessage.Begin(i, self));
      }
    }
  }
}

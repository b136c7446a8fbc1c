package io.faultline.actors.machine;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import io.faultline.actors.process.Build;
import io.faultline.actors.process.BuildWorker;
import io.faultline.config.BuildSpec;
import io.faultline.config.Experiment;
import io.faultline.config.ReadaheadSpec.Scope;
import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.ProcessMessage;
import io.faultline.protocol.ReadaheadMessage;
import io.faultline.protocol.TaskMessage;
import io.faultline.protocol.VirtualClock;
import io.faultline.protocol.VmaMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the actors of builds. */
record BuildWiring(
    Experiment experiment,
    MachineState state,
    VirtualClock clock,
    List<ActorRef<VmaMessage>> vmas,
    List<ActorRef<ReadaheadMessage>> statistics,
    ActorRef<CpusMessage> cpus) {

  List<ActorRef<ProcessMessage>> spawn(ActorContext<?> context) {
    List<ActorRef<ProcessMessage>> builds = new ArrayList<>();
    int worker = 0;
    for (BuildSpec build : experiment.builds()) {
      int firstTask = state.tasks.size() + state.swapoffs.size() + worker;
      List<ActorRef<TaskMessage>> workers = new ArrayList<>();
      for (int job = 0; job < build.jobs(); job++) {
        MachineState.WorkerPlace place = state.workers.get(worker++);
        workers.add(
            context.spawn(
                BuildWorker.create(
                    firstTask + job, surroundings(build, place.vma()), place.record()),
                "worker-" + state.vmas.get(place.vma()).name()));
      }
      int index = experiment.processes().size() + builds.size();
      builds.add(
          context.spawn(
              Build.create(
                  index,
                  build.units(),
                  firstTask,
                  workers,
                  state.buildRecords.get(builds.size()),
                  clock),
              "build-" + build.name()));
    }
    return builds;
  }

  private BuildWorker.Surroundings surroundings(BuildSpec build, int vma) {
    Optional<String> sources = build.sources().map(BuildSpec.Sources::object);
    Optional<String> headers = build.headers().map(BuildSpec.Headers::object);
    Optional<String> output = build.output().map(BuildSpec.Sources::object);
    return new BuildWorker.Surroundings(
        build,
        experiment.seed(),
        experiment.machine().cpu().costs(),
        experiment.machine().runQuantumNanos(),
        clock,
        vmas.get(vma),
        object(sources),
        pages(sources),
        object(headers),
        pages(headers),
        object(output),
        pages(output),
        history(vma),
        cpus);
  }

  private @Nullable ActorRef<VmaMessage> object(Optional<String> name) {
    return name.isPresent() ? vmas.get(state.object(name.get())) : null;
  }

  private int pages(Optional<String> name) {
    return name.map(it -> state.vmas.get(state.object(it)).table().pages()).orElse(0);
  }

  /** Statistics that look at this address space alone. */
  private @Nullable ActorRef<ReadaheadMessage> history(int vma) {
    boolean shared = experiment.readahead().scope() == Scope.GLOBAL;
    return shared || state.vmasDecide() ? null : statistics.get(state.scopeOfVma.get(vma));
  }
}

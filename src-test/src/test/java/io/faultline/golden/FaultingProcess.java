package io.faultline.golden;

import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.TaskMessage;
import io.faultline.protocol.TaskMessage.Dispatched;
import io.faultline.protocol.TaskMessage.Touched;
import io.faultline.protocol.VmaMessage.Touch;
import io.faultline.scenario.Probe;

/** The process of a fault trace, with one task that makes one access at a time. */
final class FaultingProcess extends SwappedProcess {

  private final Probe<TaskMessage> task = scene.probe("task");
  private final int firstPage;
  private final boolean write;

  FaultingProcess(GoldenRow row) {
    super(
        row,
        row.integer("vma_first_page"),
        row.integer("vma_end_page") - row.integer("vma_first_page"));
    firstPage = row.integer("vma_first_page");
    write = row.integer("write") == 1;
    scene.tell(cpus, new CpusMessage.Ready(TASK, task.ref()));
    task.next(Dispatched.class);
  }

  /** Makes one access and lets it come to its end. */
  void fault(int virtualPage) {
    int[] pages = {virtualPage - firstPage};
    scene.tell(vma, new Touch(TASK, 0, 0, pages, 0, 1, write, 0, task.ref()));
    scene.runUntilIdle();
    task.next(Touched.class);
  }
}

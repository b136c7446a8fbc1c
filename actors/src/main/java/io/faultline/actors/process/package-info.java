/** Processes, tasks, their virtual memory and the processors that they share. */
@NullMarked
package io.faultline.actors.process;

import org.jspecify.annotations.NullMarked;

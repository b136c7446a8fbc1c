/** What Faultline's speed is measured with: a workload a figure, and how they are timed. */
@NullMarked
package io.faultline.app.bench;

import org.jspecify.annotations.NullMarked;

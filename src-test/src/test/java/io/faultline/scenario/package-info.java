/** Each actor of the machine in small stories, with probes for its neighbours. */
@NullMarked
package io.faultline.scenario;

import org.jspecify.annotations.NullMarked;

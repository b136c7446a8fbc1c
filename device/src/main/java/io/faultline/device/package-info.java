/** Block devices: the actor with its queue, and pure service-time models. */
@NullMarked
package io.faultline.device;

import org.jspecify.annotations.NullMarked;

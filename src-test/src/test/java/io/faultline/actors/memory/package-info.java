/** The memory actor from inside. */
@NullMarked
package io.faultline.actors.memory;

import org.jspecify.annotations.NullMarked;

/** What can be seen of a run without taking part in it. */
@NullMarked
package io.faultline.actors.observe;

import org.jspecify.annotations.NullMarked;

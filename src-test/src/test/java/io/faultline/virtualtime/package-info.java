/** What is promised of virtual time. */
@NullMarked
package io.faultline.virtualtime;

import org.jspecify.annotations.NullMarked;

/** What a sweep leaves in its directory. */
@NullMarked
package io.faultline.app.sweep;

import org.jspecify.annotations.NullMarked;

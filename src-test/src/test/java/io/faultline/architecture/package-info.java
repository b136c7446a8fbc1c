/** The house rules that can be read off the compiled classes. */
@NullMarked
package io.faultline.architecture;

import org.jspecify.annotations.NullMarked;

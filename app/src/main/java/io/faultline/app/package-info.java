/** The command line: what a user types, and what is printed and written for it. */
@NullMarked
package io.faultline.app;

import org.jspecify.annotations.NullMarked;

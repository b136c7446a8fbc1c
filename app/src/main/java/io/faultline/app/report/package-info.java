/** The figures of a run's page: a chart each, with the data behind it. */
@NullMarked
package io.faultline.app.report;

import org.jspecify.annotations.NullMarked;

/** Charts in SVG that take their colours from the page they stand in. */
@NullMarked
package io.faultline.app.chart;

import org.jspecify.annotations.NullMarked;

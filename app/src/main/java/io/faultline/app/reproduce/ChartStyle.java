package io.faultline.app.reproduce;

/**
 * How the cells of a reproduction are drawn: the rows along one axis, each column twice.
 *
 * @param title above the chart
 * @param rows what the rows are
 * @param values what is measured, with its unit
 * @param lines whether rows are joined, because they are steps of one quantity; else bars
 * @param logarithmic whether the axis of the values is
 */
public record ChartStyle(
    String title, String rows, String values, boolean lines, boolean logarithmic) {}

package io.verbus.latency.report.plot;

import java.util.List;

/**
 * A line of a plot.
 *
 * @param name at its end, if there is room
 * @param style of the line
 * @param points its values, across and up, in the order in which they are joined
 * @param marks points with the mark of the line, which identifies it without colour; may be empty
 */
public record PlotLine(String name, LineStyle style, List<double[]> points, List<double[]> marks) {
    /**
     * Makes a line without marks.
     *
     * @param name at its end
     * @param style of the line
     * @param points its values
     */
    public PlotLine(final String name, final LineStyle style, final List<double[]> points) {
        this(name, style, points, List.of());
    }
}

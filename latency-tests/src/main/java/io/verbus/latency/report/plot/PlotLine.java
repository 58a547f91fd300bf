package io.verbus.latency.report.plot;

import java.util.List;

/**
 * A line of a plot.
 *
 * @param name at its end, if there is room
 * @param look of the line
 * @param points its values, across and up, in the order in which they are joined
 * @param marks points with the mark of the line, which identifies it without colour; may be empty
 */
public record PlotLine(String name, Look look, List<double[]> points, List<double[]> marks) {
    /**
     * Makes a line without marks.
     *
     * @param name at its end
     * @param look of the line
     * @param points its values
     */
    public PlotLine(final String name, final Look look, final List<double[]> points) {
        this(name, look, points, List.of());
    }
}

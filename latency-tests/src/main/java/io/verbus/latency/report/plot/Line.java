package io.verbus.latency.report.plot;

import java.util.List;

/**
 * A line of a plot.
 *
 * @param name at its end, where there is room
 * @param look of the line
 * @param points its values, across and up, in the order they are joined
 * @param marks where it carries its mark, so that it is told apart without colour; may be empty
 */
public record Line(String name, Look look, List<double[]> points, List<double[]> marks) {
    /**
     * A line without marks.
     *
     * @param name at its end
     * @param look of the line
     * @param points its values
     */
    public Line(final String name, final Look look, final List<double[]> points) {
        this(name, look, points, List.of());
    }
}

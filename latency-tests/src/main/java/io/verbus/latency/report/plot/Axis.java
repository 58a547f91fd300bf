package io.verbus.latency.report.plot;

import java.util.List;

/** Maps values to places along one side of a plot. */
public interface Axis {
    /**
     * A mark on the axis.
     *
     * @param value of the mark, a round number
     * @param label of the mark
     */
    record Tick(double value, String label) {}

    /**
     * Returns the place of a value.
     *
     * @param value in the unit of the axis
     * @return 0 at the start of the axis to 1 at its end; values beyond are at the nearer end
     */
    double place(double value);

    /** {@return the marks, in rising order} */
    List<Tick> ticks();
}

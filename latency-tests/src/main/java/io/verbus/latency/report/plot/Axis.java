package io.verbus.latency.report.plot;

import java.util.List;

/** Maps values to places along one side of a plot. */
public interface Axis {
    /**
     * A mark on the axis.
     *
     * @param value where it is: a round number
     * @param label what stands beside it
     */
    record Tick(double value, String label) {}

    /**
     * Where a value is.
     *
     * @param value in the axis's own unit
     * @return 0 at the axis's beginning to 1 at its end; what lies beyond is put at the nearer end
     */
    double place(double value);

    /** {@return the marks, in rising order} */
    List<Tick> ticks();
}

package io.verbus.latency.report.comparison;

import io.verbus.latency.report.html.Page;
import io.verbus.latency.report.rounds.Measured;

/** A part of the page. */
interface Section {
    /** {@return its heading} */
    String title();

    /** Whether there is anything to show: what was not measured has no empty section. */
    boolean isThere(Measured measured);

    /** Writes what is below the heading. */
    void write(Page page, Measured measured);
}

package io.verbus.latency.report.comparison;

import io.verbus.latency.report.html.Page;
import io.verbus.latency.report.rounds.Measured;

/** A part of the page. */
interface Section {
    /** {@return its heading} */
    String title();

    /** Whether there are figures to show; there are no empty sections. */
    boolean isThere(Measured measured);

    /** Writes the content below the heading. */
    void write(Page page, Measured measured);
}

package io.verbus.latency.report.comparison;

import io.verbus.latency.report.Report;
import io.verbus.latency.report.html.Page;
import io.verbus.latency.report.rounds.Measured;

/** The main figures. */
final class GlanceSection implements Section {
    @Override
    public String title() {
        return "At a glance";
    }

    @Override
    public boolean isThere(final Measured measured) {
        return !GlanceTable.of(measured).rows().isEmpty();
    }

    @Override
    public void write(final Page page, final Measured measured) {
        final Report.Table table = GlanceTable.of(measured);
        page.table("glance", table.columns(), table.rows());
        page.prose(GlanceTable.legend(measured));
        for (final String placement : Measured.placements(measured.results())) {
            if (!placement.equals(measured.placement())) {
                final Report.Table other = GlanceTable.of(new Measured(measured.results(), placement));
                page.fold("The same in the rounds with the cores " + placement);
                page.table("glance", other.columns(), other.rows());
                page.end();
            }
        }
    }
}

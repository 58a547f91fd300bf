package io.verbus.latency.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** The percentiles of one or more runs, as the terminal and the page show them. */
public final class PercentileTable {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99};
    private static final List<String> COLUMNS = List.of("p50", "p90", "p99", "p99.9", "p99.99", "max", "count");

    private PercentileTable() {
    }

    /**
     * Makes a table.
     *
     * @param head of the names of the runs
     * @param series the runs
     * @return heads, then a row for each run, name first
     */
    public static List<List<String>> rows(final String head, final List<LatencySeries> series) {
        final List<List<String>> rows = new ArrayList<>(List.of(row(head, COLUMNS)));
        series.forEach(run -> rows.add(row(run.name(), cells(run.total()))));
        return rows;
    }

    /**
     * Writes a table for a terminal.
     *
     * @param series the runs
     * @return lines, each with its end
     */
    public static String text(final List<LatencySeries> series) {
        return TextTable.text(1, rows("latency", series));
    }

    private static List<String> row(final String name, final List<String> cells) {
        final List<String> row = new ArrayList<>(List.of(name));
        row.addAll(cells);
        return row;
    }

    private static List<String> cells(final Histogram histogram) {
        if (histogram.getTotalCount() == 0) {
            final List<String> dashes = new ArrayList<>(Collections.nCopies(COLUMNS.size() - 1, "–"));
            dashes.add("0");
            return dashes;
        }
        final List<String> cells = new ArrayList<>();
        for (final double percentile : PERCENTILES) {
            cells.add(Nanos.text(histogram.getValueAtPercentile(percentile)));
        }
        cells.add(Nanos.text(histogram.getMaxValue()));
        cells.add(String.format(Locale.ROOT, "%,d", histogram.getTotalCount()));
        return cells;
    }
}

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

    private final List<String> names;
    private final List<List<String>> rows;

    /**
     * Makes a table with a row per run.
     *
     * @param series the runs
     */
    public PercentileTable(final List<LatencySeries> series) {
        names = series.stream().map(LatencySeries::name).toList();
        rows = series.stream().map(run -> cells(run.total())).toList();
    }

    /** {@return heads of the columns, without that of the names} */
    public List<String> columns() {
        return COLUMNS;
    }

    /** {@return the runs' names} */
    public List<String> names() {
        return names;
    }

    /** {@return one row of cells per run} */
    public List<List<String>> rows() {
        return rows;
    }

    /** {@return the table for a terminal, numbers flush right, lines end in a newline} */
    public String text() {
        final StringBuilder text = new StringBuilder();
        line(text, "latency", COLUMNS);
        for (int i = 0; i < rows.size(); i++) {
            line(text, names.get(i), rows.get(i));
        }
        return text.toString();
    }

    private void line(final StringBuilder text, final String name, final List<String> cells) {
        text.append(String.format("%-" + width("latency", names) + "s", name));
        for (int column = 0; column < cells.size(); column++) {
            final List<String> below = new ArrayList<>();
            for (final List<String> row : rows) {
                below.add(row.get(column));
            }
            text.append("  ").append(String.format("%" + width(COLUMNS.get(column), below) + "s", cells.get(column)));
        }
        text.append('\n');
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

    private static int width(final String head, final List<String> below) {
        return Math.max(head.length(), below.stream().mapToInt(String::length).max().orElse(0));
    }
}

package io.verbus.latency.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The content of a report page.
 *
 * @param title of the page
 * @param subtitle subject and time of the measurement
 * @param meaning of a latency, a sentence
 * @param caution a sentence to be read before the figures
 * @param highlights figures that are shown large, beside the percentiles of the first series
 * @param series the runs; each with a curve in the percentile plot and a plot over time of its own
 * @param reference a series to compare them with, in the percentile plot and above them in the table
 * @param tables further tables, in order
 * @param machine names and values: CPU, kernel, JVM and so on, in order
 */
public record Report(String title, String subtitle, String meaning, Optional<String> caution,
        List<Highlight> highlights, List<LatencySeries> series, Optional<LatencySeries> reference, List<Table> tables,
        Map<String, String> machine) {
    /**
     * A figure.
     *
     * @param label name of the figure
     * @param value with its unit
     */
    public record Highlight(String label, String value) {}

    /**
     * A table; its first column holds names, the others numbers.
     *
     * @param title above it
     * @param columns heads of the columns
     * @param rows cells, one for each column
     */
    public record Table(String title, List<String> columns, List<List<String>> rows) {}
}

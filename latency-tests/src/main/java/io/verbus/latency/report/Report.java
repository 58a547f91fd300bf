package io.verbus.latency.report;

import java.util.List;
import java.util.Map;

/**
 * What a report page tells.
 *
 * @param title of the page
 * @param subtitle one sentence: what was measured, and when
 * @param highlights figures that are shown large, beside the percentiles of the first series
 * @param series the runs; each with a curve in the percentile plot and a plot over time of its own
 * @param tables further tables, in order
 * @param machine where it ran, by name: CPU, kernel, JVM and so on, in order
 */
public record Report(String title, String subtitle, List<Highlight> highlights, List<LatencySeries> series,
        List<Table> tables, Map<String, String> machine) {
    /**
     * One figure.
     *
     * @param label what it is
     * @param value with its unit
     */
    public record Highlight(String label, String value) {}

    /**
     * A table; its first column holds names, the others numbers.
     *
     * @param title above it
     * @param columns what stands above each column
     * @param rows cells, as many in each as there are columns
     */
    public record Table(String title, List<String> columns, List<List<String>> rows) {}
}

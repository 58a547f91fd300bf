package io.verbus.latency.inspect;

import io.verbus.latency.report.LatencySeries;
import io.verbus.latency.report.Report;
import java.util.List;

/**
 * The results of one part.
 *
 * @param tables with the figures
 * @param notes on the figures and their conditions
 * @param series latencies, for a plot; may be empty
 */
public record Findings(List<Report.Table> tables, List<String> notes, List<LatencySeries> series) {}

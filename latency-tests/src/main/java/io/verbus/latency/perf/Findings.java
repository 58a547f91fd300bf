package io.verbus.latency.perf;

import io.verbus.latency.report.LatencySeries;
import io.verbus.latency.report.Report;
import java.util.List;

/**
 * What one part of the measurement has found.
 *
 * @param tables with the figures
 * @param sentences what they come to, and under which conditions they hold
 * @param series latencies, for a plot; may be empty
 */
public record Findings(List<Report.Table> tables, List<String> sentences, List<LatencySeries> series) {}

package io.verbus.latency.inspect;

import io.verbus.latency.report.Report;
import java.util.List;

/**
 * The results of one part.
 *
 * @param tables with the figures
 * @param notes on the figures and their conditions
 */
public record Findings(List<Report.Table> tables, List<String> notes) {}

package io.verbus.latency.report.plot;

/**
 * A highlighted range of the horizontal axis.
 *
 * @param label of the band
 * @param from its start, a value of the axis
 * @param to its end
 */
public record Band(String label, double from, double to) {}

package io.verbus.latency.report.plot;

/**
 * A stretch of the horizontal axis that is set off from the rest.
 *
 * @param label in it
 * @param from its beginning, a value of the axis
 * @param to its end
 */
public record Band(String label, double from, double to) {}

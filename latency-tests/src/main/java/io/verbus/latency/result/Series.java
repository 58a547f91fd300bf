package io.verbus.latency.result;

/**
 * The figures of one subject in one round, at one point. In JSON the parts are not nested: one flat object.
 *
 * @param point what was measured
 * @param counts of messages
 * @param latency of messages; {@link Latency#NONE} where the mode has none
 * @param cost of it
 * @param hiccups of the machine meanwhile
 * @param pauses of the subject's processes meanwhile
 */
public record Series(Point point, Counts counts, Latency latency, Cost cost, Hiccups hiccups, Pauses pauses) {}

package io.verbus.latency.result;

/**
 * The figures of one subject in one round, at one point. In JSON they are one flat object.
 *
 * @param point conditions of the measurement
 * @param counts of messages
 * @param latency of messages; {@link Latency#NONE} in modes without
 * @param cost of the measured part
 * @param cores of the measuring threads
 * @param pauses of the subject's processes during it
 */
public record Series(MeasuredPoint point, Counts counts, Latency latency, Cost cost, Cores cores, Pauses pauses) {}

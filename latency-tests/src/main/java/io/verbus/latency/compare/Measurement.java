package io.verbus.latency.compare;

import io.verbus.latency.result.Cost;
import io.verbus.latency.result.Counts;
import io.verbus.latency.result.Latency;
import io.verbus.latency.result.Pauses;

/**
 * The figures of one measurement of one subject.
 *
 * @param counts of messages
 * @param latency of them
 * @param cost of it
 * @param pauses of its processes
 */
record Measurement(Counts counts, Latency latency, Cost cost, Pauses pauses) {}

package io.verbus.monitor;

/**
 * A counter at the time of a read.
 *
 * @param kind of counter
 * @param key subject of the counter
 * @param value of the counter
 */
public record CounterValue(CounterKind kind, CounterKey key, long value) {}

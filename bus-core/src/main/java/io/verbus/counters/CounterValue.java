package io.verbus.counters;

/**
 * A counter as it was when it was read.
 *
 * @param kind of counter
 * @param key its subject
 * @param value of it
 */
public record CounterValue(CounterKind kind, CounterKey key, long value) {}

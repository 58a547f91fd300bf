package io.verbus.latency.result;

/**
 * Messages of the measured part; warming up is not in it.
 *
 * @param messages that were received, by all readers together
 * @param lost that were sent and never received
 * @param messagesPerS received a second by one reader; in ping-pong, round trips a second
 */
public record Counts(long messages, long lost, Double messagesPerS) {}

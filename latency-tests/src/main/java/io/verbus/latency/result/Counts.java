package io.verbus.latency.result;

/**
 * Messages of the measured part, without the warm-up.
 *
 * @param messages received by all readers together
 * @param lost sent but not received
 * @param messagesPerS received a second by one reader; in ping-pong, round trips a second
 */
public record Counts(long messages, long lost, Double messagesPerS) {}

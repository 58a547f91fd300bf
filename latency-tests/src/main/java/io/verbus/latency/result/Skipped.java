package io.verbus.latency.result;

/**
 * A measurement that was requested and not done.
 *
 * @param what subject, task or both
 * @param why the reason
 */
public record Skipped(String what, String why) {}

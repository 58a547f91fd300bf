package io.verbus.latency.result;

/**
 * What was asked for and not measured.
 *
 * @param what a subject, a mode or both
 * @param why a sentence
 */
public record Skipped(String what, String why) {}

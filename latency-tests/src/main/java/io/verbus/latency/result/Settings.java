package io.verbus.latency.result;

import java.util.List;
import java.util.Map;

/**
 * How was measured.
 *
 * @param command the command line, for who wants to do it again
 * @param cores of the publishing and of the reading thread; empty if they were not pinned
 * @param rounds how often each subject was measured at each point, in turns
 * @param notes names and values for people, in order: what all subjects have in common
 */
public record Settings(String command, List<Integer> cores, int rounds, Map<String, String> notes) {}

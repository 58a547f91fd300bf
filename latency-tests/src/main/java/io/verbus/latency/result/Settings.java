package io.verbus.latency.result;

import java.util.List;
import java.util.Map;

/**
 * How a run measured.
 *
 * @param command the command line, to repeat the run
 * @param cores of the publishing and of the reading thread; empty: not pinned
 * @param rounds measurements of each subject at each point
 * @param notes names and values to be shown, in order: conditions that all subjects share
 */
public record Settings(String command, List<Integer> cores, int rounds, Map<String, String> notes) {}

package io.verbus.latency.result;

import java.util.HashMap;
import java.util.Map;

/**
 * Where a run measured.
 *
 * @param date start of the run in UTC, as ISO 8601
 * @param verbus version of the bus
 * @param machine names and values to be shown, in order
 */
public record Environment(String date, String verbus, Map<String, String> machine) {
    /** The name of the value that changes from minute to minute on the same machine. */
    public static final String LOAD_AVERAGE = "Load average";

    /** {@return the machine without its load; equal for two runs on the same machine} */
    Map<String, String> sameMachine() {
        final Map<String, String> same = new HashMap<>(machine);
        same.remove(LOAD_AVERAGE);
        return same;
    }
}

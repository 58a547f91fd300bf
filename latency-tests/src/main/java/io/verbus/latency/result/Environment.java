package io.verbus.latency.result;

import java.util.HashMap;
import java.util.Map;

/**
 * On what was measured.
 *
 * @param date when the run began, in UTC, as ISO 8601
 * @param verbus version of the bus
 * @param machine names and values for people, in order
 */
public record Environment(String date, String verbus, Map<String, String> machine) {
    /** The name of what changes from minute to minute, on one machine too. */
    public static final String LOAD_AVERAGE = "Load average";

    /** {@return the machine without its load: whether two were the same} */
    Map<String, String> sameMachine() {
        final Map<String, String> same = new HashMap<>(machine);
        same.remove(LOAD_AVERAGE);
        return same;
    }
}

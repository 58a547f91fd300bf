package io.verbus.latency.result;

import java.util.HashMap;
import java.util.List;
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

    /** The name of the figures of the machine alone, just before a run. */
    public static final String ALONE = "This machine alone";
    /** The name of the warning that other programs had the cores just before a run. */
    public static final String CAUTION = "Caution";

    /** {@return the machine without its state before a run; equal for two runs on the same machine} */
    Map<String, String> sameMachine() {
        final Map<String, String> same = new HashMap<>(machine);
        same.keySet().removeAll(List.of(LOAD_AVERAGE, ALONE, CAUTION));
        return same;
    }
}

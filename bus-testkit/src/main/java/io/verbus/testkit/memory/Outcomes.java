package io.verbus.testkit.memory;

import java.util.List;
import java.util.Map;

/**
 * What came of many interleavings.
 *
 * @param counts how often each outcome was seen
 * @param histories how many interleavings were played
 * @param failure the first that must not be, null if there was none
 */
public record Outcomes(Map<String, Integer> counts, int histories, Failure failure) {
    /**
     * What must not be.
     *
     * @param seed that leads there
     * @param what in words
     * @param trace of all accesses
     */
    public record Failure(long seed, String what, List<String> trace) {
        @Override
        public String toString() {
            return what + "\n  seed " + seed + "\n  " + String.join("\n  ", trace);
        }
    }
}

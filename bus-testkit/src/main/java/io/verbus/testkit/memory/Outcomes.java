package io.verbus.testkit.memory;

import java.util.List;
import java.util.Map;

/**
 * The result of many interleavings.
 *
 * @param counts how often each outcome occurred
 * @param histories number of interleavings
 * @param failure the first failure; null if there was none
 */
public record Outcomes(Map<String, Integer> counts, int histories, Failure failure) {
    /**
     * A failure.
     *
     * @param seed that leads to it
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

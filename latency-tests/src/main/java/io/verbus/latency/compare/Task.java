package io.verbus.latency.compare;

import java.util.List;

/**
 * What all subjects are measured at, one after the other, with the same processes.
 *
 * @param mode one of the modes of {@link io.verbus.latency.result.Point}
 * @param payloadBytes of a message, a multiple of 8
 * @param capacityBytes of the log, ring or term; 0 for each subject's own default
 * @param readers for fan-out, else 1
 * @param ratesPerS for open-loop, one after the other; else empty
 */
public record Task(String mode, int payloadBytes, int capacityBytes, int readers, List<Long> ratesPerS) {
    /**
     * A task with one reader and each subject's own capacity.
     *
     * @param mode of it
     * @param payloadBytes of a message
     * @param ratesPerS for open-loop
     * @return the task
     */
    public static Task of(final String mode, final int payloadBytes, final Long... ratesPerS) {
        return new Task(mode, payloadBytes, 0, 1, List.of(ratesPerS));
    }

    /** {@return for people} */
    @Override
    public String toString() {
        return mode + ", " + payloadBytes + " bytes" + (capacityBytes == 0 ? "" : ", capacity " + capacityBytes)
                + (readers == 1 ? "" : ", " + readers + " readers");
    }
}

package io.verbus.latency.compare;

import java.util.List;

/**
 * A task of all subjects, for the life of their processes.
 *
 * @param mode one of the modes of {@link io.verbus.latency.result.MeasuredPoint}
 * @param payloadBytes of a message, a multiple of 8
 * @param capacityBytes of the log, ring or term; 0: the default of the subject
 * @param readers for fan-out; else 1
 * @param ratesPerS for open-loop, in this order; else empty
 */
public record Task(String mode, int payloadBytes, int capacityBytes, int readers, List<Long> ratesPerS) {
    /**
     * Makes a task with one reader and default capacity.
     *
     * @param mode of the task
     * @param payloadBytes of a message
     * @param ratesPerS for open-loop
     * @return the task
     */
    public static Task of(final String mode, final int payloadBytes, final Long... ratesPerS) {
        return new Task(mode, payloadBytes, 0, 1, List.of(ratesPerS));
    }

    /** {@return for example {@code fan-out, 64 bytes, 8 readers}} */
    @Override
    public String toString() {
        return mode + ", " + payloadBytes + " bytes" + (capacityBytes == 0 ? "" : ", capacity " + capacityBytes)
                + (readers == 1 ? "" : ", " + readers + " readers");
    }
}

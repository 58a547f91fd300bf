package io.verbus.latency.result;

/**
 * The cores of a measurement, and their distance.
 *
 * @param publisherCore CPU of the publishing thread; null: not pinned
 * @param readerCore CPU of the reading thread; null: not pinned
 * @param placementBeforeNs round trip of the C ring directly before the measurement; null if unknown
 * @param placementAfterNs the same directly after it
 */
public record Cores(Integer publisherCore, Integer readerCore, Double placementBeforeNs, Double placementAfterNs) {
    /** Not recorded. */
    public static final Cores NONE = new Cores(null, null, null, null);
}

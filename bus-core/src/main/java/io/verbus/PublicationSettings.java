package io.verbus;

import java.time.Duration;

/**
 * What a publication is to be.
 *
 * @param stream its name: 1 to 120 letters, digits, dots, dashes and underscores
 * @param capacity of its log in bytes, a power of two from 64 KiB to 1 GiB; a message is at most a sixteenth of it
 * @param timestamps whether each message carries the time of its commit (costs a clock read, about 20 ns)
 * @param linger how long {@link Publication#close()} waits for subscriptions that are behind
 */
public record PublicationSettings(String stream, int capacity, boolean timestamps, Duration linger) {
    /** Capacity unless set otherwise: 16 MiB, messages up to 1 MiB. */
    public static final int DEFAULT_CAPACITY = 16 << 20;

    /**
     * A publication with 16 MiB of log, without timestamps, that lingers 5 s.
     *
     * @param stream its name
     * @return settings
     */
    public static PublicationSettings of(final String stream) {
        return new PublicationSettings(stream, DEFAULT_CAPACITY, false, Duration.ofSeconds(5));
    }

    /**
     * With another capacity.
     *
     * @param newCapacity in bytes, a power of two from 64 KiB to 1 GiB
     * @return settings
     */
    public PublicationSettings withCapacity(final int newCapacity) {
        return new PublicationSettings(stream, newCapacity, timestamps, linger);
    }

    /**
     * With or without timestamps.
     *
     * @param newTimestamps whether each message carries the time of its commit
     * @return settings
     */
    public PublicationSettings withTimestamps(final boolean newTimestamps) {
        return new PublicationSettings(stream, capacity, newTimestamps, linger);
    }

    /**
     * With another linger time.
     *
     * @param newLinger at most this long; zero does not wait at all
     * @return settings
     */
    public PublicationSettings withLinger(final Duration newLinger) {
        return new PublicationSettings(stream, capacity, timestamps, newLinger);
    }
}

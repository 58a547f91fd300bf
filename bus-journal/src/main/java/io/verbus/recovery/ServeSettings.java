package io.verbus.recovery;

import io.verbus.BusException;
import io.verbus.Endpoint;
import java.time.Duration;
import java.util.List;

/**
 * Settings of a range server.
 *
 * @param answers maximum number of concurrent responses, 1 or more; further requests are refused, and the clients
 *     repeat them
 * @param capacity of the log of each response in bytes, a power of two from 64 KiB
 * @param patience how long a response waits for its requester, and for requested messages that are not recorded yet
 * @param endpoints for requesters on other hosts; those on this host need none
 */
public record ServeSettings(int answers, int capacity, Duration patience, List<Endpoint> endpoints) {
    /** Minimum log capacity of a response in bytes. */
    public static final int MIN_CAPACITY = 1 << 16;

    private static final Duration MAX_PATIENCE = Duration.ofHours(1);

    /** Rejects invalid numbers. */
    public ServeSettings {
        endpoints = List.copyOf(endpoints);
        if (answers < 1) {
            throw new BusException("invalid maximum of " + answers + " responses: use 1 or more");
        }
        if (patience.isNegative() || patience.compareTo(MAX_PATIENCE) > 0) {
            throw new BusException("invalid patience " + patience + ": use zero to one hour");
        }
    }

    /** {@return 16 concurrent responses of 1 MiB each, a patience of 5 s, this host only} */
    public static ServeSettings defaults() {
        return new ServeSettings(16, 1 << 20, Duration.ofSeconds(5), List.of());
    }

    /**
     * With another maximum.
     *
     * @param newAnswers maximum number of concurrent responses, 1 or more
     * @return settings
     */
    public ServeSettings withAnswers(final int newAnswers) {
        return new ServeSettings(newAnswers, capacity, patience, endpoints);
    }

    /**
     * With another log capacity.
     *
     * @param newCapacity of each response in bytes, a power of two from 64 KiB
     * @return settings
     */
    public ServeSettings withCapacity(final int newCapacity) {
        return new ServeSettings(answers, newCapacity, patience, endpoints);
    }

    /**
     * With another patience.
     *
     * @param newPatience up to an hour
     * @return settings
     */
    public ServeSettings withPatience(final Duration newPatience) {
        return new ServeSettings(answers, capacity, newPatience, endpoints);
    }

    /**
     * With endpoints for other hosts.
     *
     * @param newEndpoints all of one transport
     * @return settings
     */
    public ServeSettings withEndpoints(final Endpoint... newEndpoints) {
        return new ServeSettings(answers, capacity, patience, List.of(newEndpoints));
    }
}

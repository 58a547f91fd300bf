package io.verbus.journal.serve;

import io.verbus.BusException;
import io.verbus.Endpoint;
import java.time.Duration;
import java.util.List;

/**
 * How ranges are served.
 *
 * @param answers most requests that are answered at once, 1 or more; others are refused, and their requesters
 *     repeat them
 * @param capacity of the log of each answer in bytes, a power of two from 64 KiB
 * @param patience how long an answer waits: for whoever asked, and for what is asked for but not recorded yet
 * @param endpoints where it meets those who ask from other hosts; those on this host need none
 */
public record ServeSettings(int answers, int capacity, Duration patience, List<Endpoint> endpoints) {
    /** The least log of an answer in bytes. */
    static final int LEAST_CAPACITY = 1 << 16;

    private static final Duration MAX_PATIENCE = Duration.ofHours(1);

    /** Refuses numbers that make no sense. */
    public ServeSettings {
        endpoints = List.copyOf(endpoints);
        if (answers < 1) {
            throw new BusException("at most " + answers + " answers at once: it must be 1 or more");
        }
        if (patience.isNegative() || patience.compareTo(MAX_PATIENCE) > 0) {
            throw new BusException("a patience of " + patience + ": it must be from zero to an hour");
        }
    }

    /** {@return 16 answers at once, of 1 MiB each, that wait for 5 s, on this host} */
    public static ServeSettings defaults() {
        return new ServeSettings(16, 1 << 20, Duration.ofSeconds(5), List.of());
    }

    /**
     * With another bound.
     *
     * @param newAnswers most requests that are answered at once, 1 or more
     * @return settings
     */
    public ServeSettings withAnswers(final int newAnswers) {
        return new ServeSettings(newAnswers, capacity, patience, endpoints);
    }

    /**
     * With other logs.
     *
     * @param newCapacity of each answer in bytes, a power of two from 64 KiB
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
     * Serving other hosts too.
     *
     * @param newEndpoints where, all of one transport
     * @return settings
     */
    public ServeSettings withEndpoints(final Endpoint... newEndpoints) {
        return new ServeSettings(answers, capacity, patience, List.of(newEndpoints));
    }
}

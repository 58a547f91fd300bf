package io.verbus.recovery;

import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.ImmutableSettings;
import java.time.Duration;
import java.util.List;

/** Settings of a range server. Immutable: each {@code with} method returns changed settings. */
public final class ServeSettings extends ImmutableSettings<ServeSettings> {
    /** Minimum log capacity of a response in bytes. */
    public static final int MIN_CAPACITY = 1 << 16;

    private static final Duration MAX_PATIENCE = Duration.ofHours(1);

    private int answers = 16;
    private int capacity = 1 << 20;
    private Duration patience = Duration.ofSeconds(5);
    private List<Endpoint> endpoints = List.of();

    private ServeSettings() {
    }

    /** {@return 16 concurrent responses of 1 MiB each, a patience of 5 s, this host only} */
    public static ServeSettings defaults() {
        return new ServeSettings();
    }

    /**
     * With another maximum.
     *
     * @param newAnswers maximum number of concurrent responses, 1 or more
     * @return settings
     */
    public ServeSettings withAnswers(final int newAnswers) {
        return with(copy -> copy.answers = newAnswers);
    }

    /**
     * With another log capacity.
     *
     * @param newCapacity of each response in bytes, a power of two from 64 KiB
     * @return settings
     */
    public ServeSettings withCapacity(final int newCapacity) {
        return with(copy -> copy.capacity = newCapacity);
    }

    /**
     * With another patience.
     *
     * @param newPatience up to an hour
     * @return settings
     */
    public ServeSettings withPatience(final Duration newPatience) {
        return with(copy -> copy.patience = newPatience);
    }

    /**
     * With endpoints for other hosts.
     *
     * @param newEndpoints all of one transport
     * @return settings
     */
    public ServeSettings withEndpoints(final Endpoint... newEndpoints) {
        return with(copy -> copy.endpoints = List.of(newEndpoints));
    }

    /**
     * {@return maximum number of concurrent responses, 1 or more; further requests are refused, and the clients repeat
     * them}
     */
    public int answers() {
        return answers;
    }

    /** {@return capacity of the log of each response in bytes, a power of two from 64 KiB} */
    public int capacity() {
        return capacity;
    }

    /** {@return how long a response waits for its requester, and for requested messages that are not recorded yet} */
    public Duration patience() {
        return patience;
    }

    /** {@return endpoints for requesters on other hosts; those on this host need none} */
    public List<Endpoint> endpoints() {
        return endpoints;
    }

    @Override
    protected void check() {
        if (answers < 1) {
            throw new BusException("invalid maximum of " + answers + " responses: use 1 or more");
        }
        if (patience.isNegative() || patience.compareTo(MAX_PATIENCE) > 0) {
            throw new BusException("invalid patience " + patience + ": use zero to one hour");
        }
    }
}

package io.verbus.orders.gateway;

import io.verbus.Publication;
import io.verbus.Subscriber;

/**
 * How far recorders have read orders.log. {@link #look()} asks the bus, which takes a lock: a thread beside that of the
 * gateway calls it, or the gateway itself while messages wait for a recorder. All other methods are for the gateway's
 * thread. All values are lower bounds.
 */
public final class RecordedEntries {
    /** Name of the subscriptions of {@code ./bus record}; other readers keep nothing. */
    private static final String RECORDER = "recorder";

    private final Publication log;
    private volatile int recorders;
    /** Of the log: some recorder has read all before it. */
    private volatile long position;
    private volatile long event;
    /** All entries up to this event are before this position. */
    private long sampledEvent;
    private long sampledPosition;

    RecordedEntries(final Publication log) {
        this.log = log;
    }

    /** Continues after entries that are in a journal. */
    void begin(final long lastEvent) {
        event = lastEvent;
        sampledEvent = lastEvent;
    }

    /** Looks how far the recorders are. Any thread. */
    public void look() {
        final long end = log.position(); // before the lags, which grow with each entry
        int count = 0;
        long read = position;
        for (final Subscriber one : log.subscribers()) {
            if (one.name().equals(RECORDER)) {
                count++;
                read = Math.max(read, end - one.lagBytes());
            }
        }
        position = read;
        recorders = count;
    }

    /** In each duty cycle, with the last entry. */
    void sample(final long lastEvent) {
        if (position >= sampledPosition) {
            event = sampledEvent;
            sampledEvent = lastEvent;
            sampledPosition = log.position();
        }
    }

    /** Looks, and attributes all that was read up to now to the last entry. */
    void lookNow(final long lastEvent) {
        look();
        sample(lastEvent);
        sample(lastEvent);
    }

    /** The position in the log before which a recorder has read all. */
    long position() {
        return position;
    }

    /** {@return the last event that a recorder is known to have read; any thread} */
    public long event() {
        return event;
    }

    /** {@return messages that the gateway has written to the log; any thread} */
    public long written() {
        return log.sequence();
    }

    /** {@return recorders that read the log; any thread} */
    public int recorders() {
        return recorders;
    }
}

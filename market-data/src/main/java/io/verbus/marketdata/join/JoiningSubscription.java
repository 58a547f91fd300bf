package io.verbus.marketdata.join;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.PollHandler;
import io.verbus.Pollable;
import io.verbus.Session;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.SnapshotStream;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/**
 * A subscription whose books begin with a snapshot: for books that start while the session runs. It loads a snapshot of
 * the session, which its publisher makes with a {@code Snapshotter}, into the books, and then delivers the messages
 * after it, from the first one that the snapshot does not include. A session that is read from its first message needs
 * no snapshot.
 *
 * <pre>{@code
 * BookUpdater updater = new BookUpdater(new Books(4_096));
 * try (JoiningSubscription stream = JoiningSubscription.of(bus, SubscriptionSettings.of("md.itch"),
 *         JoinSettings.defaults(), updater, joiner)) {
 *     while (running) {
 *         idle.idle(stream.poll(handler, 64)); // the handler calls updater.apply
 *     }
 * }
 * }</pre>
 *
 * <p>For one thread. Once the books are joined, a poll is that of the subscription.
 */
public final class JoiningSubscription implements Pollable {
    private final Subscription stream;
    private final Subscription snapshots;
    private final SnapshotReader reader;
    private final Join join;
    private final NanoClock clock;
    /** Of the present poll; the join calls it for messages that it has held. */
    private PollHandler handler;

    private JoiningSubscription(final Bus bus, final SubscriptionSettings settings, final JoinSettings limits,
            final BookUpdater updater, final Joiner joiner) {
        clock = bus.settings().clocks().monotonic();
        reader = new SnapshotReader(updater.books(), updater.instruments()::put);
        join = new Join((buffer, offset, length, frame) -> handler.onMessage(buffer, offset, length, frame), joiner,
                reader, limits.memoryBytes(), limits.timeout().toNanos());
        stream = bus.subscribe(settings.withListener(join));
        try {
            // Under BLOCK: a snapshot is needed in full, and its publisher runs on a thread of its own.
            snapshots = bus.subscribe(SubscriptionSettings.of(SnapshotStream.of(settings.stream()))
                    .withName(settings.name()).withPolicy(Policy.BLOCK).withCopies(true).withStart(Start.oldest())
                    .withListener(reader).withEndpoints(settings.endpoints().toArray(Endpoint[]::new)));
        } catch (final RuntimeException e) {
            stream.close();
            throw e;
        }
    }

    /**
     * Subscribes to a stream and to its snapshots.
     *
     * @param bus to subscribe on
     * @param settings of the subscription to the stream; its listener is replaced, and the snapshots have its name and
     *     endpoints
     * @param limits memory and timeout
     * @param updater of empty books, which only the handler of the polls calls; snapshots are loaded into its books and
     *     instruments
     * @param joiner receives the result, and then the events of the session
     * @return the subscription, to be closed before the bus
     * @throws BusException if the settings are invalid, or the stream's name is too long for that of its snapshots
     */
    public static JoiningSubscription of(final Bus bus, final SubscriptionSettings settings, final JoinSettings limits,
            final BookUpdater updater, final Joiner joiner) {
        return new JoiningSubscription(bus, settings, limits, updater, joiner);
    }

    /**
     * Delivers the messages that are not in the snapshot, from {@link Joiner#onJoined} on, and at any time those of
     * other sessions, which the books ignore: compare {@code Header.session()}. Never waits.
     *
     * @param newHandler receives the messages, and applies them to the books
     * @param limit of messages, above 0; those that were held for the snapshot do not count
     * @return an amount of work: 0 if there is nothing to do at present, or the subscription is closed
     * @throws BusException if there is no usable snapshot in time, or a held message was not applied
     * @throws IllegalStateException if called by a handler or a listener of this subscription, or by a second thread
     */
    @Override
    public int poll(final PollHandler newHandler, final int limit) {
        if (join.isJoined()) {
            return stream.poll(newHandler, limit);
        }
        handler = newHandler;
        int work = stream.poll(join, limit);
        if (join.needsSnapshots()) { // one can be used only if its session is known
            work += snapshots.poll(reader, limit);
        }
        if (!stream.isClosed()) {
            work += join.doWork(clock.nanoTime());
        }
        if (!join.isSeeking()) {
            snapshots.close(); // it would block its publisher if it is not read
        }
        return work;
    }

    /** {@return whether the books have all messages that were delivered: the snapshot is loaded, and caught up with} */
    public boolean isJoined() {
        return join.isJoined();
    }

    /** {@return the sessions that are being read; polling thread only} */
    public List<Session> sessions() {
        return stream.sessions();
    }

    @Override
    public String stream() {
        return stream.stream();
    }

    @Override
    public boolean isClosed() {
        return stream.isClosed();
    }

    @Override
    public void close() {
        snapshots.close();
        stream.close();
    }
}

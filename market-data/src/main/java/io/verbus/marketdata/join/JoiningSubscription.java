package io.verbus.marketdata.join;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.Header;
import io.verbus.Policy;
import io.verbus.PollHandler;
import io.verbus.Pollable;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.SnapshotStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.agrona.DirectBuffer;
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
    private final Bus bus;
    private final JoinSettings limits;
    private final Joiner joiner;
    /** Gives the books of each session; null if only the first one is joined. */
    private final Function<Session, BookUpdater> booksOfEach;
    private final SubscriptionSettings ofSnapshots;
    private final Subscription stream;
    private final NanoClock clock;
    /** The sessions that are not joined yet; without {@link #booksOfEach} it has the only one. */
    private final List<Joining> joining = new ArrayList<>();
    private final PollHandler dispatcher = this::onMessage;
    /** Of the present poll; the joins call it for messages that they have held. */
    private PollHandler handler;

    private JoiningSubscription(final Bus bus, final SubscriptionSettings settings, final JoinSettings limits,
            final BookUpdater updater, final Function<Session, BookUpdater> booksOfEach, final Joiner joiner) {
        this.bus = bus;
        this.limits = limits;
        this.joiner = joiner;
        this.booksOfEach = booksOfEach;
        clock = bus.settings().clocks().monotonic();
        // Under BLOCK: a snapshot is needed in full, and its publisher runs on a thread of its own.
        ofSnapshots = SubscriptionSettings.of(SnapshotStream.of(settings.stream())).withName(settings.name())
                .withPolicy(Policy.BLOCK).withCopies(true).withStart(Start.oldest())
                .withEndpoints(settings.endpoints().toArray(Endpoint[]::new));
        if (updater != null) {
            joining.add(new Joining(null, updater));
        }
        stream = bus.subscribe(settings.withListener(this::onEvent));
    }

    /**
     * Subscribes to a stream and to its snapshots, and joins its first session.
     *
     * @param bus to subscribe on
     * @param settings of the subscription to the stream; its listener is replaced, and the snapshots have its name and
     *     endpoints
     * @param limits memory and timeout
     * @param updater of empty books, which only the handler of the polls calls; snapshots are loaded into its books,
     *     instruments and states
     * @param joiner receives the result, and then the events of the session
     * @return the subscription, to be closed before the bus
     * @throws BusException if the settings are invalid, or the stream's name is too long for that of its snapshots
     */
    public static JoiningSubscription of(final Bus bus, final SubscriptionSettings settings, final JoinSettings limits,
            final BookUpdater updater, final Joiner joiner) {
        return new JoiningSubscription(bus, settings, limits, updater, null, joiner);
    }

    /**
     * Subscribes to a stream and to its snapshots, and joins each session: one after the other, and those at the same
     * time. A session that cannot be joined is reported by {@link Joiner#onNotJoined}, its books are empty, and the
     * others continue.
     *
     * @param bus to subscribe on
     * @param settings of the subscription to the stream; its listener is replaced, and the snapshots have its name and
     *     endpoints
     * @param limits memory and timeout, for each session
     * @param books gives empty books for a session that has started, as for {@link #of}
     * @param joiner receives the results, and then the events of the sessions
     * @return the subscription, to be closed before the bus
     * @throws BusException if the settings are invalid, or the stream's name is too long for that of its snapshots
     */
    public static JoiningSubscription ofEach(final Bus bus, final SubscriptionSettings settings,
            final JoinSettings limits, final Function<Session, BookUpdater> books, final Joiner joiner) {
        return new JoiningSubscription(bus, settings, limits, null, books, joiner);
    }

    /** A session that is not joined yet. */
    private final class Joining implements AutoCloseable {
        /** Null: any one. */
        private final Session session;
        private final SnapshotReader reader;
        private final Join join;
        /** Null until it is known that a snapshot is needed: it would block their publisher if it is not read. */
        private Subscription snapshots;

        Joining(final Session session, final BookUpdater updater) {
            this.session = session;
            reader = new SnapshotReader(updater);
            join = new Join((buffer, offset, length, frame) -> handler.onMessage(buffer, offset, length, frame),
                    joiner, reader, limits.memoryBytes(), limits.timeout().toNanos());
        }

        int doWork(final int limit) {
            int work = 0;
            if (join.needsSnapshots()) {
                if (snapshots == null) {
                    snapshots = bus.subscribe(ofSnapshots.withListener(reader));
                }
                work += snapshots.poll(reader, limit);
            }
            work += join.doWork(clock.nanoTime());
            if (!join.isSeeking()) {
                close();
            }
            return work;
        }

        @Override
        public void close() {
            if (snapshots != null) {
                snapshots.close();
            }
        }
    }

    /**
     * Delivers the messages that are not in the snapshot, from {@link Joiner#onJoined} on, and at any time those of
     * other sessions, which the books ignore: compare {@code Header.session()}. Never waits.
     *
     * @param newHandler receives the messages, and applies them to the books
     * @param limit of messages, above 0; those that were held for the snapshot do not count
     * @return an amount of work: 0 if there is nothing to do at present, or the subscription is closed
     * @throws BusException if there is no usable snapshot of the only session in time, or a held message of it was not
     *     applied
     * @throws IllegalStateException if called by a handler or a listener of this subscription, or by a second thread
     */
    @Override
    public int poll(final PollHandler newHandler, final int limit) {
        if (isJoined() && booksOfEach == null) {
            return stream.poll(newHandler, limit);
        }
        handler = newHandler;
        int work = stream.poll(dispatcher, limit);
        for (int i = joining.size() - 1; i >= 0 && !stream.isClosed(); i--) {
            work += proceed(joining.get(i), limit);
        }
        return work;
    }

    private int proceed(final Joining one, final int limit) {
        try {
            final int work = one.doWork(limit);
            if (one.join.isJoined()) {
                joining.remove(one);
            }
            return work;
        } catch (final BusException e) {
            if (booksOfEach == null) {
                throw e;
            }
            joining.remove(one);
            one.close();
            one.reader.discard();
            joiner.onNotJoined(one.session, e);
            return 1;
        }
    }

    private Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header frame) {
        final Join join = joinOf(frame.session());
        return (join == null ? handler : join).onMessage(buffer, offset, length, frame);
    }

    private void onEvent(final SessionEvent event) {
        if (booksOfEach != null && event instanceof SessionEvent.Started(Session started, _)) {
            joining.add(new Joining(started, booksOfEach.apply(started)));
        }
        final Join join = joinOf(event.session().id());
        (join == null ? joiner : join).onEvent(event);
    }

    /** The join that receives messages and events of a session; null if there is none. */
    private Join joinOf(final long session) {
        for (int i = 0; i < joining.size(); i++) {
            final Joining one = joining.get(i);
            if (one.session == null || one.session.id() == session) {
                return one.join;
            }
        }
        return null;
    }

    /**
     * {@return whether the books have all messages that were delivered: no snapshot is awaited, and those that were
     * loaded are caught up with}
     */
    public boolean isJoined() {
        return joining.isEmpty();
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
        joining.forEach(Joining::close);
        stream.close();
    }
}

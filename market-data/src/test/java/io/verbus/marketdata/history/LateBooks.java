package io.verbus.marketdata.history;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.Endpoint;
import io.verbus.Gap;
import io.verbus.LostSession;
import io.verbus.Policy;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.SnapshotStream;
import io.verbus.marketdata.join.Join;
import io.verbus.marketdata.join.Joiner;
import io.verbus.marketdata.join.SnapshotReader;
import java.util.ArrayList;
import java.util.List;

/** Books that join a stream late as {@code ./bus book --join snapshot} does, in single steps. */
final class LateBooks implements Joiner, AutoCloseable {
    private static final int LIMIT = 64;

    private final BookUpdater updater = new BookUpdater(new Books(8));
    private final SnapshotReader reader = new SnapshotReader(updater);
    private final Join join;
    private final String name;
    private final Subscription stream;
    private final Subscription snapshots;
    private final List<String> reports = new ArrayList<>();
    private Session session;
    private long next;
    private int snapshotOrders = -1;
    private long gaps;
    private boolean isOver;

    LateBooks(final Bus bus, final String stream, final Policy policy, final long timeoutNs) {
        this(bus, stream, policy, timeoutNs, "");
    }

    /** With a name; the endpoints are those of a publisher on another host. */
    LateBooks(final Bus bus, final String streamName, final Policy policy, final long timeoutNs, final String name,
            final Endpoint... endpoints) {
        this.name = name;
        join = new Join((buffer, offset, length, frame) -> {
            if (session != null && frame.session() == session.id()) {
                if (frame.sequence() != next) {
                    throw new AssertionError("message " + frame.sequence() + " instead of " + next);
                }
                next++;
                updater.apply(buffer, offset, length);
            }
            return Action.TAKEN;
        }, this, reader, 2 << 20, timeoutNs);
        stream = bus.subscribe(SubscriptionSettings.of(streamName).withPolicy(policy).withStart(Start.oldest())
                .withListener(join).withName(name).withEndpoints(endpoints));
        snapshots = bus.subscribe(SubscriptionSettings.of(SnapshotStream.of(streamName)).withPolicy(Policy.BLOCK)
                .withStart(Start.oldest()).withListener(reader).withName(name).withEndpoints(endpoints));
    }

    void step(final long nowNs) {
        stream.poll(join, LIMIT);
        if (join.needsSnapshots()) {
            snapshots.poll(reader, LIMIT);
        } else if (!join.isSeeking()) {
            snapshots.close();
        }
        join.doWork(nowNs);
    }

    String name() {
        return name;
    }

    /** Sequence of the next message; before the join 0. */
    long next() {
        return next;
    }

    boolean isJoined() {
        return join.isJoined();
    }

    boolean isOver() {
        return isOver;
    }

    BookUpdater books() {
        return updater;
    }

    /** The session of the books. */
    Session session() {
        return session;
    }

    /** Number of orders in the snapshot; negative if none was used. */
    int snapshotOrders() {
        return snapshotOrders;
    }

    long gaps() {
        return gaps;
    }

    List<String> reports() {
        return reports;
    }

    @Override
    public void onJoined(final Session joined, final long first, final int orders) {
        session = joined;
        next = first;
        snapshotOrders = orders;
    }

    @Override
    public void report(final String message) {
        reports.add(message);
    }

    @Override
    public void onEvent(final SessionEvent event) {
        switch (event) {
            case Gap gap when gap.session().equals(session) -> {
                gaps++;
                next = gap.last() + 1;
            }
            case SessionEvent.Ended(Session ended, _) -> isOver |= ended.equals(session);
            case LostSession lost -> isOver |= lost.forGood() && lost.session().equals(session);
            default -> {
            }
        }
    }

    @Override
    public void close() {
        stream.close();
        snapshots.close();
    }
}

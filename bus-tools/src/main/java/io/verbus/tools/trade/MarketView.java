package io.verbus.tools.trade;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.Gap;
import io.verbus.Header;
import io.verbus.LostSession;
import io.verbus.PollHandler;
import io.verbus.Policy;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.codec.marketdata.InstrumentDecoder;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.InstrumentMessage;
import io.verbus.marketdata.book.SnapshotStream;
import io.verbus.marketdata.join.Join;
import io.verbus.marketdata.join.Joiner;
import io.verbus.marketdata.join.SnapshotReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * The books of a market and its instruments, from its market data. It can begin at any time of the day: if the log has
 * lost the beginning of the session, and after each gap, the books begin with a snapshot. A gateway that continues the
 * market publishes all changes again, in a session of its own: the books then begin again with that one. For one
 * thread.
 */
final class MarketView implements AutoCloseable {
    private static final String NAME = "trader";
    private static final int LIMIT = 64;
    private static final int EXPECTED_ORDERS = 4_096;
    private static final long HELD_BYTES = 64 << 20;

    private final Bus bus;
    private final String stream;
    private final Endpoint[] endpoints;
    private final long timeoutNs;
    private final NanoClock clock;
    private final Books books = new Books(EXPECTED_ORDERS);
    private final BookUpdater updater = new BookUpdater(books);
    private final InstrumentMessage instrument = new InstrumentMessage();
    private final Map<String, Integer> bySymbol = new HashMap<>();
    private final List<Integer> instruments = new ArrayList<>();
    private final Map<Integer, Long> lots = new HashMap<>();
    private final PollHandler handler = this::onFrame;
    private final Subscription subscription;
    /** The newest session, and how its books begin; null before the first one. */
    private Session session;
    private Join join;
    private SnapshotReader reader;
    /** Open while the books wait for a snapshot. */
    private Subscription snapshots;
    private long publishedNs;

    /**
     * Subscribes.
     *
     * @param bus that stays the caller's to close
     * @param stream of market data
     * @param timeoutNs of the wait for a usable snapshot
     * @param endpoints of the gateway on another host
     */
    MarketView(final Bus bus, final String stream, final long timeoutNs, final Endpoint... endpoints) {
        this.bus = bus;
        this.stream = stream;
        this.endpoints = endpoints;
        this.timeoutNs = timeoutNs;
        clock = bus.settings().clocks().monotonic();
        subscription = bus.subscribe(SubscriptionSettings.of(stream).withName(NAME).withStart(Start.oldest())
                .withEndpoints(endpoints).withListener(new Newest()));
    }

    /**
     * Reads messages.
     *
     * @return their number
     * @throws BusException if the books need a snapshot, and there is none in time
     */
    int poll() {
        final int count = subscription.poll(handler, LIMIT);
        return join == null || join.isJoined() ? count : count + join();
    }

    private int join() {
        int work = join.doWork(clock.nanoTime());
        if (join.needsSnapshots()) {
            if (snapshots == null) {
                // Under BLOCK: a snapshot is needed in full, and its publisher runs on a thread of its own.
                snapshots = bus.subscribe(SubscriptionSettings.of(SnapshotStream.of(stream)).withName(NAME)
                        .withPolicy(Policy.BLOCK).withCopies(true).withStart(Start.oldest()).withEndpoints(endpoints)
                        .withListener(reader));
            }
            work += snapshots.poll(reader, LIMIT);
        } else if (!join.isSeeking()) {
            closeSnapshots();
        }
        return work;
    }

    /** Whether a session is being read: on another host it is connected some time after the start. */
    boolean hasBegun() {
        return session != null;
    }

    /** The ends of the sessions as far as they are known, by session. */
    Map<Long, Long> ends() {
        final Map<Long, Long> ends = new HashMap<>();
        subscription.progress().forEach(one -> ends.put(one.session().id(), one.position() + one.lagBytes()));
        return ends;
    }

    /** Whether the sessions are read to these ends. */
    boolean hasRead(final Map<Long, Long> ends) {
        return subscription.progress().stream()
                .allMatch(one -> one.position() >= ends.getOrDefault(one.session().id(), 0L));
    }

    /** Whether the books have all orders and the instruments are known; if not, they are about to be. */
    boolean isWhole() {
        return join != null && join.isJoined();
    }

    Books books() {
        return books;
    }

    /** Monotonic time at which the newest message was published, ns. */
    long publishedNs() {
        return publishedNs;
    }

    /** The instruments, in the order of the market data. */
    List<Integer> instruments() {
        return instruments;
    }

    /** The numbers of the instruments. */
    Map<String, Integer> symbols() {
        return bySymbol;
    }

    /** The number of an instrument, or the first one if the symbol is null. */
    int instrument(final String symbol) {
        final Integer found = symbol == null ? instruments.getFirst() : bySymbol.get(symbol);
        if (found == null) {
            throw new BusException("the market has no instrument " + symbol + ": --symbol names one of "
                    + bySymbol.size() + ", such as " + bySymbol.keySet().iterator().next());
        }
        return found;
    }

    long lot(final int number) {
        return lots.get(number);
    }

    @Override
    public void close() {
        closeSnapshots();
        subscription.close();
    }

    private void closeSnapshots() {
        if (snapshots != null) {
            snapshots.close();
            snapshots = null;
        }
    }

    private void begin(final Session begun, final long first) {
        closeSnapshots();
        books.clear();
        bySymbol.clear(); // another market may have other numbers
        instruments.clear();
        session = begun;
        reader = new SnapshotReader(updater);
        join = new Join(this::onMessage, new Events(), reader, HELD_BYTES, timeoutNs);
        join.onEvent(new SessionEvent.Started(begun, first));
    }

    private boolean isNewest(final Session other) {
        return session != null && session.id() == other.id();
    }

    private Action onFrame(final DirectBuffer buffer, final int offset, final int length, final Header frame) {
        return session == null || frame.session() != session.id()
                ? Action.TAKEN // the rest of an earlier gateway
                : join.onMessage(buffer, offset, length, frame);
    }

    private Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header frame) {
        onApplied(updater.apply(buffer, offset, length), buffer, offset, length);
        publishedNs = frame.publishedNs();
        return Action.TAKEN;
    }

    private void onApplied(final int type, final DirectBuffer buffer, final int offset, final int length) {
        if (type != InstrumentDecoder.TEMPLATE_ID) {
            return;
        }
        instrument.wrap(buffer, offset, length);
        final int number = (int) instrument.fields().instrumentId();
        lots.put(number, Math.max(1, instrument.fields().lot()));
        if (bySymbol.put(instrument.symbol(), number) == null) {
            instruments.add(number);
        }
    }

    /** Passes the events of the newest session to its join. */
    private final class Newest implements SessionListener {
        @Override
        public void onEvent(final SessionEvent event) {
            switch (event) {
                case SessionEvent.Started(Session begun, long first) -> {
                    if (session == null || begun.startedEpochNs() >= session.startedEpochNs()) {
                        begin(begun, first);
                    }
                }
                case Gap gap when isNewest(gap.session()) -> join.onEvent(gap);
                case LostSession lost when isNewest(lost.session()) -> join.onEvent(lost);
                case SessionEvent.Failed failed when isNewest(failed.session()) -> join.onEvent(failed);
                case SessionEvent.Ended ended when isNewest(ended.session()) -> join.onEvent(ended);
                default -> {
                }
            }
        }
    }

    /** Events of the joined books. */
    private final class Events implements Joiner {
        @Override
        public void onState(final Session of, final int type, final DirectBuffer buffer, final int offset,
                final int length) {
            onApplied(type, buffer, offset, length);
        }

        @Override
        public void onEvent(final SessionEvent event) {
            // A snapshot after the gap has the missing messages.
            if (event instanceof Gap gap) {
                begin(gap.session(), gap.last() + 1);
            }
        }
    }
}

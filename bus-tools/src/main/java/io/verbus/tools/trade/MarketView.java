package io.verbus.tools.trade;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.Gap;
import io.verbus.Header;
import io.verbus.PollHandler;
import io.verbus.Session;
import io.verbus.SessionListener;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.codec.marketdata.InstrumentDecoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.DirectBuffer;

/**
 * The books of a market and its instruments, from its market data. A gateway that continues the market publishes all
 * changes again, in a session of its own: the books then begin again with that one. For one thread.
 */
final class MarketView implements AutoCloseable {
    private static final int LIMIT = 64;
    private static final int EXPECTED_ORDERS = 4_096;

    private final Books books = new Books(EXPECTED_ORDERS);
    private final BookUpdater updater = new BookUpdater(books);
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final InstrumentDecoder instrument = new InstrumentDecoder();
    private final Map<String, Integer> bySymbol = new HashMap<>();
    private final List<Integer> instruments = new ArrayList<>();
    private final Map<Integer, Long> lots = new HashMap<>();
    private final PollHandler handler = this::onMessage;
    private final Subscription subscription;
    private final Map<Long, Long> started = new HashMap<>();
    /** Sessions of which messages are missing. */
    private final Set<Long> partial = new HashSet<>();
    /** The newest session, 0 before the first message, and when it began. */
    private long session;
    private long sessionNs;
    private long publishedNs;

    MarketView(final Bus bus, final String stream, final Endpoint... endpoints) {
        subscription = bus.subscribe(SubscriptionSettings.of(stream).withName("trader").withStart(Start.oldest())
                .withEndpoints(endpoints).withListener(new SessionListener() {
                    @Override
                    public void onStarted(final Session begun, final long first) {
                        started.put(begun.id(), begun.startedEpochNs());
                        if (first > 0) {
                            partial.add(begun.id());
                        }
                    }

                    @Override
                    public void onGap(final Gap gap) {
                        partial.add(gap.session().id());
                    }
                }));
    }

    /** Returns the number of messages read. */
    int poll() {
        return subscription.poll(handler, LIMIT);
    }

    /** Whether a session is being read: on another host it is connected some time after the start. */
    boolean hasBegun() {
        return !started.isEmpty();
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

    /** Whether the books have all orders: the session was read from its first message, without a gap. */
    boolean isWhole() {
        return !partial.contains(session);
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

    /** Begins with a session, unless it is older than the present one. */
    private boolean isNewer(final long other) {
        final long beganNs = started.getOrDefault(other, Long.MIN_VALUE);
        if (session != 0 && beganNs < sessionNs) {
            return false;
        }
        books.clear();
        bySymbol.clear(); // another market may have other numbers
        instruments.clear();
        session = other;
        sessionNs = beganNs;
        return true;
    }

    @Override
    public void close() {
        subscription.close();
    }

    private Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header frame) {
        if (frame.session() != session && !isNewer(frame.session())) {
            return Action.TAKEN; // the rest of an earlier gateway
        }
        if (updater.apply(buffer, offset, length) == InstrumentDecoder.TEMPLATE_ID) {
            instrument.wrapAndApplyHeader(buffer, offset, header);
            final int number = (int) instrument.instrumentId();
            lots.put(number, Math.max(1, instrument.roundLotSize()));
            if (bySymbol.put(instrument.symbol(), number) == null) {
                instruments.add(number);
            }
        }
        publishedNs = frame.publishedNs();
        return Action.TAKEN;
    }
}

package io.verbus.tools.book;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.Header;
import io.verbus.PollHandler;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.codec.marketdata.SessionBeginDecoder;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.Instruments;
import io.verbus.marketdata.join.Joiner;
import io.verbus.tools.terminal.Screen;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * The sessions of a stream that have books: the first one, or every one, each with books of its own. Sessions at the
 * same time, such as those of two venues, can use the same numbers of instruments and orders. Used by the polling
 * thread.
 */
final class BookSessions implements PollHandler, Joiner {
    private static final int EXPECTED_ORDERS = 4_096;

    private final boolean follows;
    private final List<String> symbols;
    private final LatencyMeter latency = new LatencyMeter();
    private final Screen screen;
    private final InstantSource time;
    private final NanoClock clock;
    private final BookSamples samples;
    /** Those that run, in the order of their start; with one that waits for a session if none does. */
    private final List<SessionBooks> present = new ArrayList<>();
    private SessionBooks latest;
    private int started;

    /**
     * Waits for a session.
     *
     * @param follows whether each session gets books, not only the first
     * @param symbols to show; empty for the most active ones
     * @param screen for events
     * @param time of the events
     * @param clock of the latencies
     * @param samples of the books; null for none
     */
    BookSessions(final boolean follows, final List<String> symbols, final Screen screen, final InstantSource time,
            final NanoClock clock, final BookSamples samples) {
        this.follows = follows;
        this.symbols = symbols;
        this.screen = screen;
        this.time = time;
        this.clock = clock;
        this.samples = samples;
        latest = add();
    }

    private SessionBooks add() {
        final MarketDataHandler handler = new MarketDataHandler(new Books(EXPECTED_ORDERS), new Instruments(), latency,
                new LoopRates(), clock);
        final SessionBooks added = new SessionBooks(started++, handler, new SessionWatch(handler, follows, screen,
                time), new TopRows(symbols), samples);
        present.add(added);
        return added;
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header frame) {
        return of(frame.session()).receiver().onMessage(buffer, offset, length, frame);
    }

    /** Gives books to a session that has started. */
    BookUpdater begin(final Session session) {
        if (latest.handler().hasSession()) {
            latest = add();
        }
        latest.handler().follow(session.id());
        return latest.handler().updater();
    }

    /** The books of a session; the latest ones, which ignore it, if it has none. */
    private SessionBooks of(final long session) {
        if (latest.handler().isOf(session)) {
            return latest;
        }
        for (final SessionBooks books : present) {
            if (books.handler().isOf(session)) {
                return books;
            }
        }
        return latest;
    }

    @Override
    public void onEvent(final SessionEvent event) {
        if (follows && event instanceof SessionEvent.Started(Session session, _)) {
            begin(session);
        }
        of(event.session().id()).watch().onEvent(event);
    }

    @Override
    public void onJoined(final Session joined, final long next, final int entries) {
        final SessionBooks books = of(joined.id());
        books.handler().onJoined();
        books.watch().onJoined(joined, next, entries);
    }

    @Override
    public void onState(final Session session, final int type, final DirectBuffer buffer, final int offset,
            final int length) {
        if (type == SessionBeginDecoder.TEMPLATE_ID) {
            of(session.id()).handler().onBegin(buffer, offset, length);
        }
    }

    @Override
    public void onNotJoined(final Session session, final BusException cause) {
        of(session.id()).watch().onNotJoined(session, cause);
    }

    @Override
    public void report(final String message) {
        latest.watch().report(message);
    }

    /**
     * Removes the sessions that are over. To be called between two polls.
     *
     * @param onOver receives each; the books of the last one stay the latest
     */
    void removeOver(final Consumer<SessionBooks> onOver) {
        for (int i = present.size() - 1; i >= 0; i--) {
            if (present.get(i).watch().isOver()) {
                onOver.accept(present.remove(i));
                if (present.isEmpty()) {
                    screen.print("waiting for the next session");
                }
            }
        }
    }

    /** Whether the books have all that they read: the first session is over, and no other one is followed. */
    boolean isOver() {
        return !follows && latest.watch().isOver();
    }

    /** Whether no session has started yet. */
    boolean isWaiting() {
        return latest.watch().state() == SessionWatch.State.WAITING;
    }

    /** Whether there is a session whose messages are read, and whose rates are not measured yet. */
    boolean hasUnmeasured() {
        boolean has = false;
        for (int i = 0; i < present.size(); i++) {
            has |= isRead(present.get(i)) && !present.get(i).handler().rates().hasBegun();
        }
        return has;
    }

    /** Called when no more messages are available for now. */
    void onPause() {
        for (int i = 0; i < present.size(); i++) {
            if (isRead(present.get(i))) {
                present.get(i).handler().onPause();
            }
        }
    }

    /** Whether the books of a session do not wait for it, or for its snapshot. */
    private static boolean isRead(final SessionBooks books) {
        return books.watch().state() != SessionWatch.State.WAITING;
    }

    /** The books of the session that started last; before the first one, those that wait for it. */
    SessionBooks latest() {
        return latest;
    }

    /** The books of the sessions that run, or wait to; the caller does not change the list. */
    List<SessionBooks> present() {
        return present;
    }

    LatencyMeter latency() {
        return latency;
    }
}

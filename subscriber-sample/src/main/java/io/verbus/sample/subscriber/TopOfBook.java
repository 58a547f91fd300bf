package io.verbus.sample.subscriber;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Gap;
import io.verbus.LostSession;
import io.verbus.Policy;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.ShutdownLatch;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.marketdata.book.BookSide;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import java.math.BigDecimal;
import java.time.Duration;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * Keeps the books of a stream, and prints the best prices of a symbol when they have changed, until the session ends.
 *
 * <pre>./bus java io.verbus.sample.subscriber.TopOfBook md.itch AAPL</pre>
 */
final class TopOfBook implements SessionListener {
    private static final int LIMIT = 512;

    private final String symbol;
    private final Books books = new Books(1 << 20);
    private final BookUpdater updater = new BookUpdater(books);
    private int instrument = -1;
    private long changes;
    private String shown = "";
    private boolean hasEnded;
    private boolean isIncomplete;

    private TopOfBook(final String symbol) {
        this.symbol = symbol;
    }

    static void main(final String... args) {
        if (args.length != 2) {
            System.err.println("usage: TopOfBook STREAM SYMBOL");
            System.exit(2);
        }
        try {
            final TopOfBook top = new TopOfBook(args[1]);
            top.run(args[0]);
            System.exit(top.isIncomplete ? 1 : 0);
        } catch (final BusException e) {
            System.err.println("top of book: " + e.getMessage());
            System.exit(1);
        }
    }

    private void run(final String stream) {
        // The feed waits for this subscription if it accepts the name for BLOCK; else messages may be missing.
        final SubscriptionSettings settings = SubscriptionSettings.of(stream).withName("book")
                .withPolicy(Policy.BLOCK).withStart(Start.oldest()).withListener(this);
        try (ShutdownLatch shutdown = ShutdownLatch.register(Duration.ofSeconds(10));
                Bus bus = Bus.launch();
                Subscription subscription = bus.subscribe(settings)) {
            final IdleStrategy idle = new BackoffIdleStrategy();
            while (!hasEnded && !shutdown.isRequested()) {
                final int count = subscription.poll((buffer, offset, length, frame) -> {
                    updater.apply(buffer, offset, length);
                    return Action.TAKEN;
                }, LIMIT);
                if (count > 0) {
                    show();
                }
                idle.idle(count);
            }
        }
        System.out.println(books.liveOrders() + " orders at " + books.priceLevels() + " price levels");
    }

    private void show() {
        instrument = instrument < 0 ? updater.instruments().find(symbol) : instrument;
        if (instrument < 0 || books.changes(instrument) == changes) {
            return; // not listed yet, or unchanged
        }
        changes = books.changes(instrument);
        final String best = symbol + " " + best(BookSide.BUY) + " / " + best(BookSide.SELL);
        if (!best.equals(shown)) {
            shown = best;
            System.out.println(best);
        }
    }

    private String best(final int side) {
        return books.levels(instrument, side) == 0
                ? "-"
                : books.shares(instrument, side, 0) + " @ "
                        + BigDecimal.valueOf(books.price(instrument, side, 0),
                                -updater.instruments().priceExponent(instrument));
    }

    @Override
    public void onEvent(final SessionEvent event) {
        switch (event) {
            case SessionEvent.Started(_, long first) when first > 0 -> lacks("the messages before " + first);
            case Gap gap -> lacks(gap.count() + " messages: " + gap.description());
            case SessionEvent.Ended _ -> hasEnded = true;
            case LostSession lost when lost.forGood() -> {
                lacks("the end of the session: " + lost.description());
                hasEnded = true;
            }
            default -> {
            }
        }
    }

    private void lacks(final String what) {
        isIncomplete = true;
        System.err.println("top of book: the books lack " + what);
    }
}

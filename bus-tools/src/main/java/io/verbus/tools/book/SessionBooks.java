package io.verbus.tools.book;

import io.verbus.PollHandler;
import io.verbus.codec.marketdata.MarketStep;
import io.verbus.marketdata.book.Instruments;

/**
 * The books of one session, its events, and what the watcher shows of them. The polling thread owns all of it but the
 * values of {@link #fill}, which the watcher reads while the polling thread does not fill them.
 */
final class SessionBooks {
    private final int number;
    private final MarketDataHandler handler;
    private final SessionWatch watch;
    private final TopRows top;
    private final SessionSampler sampler;
    private long messages;
    private int orders;
    private int levels;
    private int suspectBooks;
    private boolean hasSuspects;
    private MarketStep step = MarketStep.NULL_VAL;
    private String label = "";

    /**
     * Creates empty books.
     *
     * @param number of the session on the stream, from 0
     * @param handler applies its messages
     * @param watch receives its events
     * @param top rows for its best prices
     * @param samples of its books; null for none
     */
    SessionBooks(final int number, final MarketDataHandler handler, final SessionWatch watch, final TopRows top,
            final BookSamples samples) {
        this.number = number;
        this.handler = handler;
        this.watch = watch;
        this.top = top;
        sampler = samples == null ? null : new SessionSampler(samples, handler, watch);
    }

    /** Stores the present state for the watcher. Called by the polling thread. */
    void fill() {
        messages = handler.messages();
        orders = handler.books().liveOrders();
        levels = handler.levelBooks().priceLevels();
        suspectBooks = handler.suspectBooks();
        hasSuspects = handler.hasSuspects();
        step = handler.updater().states().step();
        label = handler.label();
        top.fill(handler.updater());
    }

    /** Receives the messages of the session. */
    PollHandler receiver() {
        return sampler == null ? handler : sampler;
    }

    /** The books have all messages that they get. */
    void end() {
        if (sampler != null) {
            sampler.end();
        }
    }

    int number() {
        return number;
    }

    MarketDataHandler handler() {
        return handler;
    }

    SessionWatch watch() {
        return watch;
    }

    TopRows top() {
        return top;
    }

    Instruments instruments() {
        return handler.instruments();
    }

    long messages() {
        return messages;
    }

    /** What the books have, how far the market's day is, and whether they may be wrong. */
    String state() {
        return (levels > 0 ? "%,d levels".formatted(levels) : "%,d orders".formatted(orders))
                + (step == MarketStep.NULL_VAL ? "" : ", " + TopTable.words(step))
                + (hasSuspects ? ", %,d books SUSPECT".formatted(suspectBooks) : "");
    }

    /** Venue and trading day; empty if the feed did not state them. */
    String label() {
        return label;
    }
}

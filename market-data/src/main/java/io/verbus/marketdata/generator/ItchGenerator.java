package io.verbus.marketdata.generator;

import static io.verbus.marketdata.generator.DayClock.at;

import org.agrona.DirectBuffer;

/**
 * Generates a valid NASDAQ TotalView-ITCH 5.0 session: a whole trading day with all 23 message types. Adds and deletes
 * dominate, a few symbols have most of the messages, and every reference is to a live order. Books are never locked or
 * crossed; timestamps never decrease. The same shape produces the same bytes on every JVM.
 *
 * <p>Memory holds the books, not the session, so it does not grow with the number of messages. Not thread-safe.
 */
public final class ItchGenerator {
    /** Receives the messages of a session, in order, on the generating thread. */
    @FunctionalInterface
    public interface Sink {
        /**
         * Receives one message.
         *
         * @param buffer contains the message; valid until this call returns
         * @param offset of the message type, its first byte
         * @param length of the message in bytes, without any framing
         */
        void onMessage(DirectBuffer buffer, int offset, int length);
    }

    private static final int SP500_CLOSE_POINTS = 3221;
    private static final long CROSSES_TAKE_NS = 2_000_000_000;
    private static final char NO_AUCTION = ' ';

    private final SessionShape shape;
    private final SplitMix random;
    private final DayClock clock;
    private final Tape tape;
    private final ItchMessages messages;
    private final Market market;
    private final OrderFlow flow;
    /** Number of messages at the end of the directory, at the opening, and before the last two system events. */
    private final long directoryEnd;
    private final long preMarketEnd;
    private final long dayEnd;

    private ItchGenerator(final SessionShape shape, final Sink sink) {
        this.shape = shape;
        random = new SplitMix(shape.seed());
        clock = new DayClock(random);
        tape = new Tape(sink, clock);
        messages = new ItchMessages(tape, random);
        directoryEnd = 2 + (3L + shape.participantsPerSymbol()) * shape.symbols();
        dayEnd = shape.messages() - 2;
        final long room = dayEnd - directoryEnd;
        final long settledOrders = Math.clamp(room / 8, 1, shape.liveOrders());
        preMarketEnd = directoryEnd + settledOrders * 6 / 5 + room / 50;
        market = new Market(shape, (int) settledOrders, random);
        flow = new OrderFlow(messages, market.pool, random);
    }

    /**
     * Generates a session.
     *
     * @param shape of the session
     * @param sink receives the messages, on this thread
     */
    public static void generate(final SessionShape shape, final Sink sink) {
        final ItchGenerator generator = new ItchGenerator(shape, sink);
        generator.startOfDay();
        generator.preMarket();
        generator.marketHours();
        generator.endOfDay();
    }

    private void startOfDay() {
        event('O', at(3, 4));
        clock.phase(at(4, 0), directoryEnd);
        for (final Instrument instrument : market.byLocate) {
            messages.directory(instrument);
            messages.tradingAction(instrument, 'T', "    ");
            messages.shortSaleUnrestricted(instrument);
        }
        for (final Instrument instrument : market.byLocate) {
            for (int i = 0; i < shape.participantsPerSymbol(); i++) {
                messages.participant(instrument, i);
            }
        }
        messages.breakerLevels(SP500_CLOSE_POINTS);
    }

    private void preMarket() {
        event('S', at(4, 0));
        clock.phase(at(9, 25), preMarketEnd - tape.written());
        while (tape.written() < preMarketEnd) {
            flow.fill(market.deep(random));
        }
        messages.quotationTime(leastActive(0), (int) (at(10, 30) / 1_000_000_000));
        messages.directListing(leastActive(1), at(9, 45));
        trade(at(9, 30), 2, 'O');
    }

    private void marketHours() {
        event('Q', at(9, 30));
        crosses('O', at(9, 30));
        trade(at(9, 35), 12, NO_AUCTION);
        trade(at(11, 0), 40, NO_AUCTION);
        volatilityPause(at(11, 5), 42);
        trade(at(13, 0), 55, NO_AUCTION);
        otherMarketHalt(at(13, 10), 57);
        trade(at(15, 27), 83, NO_AUCTION);
        // After 15:25 a breach of level 1 or 2 does not halt the market, so trading continues.
        messages.breakerReached('1');
        trade(at(15, 50), 88, NO_AUCTION);
        trade(at(16, 0), 97, 'C');
        event('M', at(16, 0));
        crosses('C', at(16, 0));
    }

    private void endOfDay() {
        trade(at(20, 0), 100, NO_AUCTION);
        event('E', at(20, 0));
        event('C', at(20, 5));
    }

    /** A limit-up limit-down pause of one active symbol. A halt cross ends it. */
    private void volatilityPause(final long untilNs, final int percent) {
        final Instrument instrument = market.byActivity[market.byActivity.length / 100];
        flow.pause(instrument);
        messages.tradingAction(instrument, 'P', "LUDP");
        messages.auctionCollar(instrument);
        trade(untilNs, percent, NO_AUCTION);
        flow.resume();
        cross(instrument, 'H');
        messages.tradingAction(instrument, 'T', "LUDP");
        messages.brokenTrade();
    }

    /** An operational halt on BX; it does not affect the NASDAQ book. */
    private void otherMarketHalt(final long untilNs, final int percent) {
        final Instrument instrument = market.byActivity[0];
        messages.operationalHalt(instrument, 'B', 'H');
        trade(untilNs, percent, NO_AUCTION);
        messages.operationalHalt(instrument, 'B', 'T');
        messages.retailInterest(instrument, 'A');
    }

    private void crosses(final char kind, final long atNs) {
        final int crossed = shape.crossedSymbols();
        clock.phase(atNs + CROSSES_TAKE_NS, 3L * crossed);
        for (int rank = 0; rank < crossed; rank++) {
            cross(market.byActivity[rank], kind);
        }
    }

    /** Most shares of a cross come from orders that were not displayed. */
    private void cross(final Instrument instrument, final char kind) {
        final int displayed = flow.cross(instrument, instrument.bids) + flow.cross(instrument, instrument.asks);
        messages.cross(instrument, displayed + 100L * random.below(200), instrument.fairPrice(), kind);
    }

    /** Generates order flow until a time of day and a percentage of the day's messages. */
    private void trade(final long untilNs, final int percent, final char auction) {
        final long until = preMarketEnd + (dayEnd - preMarketEnd) * percent / 100;
        clock.phase(untilNs, until - tape.written());
        while (tape.written() < until) {
            final Instrument instrument = market.active(random);
            if (auction != NO_AUCTION && random.chance(1, 20)) {
                imbalance(instrument, auction);
            } else if (random.chance(1, 2_000)) {
                messages.retailInterest(instrument, "BSAN".charAt(random.below(4)));
            } else if (random.chance(1, 100_000)) {
                messages.brokenTrade();
            } else {
                burst(instrument, until);
            }
        }
        clock.moment(untilNs);
    }

    /** Several messages of one symbol in succession. */
    private void burst(final Instrument instrument, final long until) {
        int left = 1 + random.halving();
        while (left-- > 0 && tape.written() < until) {
            flow.act(instrument);
        }
    }

    private void imbalance(final Instrument instrument, final char auction) {
        final char direction = "BSN".charAt(random.below(3));
        final long missing = direction == 'N' ? 0 : 100L * (1 + random.below(500));
        messages.imbalance(instrument, 100L * random.below(2_000), missing, direction, auction);
    }

    private void event(final char event, final long atNs) {
        clock.moment(atNs);
        messages.systemEvent(event);
    }

    private Instrument leastActive(final int skipped) {
        return market.byActivity[Math.max(0, market.byActivity.length - 1 - skipped)];
    }
}

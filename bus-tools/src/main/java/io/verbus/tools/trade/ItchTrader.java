package io.verbus.tools.trade;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.verbus.BusException;
import io.verbus.marketdata.book.BookSide;
import io.verbus.marketdata.book.InstrumentMessage;
import io.verbus.marketdata.itch.ItchNormaliser;
import io.verbus.marketdata.itch.ItchType;
import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.BlockSource;
import io.verbus.marketdata.source.Tail;
import io.verbus.matching.Terms;
import io.verbus.orders.seat.LocalRefusal;
import io.verbus.orders.seat.TradingSeat;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Locale;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Enters the order flow of an ITCH session: all orders by one seat, and for each execution an IOC order by another one,
 * when everything before is answered. Later requests are entered after its answer.
 */
final class ItchTrader implements OrderFlowHandler {
    private static final int LONGEST = 256;
    /** Prices of ITCH are in 1/10,000, those of a market in millionths. */
    private static final long PRICE_UNIT = 100;

    private final Path file;
    private final Map<String, Integer> market;
    private final TradingSeat maker;
    private final TradingSeat taker;
    private final SeatWaits waits;
    /** Between two requests; 0 for none. */
    private final long periodNs;
    private final ItchOrders orders = new ItchOrders(this);
    private final ItchNormaliser normaliser = new ItchNormaliser(0);
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[LONGEST]);
    private final InstrumentMessage instrument = new InstrumentMessage();
    /** Instruments of the session that the market has under the same number. */
    private final BitSet shared = new BitSet();
    private long dueNs;
    private long messages;
    private long executedShares;
    private long refusedLocally;

    /** The market has the numbers of its instruments by symbol. */
    ItchTrader(final Path file, final Map<String, Integer> market, final TradingSeat maker, final TradingSeat taker,
            final SeatWaits waits, final long periodNs) {
        this.file = file;
        this.market = market;
        this.maker = maker;
        this.taker = taker;
        this.waits = waits;
        this.periodNs = periodNs;
    }

    /** Enters the whole file; returns how it ends. */
    Tail run() {
        dueNs = waits.nowNs();
        try (BlockSource source = BlockSource.streamed(file)) {
            for (Block block = source.next(); block != null; block = source.next()) {
                take(block);
            }
            waits.awaitAnswers();
            return source.tail();
        }
    }

    String summary() {
        return String.format(Locale.ROOT, "%,d messages, of which %,d about orders; %,d executions for %,d shares, %,d"
                + " executions at another price (C) without an equivalent", messages, orders.messages(),
                orders.executions(), executedShares, orders.withoutEquivalent());
    }

    /** Fails if the market did not do what the session reports. */
    void check() {
        final long refused = maker.refused() + taker.refused() + refusedLocally;
        if (orders.unknown() + orders.excesses() + refused > 0 || taker.executedQuantity() != executedShares) {
            throw new BusException(String.format(Locale.ROOT, "the market is not in the state of the session: %,d"
                    + " messages about unknown orders, %,d reductions by more than the open shares, %,d refused"
                    + " requests, %,d shares executed instead of %,d: the flow must begin with the day, in an empty"
                    + " market without limits", orders.unknown(), orders.excesses(), refused, taker.executedQuantity(),
                    executedShares));
        }
    }

    private void take(final Block block) {
        final DirectBuffer in = block.buffer();
        int at = 0;
        while (at < block.length()) {
            final int length = in.getShort(at, BIG_ENDIAN) & 0xFFFF;
            at += Block.FRAMING;
            if (length > 0 && ItchType.length(in.getByte(at)) == length) {
                messages++;
                if (ItchOrders.takes(in.getByte(at))) {
                    normaliser.normalise(in, at, message, 0);
                    orders.take(message);
                } else if (in.getByte(at) == 'R') {
                    normaliser.normalise(in, at, message, 0);
                    instrument.wrap(message, 0, ItchNormaliser.length(in, at));
                    list();
                }
            }
            at += length;
        }
    }

    private void list() {
        final int number = (int) instrument.fields().instrumentId();
        shared.set(number, market.getOrDefault(instrument.symbol(), -1) == number);
    }

    @Override
    public void add(final long id, final int instrument, final int side, final long quantity, final long price) {
        if (!shared.get(instrument)) {
            throw new BusException("the market data does not give instrument " + instrument + " the symbol of " + file
                    + ": give the exchange file of the gateway the line instruments itch=" + file);
        }
        pace();
        long result;
        do {
            result = maker.enter(id, instrument, terms(side) | Terms.DAY, quantity, price * PRICE_UNIT);
        } while (waits.mustRepeat(result));
        end(result);
    }

    @Override
    public void execute(final long id, final int instrument, final int side, final long quantity, final long price) {
        pace();
        waits.awaitAnswers();
        long result;
        do {
            result = taker.enter(orders.executions(), instrument, terms(side) ^ Terms.SELL | Terms.IOC, quantity,
                    price * PRICE_UNIT);
        } while (waits.mustRepeat(result));
        end(result);
        executedShares += quantity;
        waits.awaitAnswers();
    }

    @Override
    public void reduce(final long id, final long left) {
        pace();
        long result;
        do {
            result = maker.reduce(id, left);
        } while (waits.mustRepeat(result));
        end(result);
    }

    @Override
    public void cancel(final long id) {
        pace();
        long result;
        do {
            result = maker.cancel(id);
        } while (waits.mustRepeat(result));
        end(result);
    }

    private void pace() {
        if (periodNs > 0) {
            waits.awaitTime(dueNs);
            dueNs += periodNs;
        }
    }

    private void end(final long result) {
        if (result == LocalRefusal.UNKNOWN_ORDER || result == LocalRefusal.DUPLICATE_ORDER) {
            refusedLocally++;
        } else if (result < 0) {
            throw new BusException("a request cannot be sent: " + LocalRefusal.describe(result));
        }
        waits.poll();
    }

    private static int terms(final int side) {
        return side == BookSide.BUY ? Terms.BUY : Terms.SELL;
    }
}

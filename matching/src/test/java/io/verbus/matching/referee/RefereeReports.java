package io.verbus.matching.referee;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.verbus.matching.BookEvents;
import io.verbus.matching.CancelReason;
import io.verbus.matching.Engine;
import io.verbus.matching.EngineCapacity;
import io.verbus.matching.RefusalCode;
import io.verbus.matching.Reports;
import io.verbus.matching.RequestKind;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Passes the messages of a flow to an engine, and hashes its reports as text in the form of
 * flash1-dev/matching-engine-benchmark. Messages are numbered from 0, orders from 1. Lines are separated, not ended, by
 * a line feed.
 *
 * <pre>
 *  0,message,side,order,price,quantity       a new order was accepted
 *  1,message,price,quantity,resting,order    a trade
 *  2,message,side,order,price                an order, or the rest of an IOC order, was cancelled
 *  3,message,side,order,price,quantity       an order was replaced, after its trades
 *  4,message,order                           a cancel was refused
 *  5,message,order                           a replacement was refused
 * </pre>
 *
 * <p>The referee has no seats. Here the orders belong to 16 seats, which does not change the text.
 */
final class RefereeReports implements Reports {
    private static final int SEATS = 16;
    private static final int ORDERS_OF_SEAT = RefereeFlow.ORDERS / SEATS;
    private static final int INSTRUMENT = 1;
    private static final int CHUNK = 1 << 16;

    private final Engine engine = new Engine(EngineCapacity.DEFAULT, 1, this, BookEvents.IGNORED);
    private final MessageDigest digest;
    private final StringBuilder text = new StringBuilder();
    private long trades;
    /** Whether the message has replaced its order. */
    private boolean isReplaced;

    /** The message; a flow ends an order before the next one. */
    private int order;
    private int side;
    private long quantity;
    private long price;
    private long id;

    RefereeReports() throws NoSuchAlgorithmException {
        digest = MessageDigest.getInstance("SHA-256");
        engine.defineInstrument(INSTRUMENT, 1, 1, 0);
    }

    void newOrder(final int newOrder, final int newSide, final int duration, final long newQuantity,
            final long newPrice) {
        order = newOrder;
        side = newSide;
        quantity = newQuantity;
        price = newPrice;
        id = order / SEATS;
        engine.newOrder(engine.inputs(), order % SEATS, id, INSTRUMENT, side | duration, quantity, price);
    }

    /** Replaces the last new order. */
    void replace(final long newQuantity, final long newPrice) {
        final long oldId = id;
        quantity = newQuantity;
        price = newPrice;
        id += ORDERS_OF_SEAT;
        isReplaced = false;
        engine.replace(engine.inputs(), order % SEATS, oldId, id, quantity, price);
        if (isReplaced) {
            line(3).append(side).append(',').append(order + 1).append(',').append(price).append(',').append(quantity);
        }
    }

    /** Cancels the last new order. */
    void cancel() {
        engine.cancel(engine.inputs(), order % SEATS, id);
    }

    /** The SHA-256 of all lines; the last call. */
    String sha256() {
        hashText();
        return HexFormat.of().formatHex(digest.digest());
    }

    long messages() {
        return engine.inputs();
    }

    long trades() {
        return trades;
    }

    @Override
    public void accepted(final int seat, final long client, final long number) {
        line(0).append(side).append(',').append(order + 1).append(',').append(price).append(',').append(quantity);
    }

    @Override
    public void rejected(final int seat, final long client, final RefusalCode refusal) {
        throw new AssertionError(refusal);
    }

    @Override
    public void replaced(final int seat, final long client, final long newId, final long number, final long open,
            final boolean placeKept) {
        isReplaced = true;
    }

    @Override
    public void reduced(final int seat, final long client, final long removed, final long open) {
        throw new AssertionError("the flow has no reductions");
    }

    @Override
    public void cancelled(final int seat, final long client, final long open, final CancelReason reason) {
        line(2).append(side).append(',').append(order + 1).append(',').append(price);
    }

    @Override
    public void executed(final int seat, final long client, final int instrument, final long traded,
            final long tradePrice, final long trade, final boolean maker, final long open) {
        if (maker) {
            trades++;
            final long resting = client % ORDERS_OF_SEAT * SEATS + seat;
            line(1).append(tradePrice).append(',').append(traded).append(',').append(resting + 1).append(',')
                    .append(order + 1);
        }
    }

    @Override
    public void refused(final RequestKind request, final int seat, final long client, final RefusalCode refusal) {
        line(request == RequestKind.CANCEL ? 4 : 5).append(order + 1);
    }

    /** Begins a line; the first input is accepted, so that its line has none before it. */
    private StringBuilder line(final int kind) {
        if (text.length() > CHUNK) {
            hashText();
        }
        if (engine.inputs() > 1) {
            text.append('\n');
        }
        return text.append(kind).append(',').append(engine.inputs() - 1).append(',');
    }

    private void hashText() {
        digest.update(text.toString().getBytes(US_ASCII));
        text.setLength(0);
    }
}

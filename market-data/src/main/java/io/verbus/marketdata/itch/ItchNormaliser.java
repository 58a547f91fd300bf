package io.verbus.marketdata.itch;

import io.verbus.MessageWriter;
import io.verbus.marketdata.feed.Normaliser;
import io.verbus.marketdata.feed.SourceFormat;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Converts ITCH 5.0 messages to SBE: to {@code market-data.xml}, and what only NASDAQ has to {@code nasdaq.xml}. A
 * stock directory becomes two messages, {@code Instrument} and {@code StockDirectory}; all others one. Each ITCH
 * message is an event of its own, so its last message has the flag END OF EVENT.
 *
 * <p>Omits the reserved byte of {@code H}, the symbols that messages repeat from the stock directory, the tracking
 * number, which has no meaning outside of NASDAQ, and the side of {@code P}, which has been B for all trades since
 * 2014.
 *
 * <p>Allocates nothing. For one thread.
 */
public final class ItchNormaliser implements Normaliser {
    private static final int ITCH_5_0 = 50;

    private final Prefix prefix;
    private final OrderNormaliser orders;
    private final StateNormaliser states;
    private final AuctionNormaliser auctions;

    /**
     * Creates a normaliser for the messages of one day.
     *
     * @param midnightNs midnight in New York, the origin of the timestamps, in nanoseconds since the epoch, UTC
     */
    public ItchNormaliser(final long midnightNs) {
        prefix = new Prefix(midnightNs);
        orders = new OrderNormaliser(prefix);
        states = new StateNormaliser(prefix);
        auctions = new AuctionNormaliser(prefix);
    }

    @Override
    public SourceFormat format() {
        return new SourceFormat("ITCH", ITCH_5_0, prefix.midnightNs());
    }

    @Override
    public int requiredLength(final DirectBuffer in, final int at, final int length) {
        return ItchType.length(in.getByte(at));
    }

    @Override
    public long timeNs(final DirectBuffer in, final int at) {
        return Prefix.sinceMidnightNs(in, at);
    }

    @Override
    public void normalise(final DirectBuffer in, final int at, final int length, final long sequence,
            final long receivedNs, final MessageWriter out) {
        prefix.source(sequence, receivedNs);
        int offset = out.claim(length(in, at));
        if (offset >= 0) {
            normalise(in, at, out.buffer(), offset);
            out.commit();
        }
        if (offset >= 0 && in.getByte(at) == 'R') {
            offset = out.claim(ItchType.normalisedLength((byte) 'R'));
            if (offset >= 0) {
                states.stockDirectory(in, at, out.buffer(), offset);
                out.commit();
            }
        }
    }

    /**
     * The length of the first message that is made from a message.
     *
     * @param in contains the ITCH message
     * @param at offset of its type byte
     * @return length of SBE header and body in bytes; 0 if the type is not of ITCH 5.0
     */
    public static int length(final DirectBuffer in, final int at) {
        final byte type = in.getByte(at);
        return type == 'R' ? StateNormaliser.instrumentLength(in, at) : ItchType.normalisedLength(type);
    }

    /**
     * Converts one message, a stock directory only to {@code Instrument}, with the sequence and the time of receipt of
     * the latest message of a feed, if any. The caller must have checked its length against {@link
     * ItchType#length(byte)}, and provides {@link #length} bytes for the result.
     *
     * @param in contains the ITCH message
     * @param at offset of its type byte
     * @param out receives the SBE message
     * @param offset offset of the SBE header
     * @throws IllegalArgumentException if the type is not of ITCH 5.0
     */
    public void normalise(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        switch (in.getByte(at + ItchLayout.TYPE)) {
            case 'A' -> orders.added(in, at, out, offset);
            case 'F' -> orders.addedAttributed(in, at, out, offset);
            case 'E' -> orders.executed(in, at, out, offset);
            case 'C' -> orders.executedAtPrice(in, at, out, offset);
            case 'X' -> orders.reduced(in, at, out, offset);
            case 'D' -> orders.deleted(in, at, out, offset);
            case 'U' -> orders.replaced(in, at, out, offset);
            case 'P' -> orders.trade(in, at, out, offset);
            case 'Q' -> orders.cross(in, at, out, offset);
            case 'B' -> orders.cancelled(in, at, out, offset);
            case 'L' -> states.participantPosition(in, at, out, offset);
            default -> normaliseRare(in, at, out, offset);
        }
    }

    private void normaliseRare(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final byte type = in.getByte(at + ItchLayout.TYPE);
        switch (type) {
            case 'S' -> states.marketEvent(in, at, out, offset);
            case 'R' -> states.instrument(in, at, out, offset);
            case 'H' -> states.tradingStatus(in, at, out, offset);
            case 'h' -> states.operationalHalt(in, at, out, offset);
            case 'Y' -> states.shortSaleRestriction(in, at, out, offset);
            case 'V' -> states.circuitBreakerLevels(in, at, out, offset);
            case 'W' -> states.circuitBreakerEvent(in, at, out, offset);
            case 'K' -> auctions.quotingPeriod(in, at, out, offset);
            case 'J' -> auctions.auctionCollar(in, at, out, offset);
            case 'I' -> auctions.auction(in, at, out, offset);
            case 'N' -> auctions.retailInterest(in, at, out, offset);
            case 'O' -> auctions.directListing(in, at, out, offset);
            default -> throw new IllegalArgumentException("type " + (char) type + " is not of ITCH 5.0");
        }
    }
}

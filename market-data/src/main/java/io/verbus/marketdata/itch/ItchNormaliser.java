package io.verbus.marketdata.itch;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Converts ITCH 5.0 messages to SBE, schema {@code market-data.xml}. Omits only the reserved byte of {@code H} and the
 * symbols that messages repeat from the stock directory.
 *
 * <p>Allocates nothing. For one thread.
 */
public final class ItchNormaliser {
    private final OrderNormaliser orders;
    private final StateNormaliser states;
    private final AuctionNormaliser auctions;

    /**
     * Creates a normaliser for the messages of one day.
     *
     * @param midnightNs midnight in New York, the origin of the timestamps, in nanoseconds since the epoch, UTC
     */
    public ItchNormaliser(final long midnightNs) {
        final Prefix prefix = new Prefix(midnightNs);
        orders = new OrderNormaliser(prefix);
        states = new StateNormaliser(prefix);
        auctions = new AuctionNormaliser(prefix);
    }

    /**
     * Converts one message. The caller must have checked its length against {@link ItchType#length(byte)}, and provides
     * {@link ItchType#normalisedLength(byte)} bytes for the result.
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
            case 'B' -> orders.broken(in, at, out, offset);
            case 'L' -> states.participantPosition(in, at, out, offset);
            default -> normaliseRare(in, at, out, offset);
        }
    }

    /**
     * Returns the timestamp of a message.
     *
     * @param in contains the ITCH message
     * @param at offset of its type byte
     * @return nanoseconds since midnight in New York
     */
    public static long sinceMidnightNs(final DirectBuffer in, final int at) {
        return in.getLong(at + ItchLayout.TRACKING_NUMBER, BIG_ENDIAN) & Prefix.TIMESTAMP_MASK;
    }

    private void normaliseRare(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final byte type = in.getByte(at + ItchLayout.TYPE);
        switch (type) {
            case 'S' -> states.systemEvent(in, at, out, offset);
            case 'R' -> states.instrument(in, at, out, offset);
            case 'H' -> states.tradingStatus(in, at, out, offset);
            case 'h' -> states.operationalHalt(in, at, out, offset);
            case 'Y' -> states.shortSaleRestriction(in, at, out, offset);
            case 'V' -> states.circuitBreakerLevels(in, at, out, offset);
            case 'W' -> states.circuitBreakerEvent(in, at, out, offset);
            case 'K' -> auctions.quotingPeriod(in, at, out, offset);
            case 'J' -> auctions.auctionCollar(in, at, out, offset);
            case 'I' -> auctions.auctionImbalance(in, at, out, offset);
            case 'N' -> auctions.retailInterest(in, at, out, offset);
            case 'O' -> auctions.directListing(in, at, out, offset);
            default -> throw new IllegalArgumentException("type " + (char) type + " is not of ITCH 5.0");
        }
    }
}

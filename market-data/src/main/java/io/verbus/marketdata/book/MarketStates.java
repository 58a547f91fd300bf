package io.verbus.marketdata.book;

import io.verbus.codec.marketdata.AuctionDecoder;
import io.verbus.codec.marketdata.AuctionKind;
import io.verbus.codec.marketdata.MarketStep;
import io.verbus.codec.marketdata.TradingState;
import java.util.Arrays;

/**
 * How each instrument trades, and the step of the market's day, as the venue announced them last. Announcements
 * before the first message that was read are unknown. One thread writes and reads; allocates only for an instrument
 * above all earlier ones.
 */
public final class MarketStates {
    private static final byte UNKNOWN = 0;

    private byte[] states = new byte[1 << 10];
    /** Of the instruments that have none of their own. */
    private byte stateOfAll;
    private byte step;
    /** Per instrument: the auction that was announced and has not taken place; 0 if there is none. */
    private byte[] auctions = new byte[0];
    private long[] auctionPrices = new long[0];
    private long[] auctionQuantities = new long[0];

    MarketStates() {
    }

    /**
     * How an instrument trades.
     *
     * @param instrument any id
     * @return the newest state; {@link TradingState#NULL_VAL} if none was announced
     */
    public TradingState state(final int instrument) {
        final byte own = PriceBooks.isInstrument(instrument) && instrument < states.length
                ? states[instrument]
                : UNKNOWN;
        return TradingState.get(own == UNKNOWN ? stateOfAll : own);
    }

    /** {@return the newest step of the market's day; {@link MarketStep#NULL_VAL} if none was announced} */
    public MarketStep step() {
        return MarketStep.get(step);
    }

    /**
     * The auction that was announced for an instrument and has not traded.
     *
     * @param instrument any id
     * @return its kind; {@link AuctionKind#NULL_VAL} if there is none
     */
    public AuctionKind auction(final int instrument) {
        return AuctionKind.get(hasAuction(instrument) ? auctions[instrument] : UNKNOWN);
    }

    /**
     * Price at which that auction would trade.
     *
     * @param instrument any id
     * @return its clearing price, else its reference price, in the units of the wire; {@link PriceBooks#NO_PRICE} if
     * there is none
     */
    public long auctionPrice(final int instrument) {
        return hasAuction(instrument) ? auctionPrices[instrument] : PriceBooks.NO_PRICE;
    }

    /**
     * Quantity that would trade in that auction.
     *
     * @param instrument any id
     * @return in the units of the wire, 0 or more
     */
    public long auctionQuantity(final int instrument) {
        return hasAuction(instrument) ? auctionQuantities[instrument] : 0;
    }

    void clear() {
        Arrays.fill(states, UNKNOWN);
        Arrays.fill(auctions, UNKNOWN);
        stateOfAll = UNKNOWN;
        step = UNKNOWN;
    }

    void setStep(final byte code) {
        step = code;
    }

    void setState(final long instrument, final byte code) {
        if (instrument == BookUpdater.WHOLE_MARKET) {
            Arrays.fill(states, UNKNOWN);
            stateOfAll = code;
        } else if (PriceBooks.isInstrument(instrument)) {
            final int id = (int) instrument;
            if (id >= states.length) {
                states = Arrays.copyOf(states, lengthFor(id));
            }
            states[id] = code;
        }
    }

    void setAuction(final AuctionDecoder auction) {
        final long instrument = auction.instrumentId();
        if (!PriceBooks.isInstrument(instrument)) {
            return;
        }
        final int id = (int) instrument;
        if (id >= auctions.length) {
            final int length = lengthFor(id);
            auctions = Arrays.copyOf(auctions, length);
            auctionPrices = Arrays.copyOf(auctionPrices, length);
            auctionQuantities = Arrays.copyOf(auctionQuantities, length);
        }
        final long near = auction.nearPrice();
        auctions[id] = auction.kindRaw();
        // Both null values are NO_PRICE.
        auctionPrices[id] = near == AuctionDecoder.nearPriceNullValue() ? auction.referencePrice() : near;
        auctionQuantities[id] = Math.max(0, auction.pairedQuantity());
    }

    /** The announced auction of an instrument has traded. */
    void endAuction(final long instrument) {
        if (PriceBooks.isInstrument(instrument) && instrument < auctions.length) {
            auctions[(int) instrument] = UNKNOWN;
        }
    }

    private boolean hasAuction(final int instrument) {
        return PriceBooks.isInstrument(instrument) && instrument < auctions.length && auctions[instrument] != UNKNOWN;
    }

    private static int lengthFor(final int instrument) {
        return Math.max(1 << 10, Integer.highestOneBit(instrument) << 1);
    }
}

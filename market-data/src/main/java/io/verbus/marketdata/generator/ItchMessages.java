package io.verbus.marketdata.generator;

/** One method per ITCH 5.0 message type, in the order of the specification. */
final class ItchMessages {
    private static final String[] PARTICIPANTS = {"NITE", "CDRG", "WEMM", "INTL", "JFKK", "UBSS", "SUFI", "VIRT",
            "GSCO", "MSCO", "JPMS", "WCHV", "RBCM", "BOFA", "CANT", "COWN", "JEFF", "LEER", "NEED", "OPCO", "PIPR",
            "RAJA", "STFL", "WABR"};
    /** Number of participants that have attributed orders. */
    private static final int ATTRIBUTED_PARTICIPANTS = 8;
    private static final int ROUND_LOT = 100;
    /** Circuit-breaker levels have eight decimals. */
    private static final long LEVEL_UNITS_PER_POINT = 100_000_000;

    private final Tape tape;
    private final SplitMix random;
    private long lastReference;
    private long lastMatch;
    private Instrument lastTraded;

    ItchMessages(final Tape tape, final SplitMix random) {
        this.tape = tape;
        this.random = random;
    }

    void systemEvent(final char event) {
        tape.begin('S', 0).letter(event).end();
    }

    void directory(final Instrument instrument) {
        final Tickers.Listing listing = instrument.listing;
        final boolean onNasdaq = "QGS".indexOf(listing.category()) >= 0;
        about('R', instrument).letter(listing.category()).letter(onNasdaq ? 'N' : ' ').number4(ROUND_LOT).letter('N')
                .letter(listing.isFund() ? 'Q' : 'C').text(listing.isFund() ? "I " : "Z ").letter('P').letter('N')
                .letter(onNasdaq ? 'N' : ' ').letter('1').letter(listing.isFund() ? 'Y' : 'N').number4(0).letter('N')
                .end();
    }

    /** {@code state}: T trading, H halted, P paused. {@code reason}: four characters. */
    void tradingAction(final Instrument instrument, final char state, final String reason) {
        about('H', instrument).letter(state).letter(' ').text(reason).end();
    }

    void shortSaleUnrestricted(final Instrument instrument) {
        about('Y', instrument).letter('0').end();
    }

    void participant(final Instrument instrument, final int index) {
        tape.begin('L', instrument.locate).text(PARTICIPANTS[index % PARTICIPANTS.length]).number8(instrument.ticker)
                .letter(index == 0 ? 'Y' : 'N').letter('N').letter('A').end();
    }

    /** The market-wide circuit breaker: 7, 13 and 20 % below the previous close of the S&amp;P 500. */
    void breakerLevels(final int closePoints) {
        final long percent = closePoints * LEVEL_UNITS_PER_POINT / 100;
        tape.begin('V', 0).number8(93 * percent).number8(87 * percent).number8(80 * percent).end();
    }

    void breakerReached(final char level) {
        tape.begin('W', 0).letter(level).end();
    }

    void quotationTime(final Instrument instrument, final int secondsSinceMidnight) {
        about('K', instrument).number4(secondsSinceMidnight).letter('A').number4(instrument.fairPrice()).end();
    }

    void auctionCollar(final Instrument instrument) {
        final int price = instrument.fairPrice();
        about('J', instrument).number4(price).number4(price + price / 20).number4(price - price / 20).number4(0).end();
    }

    /** {@code market}: Q NASDAQ, B BX, X PSX. {@code action}: H halted, T trading. */
    void operationalHalt(final Instrument instrument, final char market, final char action) {
        about('h', instrument).letter(market).letter(action).end();
    }

    /** Returns the reference of the new order. One order in fifty is attributed to a participant. */
    long add(final Instrument instrument, final boolean isBuy, final int shares, final int price) {
        final boolean attributed = random.chance(1, 50);
        tape.begin(attributed ? 'F' : 'A', instrument.locate).number8(nextReference()).letter(isBuy ? 'B' : 'S')
                .number4(shares).number8(instrument.ticker).number4(price);
        if (attributed) {
            tape.text(PARTICIPANTS[random.below(ATTRIBUTED_PARTICIPANTS)]);
        }
        tape.end();
        return lastReference;
    }

    void executed(final Instrument instrument, final long reference, final int shares) {
        tape.begin('E', instrument.locate).number8(reference).number4(shares).number8(nextMatch(instrument)).end();
    }

    void executedAt(final Instrument instrument, final long reference, final int shares, final boolean printable,
            final int price) {
        tape.begin('C', instrument.locate).number8(reference).number4(shares).number8(nextMatch(instrument))
                .letter(printable ? 'Y' : 'N').number4(price).end();
    }

    void cancelled(final Instrument instrument, final long reference, final int shares) {
        tape.begin('X', instrument.locate).number8(reference).number4(shares).end();
    }

    void deleted(final Instrument instrument, final long reference) {
        tape.begin('D', instrument.locate).number8(reference).end();
    }

    /** Returns the reference of the replacement order. */
    long replaced(final Instrument instrument, final long reference, final int shares, final int price) {
        tape.begin('U', instrument.locate).number8(reference).number8(nextReference()).number4(shares)
                .number4(price).end();
        return lastReference;
    }

    /** A trade with an order that was not displayed: reference 0 and side B, as in the specification. */
    void trade(final Instrument instrument, final int shares, final int price) {
        tape.begin('P', instrument.locate).number8(0).letter('B').number4(shares).number8(instrument.ticker)
                .number4(price).number8(nextMatch(instrument)).end();
    }

    /** {@code kind}: O opening, C closing, H after a halt. */
    void cross(final Instrument instrument, final long shares, final int price, final char kind) {
        tape.begin('Q', instrument.locate).number8(shares).number8(instrument.ticker).number4(price)
                .number8(nextMatch(instrument)).letter(kind).end();
    }

    /** Breaks the most recent trade. */
    void brokenTrade() {
        tape.begin('B', lastTraded.locate).number8(lastMatch).end();
    }

    /** {@code direction}: B buy, S sell, N none. {@code kind}: O opening, C closing, H halt. */
    void imbalance(final Instrument instrument, final long paired, final long missing, final char direction,
            final char kind) {
        final int price = instrument.fairPrice();
        tape.begin('I', instrument.locate).number8(paired).number8(missing).letter(direction)
                .number8(instrument.ticker).number4(price).number4(price).number4(price).letter(kind).letter('L').end();
    }

    /** {@code interest}: B buy, S sell, A both, N none. */
    void retailInterest(final Instrument instrument, final char interest) {
        about('N', instrument).letter(interest).end();
    }

    /** A direct listing with capital raise: the price range is half to twice the price before the opening. */
    void directListing(final Instrument instrument, final long nearTimeNs) {
        final int price = instrument.fairPrice();
        about('O', instrument).letter('Y').number4(price / 2).number4(2 * price).number4(price).number8(nearTimeNs)
                .number4(price - price / 10).number4(price + price / 10).end();
    }

    private Tape about(final char type, final Instrument instrument) {
        return tape.begin(type, instrument.locate).number8(instrument.ticker);
    }

    /** References increase, with gaps where orders were not displayed. */
    private long nextReference() {
        lastReference += 1 + random.halving();
        return lastReference;
    }

    private long nextMatch(final Instrument instrument) {
        lastTraded = instrument;
        return ++lastMatch;
    }
}

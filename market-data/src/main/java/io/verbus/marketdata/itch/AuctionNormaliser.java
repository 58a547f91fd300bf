package io.verbus.marketdata.itch;

import static io.verbus.marketdata.itch.Fields.code;
import static io.verbus.marketdata.itch.Fields.codes;
import static io.verbus.marketdata.itch.Fields.copy;
import static io.verbus.marketdata.itch.Fields.priceOrNull;
import static io.verbus.marketdata.itch.Fields.timeOrNull;
import static io.verbus.marketdata.itch.Fields.uint32;
import static io.verbus.marketdata.itch.Fields.uint64;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.verbus.codec.marketdata.AuctionCollarEncoder;
import io.verbus.codec.marketdata.AuctionImbalanceEncoder;
import io.verbus.codec.marketdata.DirectListingEncoder;
import io.verbus.codec.marketdata.QuotingPeriodEncoder;
import io.verbus.codec.marketdata.RetailInterestEncoder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Normalises auctions and releases; ITCH 5.0, sections 1.2.6, 1.2.7 and 1.6 to 1.8. */
final class AuctionNormaliser {
    private static final long AUCTION_COLLAR = Prefix.header(AuctionCollarEncoder.BLOCK_LENGTH,
            AuctionCollarEncoder.TEMPLATE_ID);
    private static final long AUCTION_IMBALANCE = Prefix.header(AuctionImbalanceEncoder.BLOCK_LENGTH,
            AuctionImbalanceEncoder.TEMPLATE_ID);
    private static final long DIRECT_LISTING = Prefix.header(DirectListingEncoder.BLOCK_LENGTH,
            DirectListingEncoder.TEMPLATE_ID);
    private static final long QUOTING_PERIOD = Prefix.header(QuotingPeriodEncoder.BLOCK_LENGTH,
            QuotingPeriodEncoder.TEMPLATE_ID);
    private static final long RETAIL_INTEREST = Prefix.header(RetailInterestEncoder.BLOCK_LENGTH,
            RetailInterestEncoder.TEMPLATE_ID);

    private final Prefix prefix;
    private final AuctionCollarEncoder auctionCollar = new AuctionCollarEncoder();
    private final AuctionImbalanceEncoder auctionImbalance = new AuctionImbalanceEncoder();
    private final DirectListingEncoder directListing = new DirectListingEncoder();
    private final QuotingPeriodEncoder quotingPeriod = new QuotingPeriodEncoder();

    AuctionNormaliser(final Prefix prefix) {
        this.prefix = prefix;
    }

    void quotingPeriod(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, QUOTING_PERIOD, code(in, at + ItchLayout.K_QUALIFIER));
        final long releaseNs = SECONDS.toNanos(uint32(in, at + ItchLayout.K_RELEASE_TIME));
        quotingPeriod.wrap(out, body)
                .releaseTime(timeOrNull(releaseNs, prefix.midnightNs()))
                .price().mantissa(priceOrNull(in, at + ItchLayout.K_PRICE));
    }

    void auctionCollar(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, AUCTION_COLLAR);
        auctionCollar.wrap(out, body).extension(uint32(in, at + ItchLayout.J_EXTENSION));
        auctionCollar.referencePrice().mantissa(priceOrNull(in, at + ItchLayout.J_REFERENCE_PRICE));
        auctionCollar.upperPrice().mantissa(priceOrNull(in, at + ItchLayout.J_UPPER_PRICE));
        auctionCollar.lowerPrice().mantissa(priceOrNull(in, at + ItchLayout.J_LOWER_PRICE));
    }

    void auctionImbalance(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int codes = codes(in, at + ItchLayout.I_DIRECTION, at + ItchLayout.I_CROSS_TYPE);
        final int body = prefix.put(in, at, out, offset, AUCTION_IMBALANCE, codes);
        auctionImbalance.wrap(out, body)
                .pairedQuantity(uint64(in, at + ItchLayout.I_PAIRED_SHARES))
                .imbalanceQuantity(uint64(in, at + ItchLayout.I_IMBALANCE_SHARES));
        auctionImbalance.farPrice().mantissa(priceOrNull(in, at + ItchLayout.I_FAR_PRICE));
        auctionImbalance.nearPrice().mantissa(priceOrNull(in, at + ItchLayout.I_NEAR_PRICE));
        auctionImbalance.referencePrice().mantissa(priceOrNull(in, at + ItchLayout.I_REFERENCE_PRICE));
        copy(in, at + ItchLayout.I_PRICE_VARIATION, out, body + AuctionImbalanceEncoder.priceVariationEncodingOffset());
    }

    void retailInterest(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        prefix.put(in, at, out, offset, RETAIL_INTEREST, code(in, at + ItchLayout.N_INTEREST));
    }

    void directListing(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, DIRECT_LISTING, code(in, at + ItchLayout.O_OPEN_ELIGIBILITY));
        final long nearExecutionNs = uint64(in, at + ItchLayout.O_NEAR_EXECUTION_TIME);
        directListing.wrap(out, body).nearExecutionTime(timeOrNull(nearExecutionNs, prefix.midnightNs()));
        directListing.minimumPrice().mantissa(priceOrNull(in, at + ItchLayout.O_MINIMUM_PRICE));
        directListing.maximumPrice().mantissa(priceOrNull(in, at + ItchLayout.O_MAXIMUM_PRICE));
        directListing.nearExecutionPrice().mantissa(priceOrNull(in, at + ItchLayout.O_NEAR_EXECUTION_PRICE));
        directListing.lowerCollar().mantissa(priceOrNull(in, at + ItchLayout.O_LOWER_COLLAR));
        directListing.upperCollar().mantissa(priceOrNull(in, at + ItchLayout.O_UPPER_COLLAR));
    }
}

package io.verbus.marketdata.itch;

import static io.verbus.marketdata.itch.Fields.code;
import static io.verbus.marketdata.itch.Fields.copy;
import static io.verbus.marketdata.itch.Fields.priceOrNull;
import static io.verbus.marketdata.itch.Fields.quantity64;
import static io.verbus.marketdata.itch.Fields.timeOrNull;
import static io.verbus.marketdata.itch.Fields.uint32;
import static io.verbus.marketdata.itch.Fields.uint64;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.verbus.codec.marketdata.AuctionEncoder;
import io.verbus.codec.nasdaq.AuctionCollarEncoder;
import io.verbus.codec.nasdaq.DirectListingEncoder;
import io.verbus.codec.nasdaq.QuotingPeriodEncoder;
import io.verbus.codec.nasdaq.RetailInterestEncoder;
import io.verbus.marketdata.book.MessagePrefix;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Normalises auctions and releases; ITCH 5.0, sections 1.2.6, 1.2.7 and 1.6 to 1.8. */
final class AuctionNormaliser {
    private static final long AUCTION = MessagePrefix.header(AuctionEncoder.BLOCK_LENGTH, AuctionEncoder.TEMPLATE_ID);
    private static final long AUCTION_COLLAR = Nasdaq.header(AuctionCollarEncoder.BLOCK_LENGTH,
            AuctionCollarEncoder.TEMPLATE_ID);
    private static final long DIRECT_LISTING = Nasdaq.header(DirectListingEncoder.BLOCK_LENGTH,
            DirectListingEncoder.TEMPLATE_ID);
    private static final long QUOTING_PERIOD = Nasdaq.header(QuotingPeriodEncoder.BLOCK_LENGTH,
            QuotingPeriodEncoder.TEMPLATE_ID);
    private static final long RETAIL_INTEREST = Nasdaq.header(RetailInterestEncoder.BLOCK_LENGTH,
            RetailInterestEncoder.TEMPLATE_ID);

    private final Prefix prefix;
    private final AuctionEncoder auction = new AuctionEncoder();
    private final AuctionCollarEncoder auctionCollar = new AuctionCollarEncoder();
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
                .price(priceOrNull(in, at + ItchLayout.K_PRICE));
    }

    void auctionCollar(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, AUCTION_COLLAR);
        auctionCollar.wrap(out, body).extension(uint32(in, at + ItchLayout.J_EXTENSION));
        auctionCollar.referencePrice(priceOrNull(in, at + ItchLayout.J_REFERENCE_PRICE));
        auctionCollar.upperPrice(priceOrNull(in, at + ItchLayout.J_UPPER_PRICE));
        auctionCollar.lowerPrice(priceOrNull(in, at + ItchLayout.J_LOWER_PRICE));
    }

    void auction(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, AUCTION, code(in, at + ItchLayout.I_CROSS_TYPE));
        auction.wrap(out, body)
                .pairedQuantity(quantity64(in, at + ItchLayout.I_PAIRED_SHARES))
                .imbalanceQuantity(quantity64(in, at + ItchLayout.I_IMBALANCE_SHARES))
                .referencePrice(priceOrNull(in, at + ItchLayout.I_REFERENCE_PRICE))
                .nearPrice(priceOrNull(in, at + ItchLayout.I_NEAR_PRICE))
                .farPrice(priceOrNull(in, at + ItchLayout.I_FAR_PRICE))
                .lowerCollar(AuctionEncoder.lowerCollarNullValue())
                .upperCollar(AuctionEncoder.upperCollarNullValue())
                .auctionTime(AuctionEncoder.auctionTimeNullValue())
                .extensions(AuctionEncoder.extensionsNullValue());
        copy(in, at + ItchLayout.I_DIRECTION, out, body + AuctionEncoder.directionEncodingOffset());
        copy(in, at + ItchLayout.I_PRICE_VARIATION, out, body + AuctionEncoder.variationEncodingOffset());
    }

    void retailInterest(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        prefix.put(in, at, out, offset, RETAIL_INTEREST, code(in, at + ItchLayout.N_INTEREST));
    }

    void directListing(final DirectBuffer in, final int at, final MutableDirectBuffer out, final int offset) {
        final int body = prefix.put(in, at, out, offset, DIRECT_LISTING, code(in, at + ItchLayout.O_OPEN_ELIGIBILITY));
        final long nearExecutionNs = uint64(in, at + ItchLayout.O_NEAR_EXECUTION_TIME);
        directListing.wrap(out, body).nearExecutionTime(timeOrNull(nearExecutionNs, prefix.midnightNs()));
        directListing.minimumPrice(priceOrNull(in, at + ItchLayout.O_MINIMUM_PRICE));
        directListing.maximumPrice(priceOrNull(in, at + ItchLayout.O_MAXIMUM_PRICE));
        directListing.nearExecutionPrice(priceOrNull(in, at + ItchLayout.O_NEAR_EXECUTION_PRICE));
        directListing.lowerCollar(priceOrNull(in, at + ItchLayout.O_LOWER_COLLAR));
        directListing.upperCollar(priceOrNull(in, at + ItchLayout.O_UPPER_COLLAR));
    }
}

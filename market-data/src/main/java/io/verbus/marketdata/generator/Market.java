package io.verbus.marketdata.generator;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** All symbols of a session, with the activity and the book depth of each. */
final class Market {
    /** Activity is proportional to 1 / (rank + 4): the most active symbol of 8,000 has 3 % of the messages. */
    private static final int RANK_SHIFT = 4;

    final GeneratedOrders pool = new GeneratedOrders();
    final Instrument[] byLocate;
    final Instrument[] byActivity;
    private final AliasTable activity;
    private final AliasTable depth;

    Market(final SessionShape shape, final int settledOrders, final SplitMix random) {
        final List<Tickers.Listing> listings = Tickers.listings(shape.symbols(), random);
        final double sum = depthSum(listings.size());
        byActivity = new Instrument[listings.size()];
        final int[] locates = alphabetical(listings);
        for (int rank = 0; rank < byActivity.length; rank++) {
            final int settled = (int) Math.max(2, depthWeight(rank) / sum * settledOrders);
            final int reserve = Math.min(8, rank / 50);
            byActivity[rank] = new Instrument(locates[rank], listings.get(rank), settled, reserve, pool);
        }
        byLocate = byActivity.clone();
        Arrays.sort(byLocate, Comparator.comparingInt(instrument -> instrument.locate));
        activity = new AliasTable(byActivity.length, rank -> 1.0 / (rank + RANK_SHIFT));
        depth = new AliasTable(byActivity.length, Market::depthWeight);
    }

    /** A random symbol, weighted by activity. */
    Instrument active(final SplitMix random) {
        return byActivity[activity.draw(random)];
    }

    /** A random symbol, weighted by book depth: for filling the books before the opening. */
    Instrument deep(final SplitMix random) {
        return byActivity[depth.draw(random)];
    }

    /** Resting orders are distributed more evenly than messages. */
    private static double depthWeight(final int rank) {
        return 1 / StrictMath.sqrt(rank + RANK_SHIFT);
    }

    private static double depthSum(final int symbols) {
        double sum = 0;
        for (int rank = 0; rank < symbols; rank++) {
            sum += depthWeight(rank);
        }
        return sum;
    }

    /** Stock locates are in alphabetical order, as in a real session. */
    private static int[] alphabetical(final List<Tickers.Listing> listings) {
        final Integer[] ranks = new Integer[listings.size()];
        Arrays.setAll(ranks, rank -> rank);
        Arrays.sort(ranks, Comparator.comparing(rank -> listings.get(rank).ticker()));
        final int[] locates = new int[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            locates[ranks[i]] = i + 1;
        }
        return locates;
    }
}

package io.verbus.latency.report.rounds;

import io.verbus.latency.result.Series;
import java.util.ArrayList;
import java.util.List;

/**
 * Rounds that are joined, in order, until enough samples lie above a percentile: a percentile with a few samples above
 * it is chance. Short rounds have a certain median each, and a certain p99.9 together. Other metrics need one round.
 */
final class Pool {
    private final Metric metric;
    private final List<Series> rounds = new ArrayList<>();

    private Pool(final Metric metric) {
        this.metric = metric;
    }

    /** One value for each pool of these rounds; rounds at the end that are too few for a further pool are left out. */
    static List<Double> values(final List<Series> rounds, final Metric metric) {
        final List<Double> values = new ArrayList<>();
        Pool pool = new Pool(metric);
        for (final Series round : rounds) {
            if (pool.takes(round)) {
                pool.rounds.add(round);
                if (pool.isFull()) {
                    values.add(pool.value());
                    pool = new Pool(metric);
                }
            }
        }
        return values;
    }

    /** One ratio for each pool of these pairs of rounds, which has enough samples of both. */
    static List<Double> ratios(final List<Ratio.Pair> pairs, final Metric metric) {
        final List<Double> ratios = new ArrayList<>();
        Pool above = new Pool(metric);
        Pool below = new Pool(metric);
        for (final Ratio.Pair pair : pairs) {
            if (!above.takes(pair.above()) || !below.takes(pair.below())) {
                continue;
            }
            above.rounds.add(pair.above());
            below.rounds.add(pair.below());
            if (above.isFull() && below.isFull()) {
                if (below.value() > 0) {
                    ratios.add(above.value() / below.value());
                }
                above = new Pool(metric);
                below = new Pool(metric);
            }
        }
        return ratios;
    }

    /** Whether it has the metric. Without a histogram it can't be joined with others. */
    private boolean takes(final Series round) {
        return metric.of(round) != null && (round.latency().histogram() != null || metric.isReliable(round));
    }

    private boolean isFull() {
        return metric.isReliable(rounds);
    }

    private double value() {
        return rounds.size() == 1 ? metric.of(rounds.getFirst()) : new MergedLatency(rounds).at(metric);
    }
}

package io.verbus.latency.compare;

import io.verbus.latency.jobs.Histograms;
import io.verbus.latency.result.Hiccups;
import io.verbus.latency.result.Latency;
import org.HdrHistogram.Histogram;

/** Histograms as results have them. */
final class Latencies {
    private static final double P50 = 50;
    private static final double P90 = 90;
    private static final double P99 = 99;
    private static final double P999 = 99.9;
    private static final double P9999 = 99.99;

    private Latencies() {
    }

    static Latency of(final Histogram ns) {
        return new Latency(ns.getValueAtPercentile(P50), ns.getValueAtPercentile(P90), ns.getValueAtPercentile(P99),
                ns.getValueAtPercentile(P999), ns.getValueAtPercentile(P9999), ns.getMaxValue(), Histograms.text(ns));
    }

    static Hiccups hiccups(final Histogram ns) {
        return ns.getTotalCount() == 0
                ? Hiccups.NONE
                : new Hiccups(ns.getValueAtPercentile(P50), ns.getValueAtPercentile(P90), ns.getValueAtPercentile(P99),
                        ns.getValueAtPercentile(P999), ns.getValueAtPercentile(P9999), ns.getMaxValue());
    }
}

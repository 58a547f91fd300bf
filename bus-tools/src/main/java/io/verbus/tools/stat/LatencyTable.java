package io.verbus.tools.stat;

import static io.verbus.tools.Texts.printable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;

/** The latencies of the subscriptions that record them as rows of a table. */
final class LatencyTable {
    /** Number of first columns that are texts. */
    static final int TEXTS = 3;

    private LatencyTable() {
    }

    /**
     * Makes the rows.
     *
     * @param view to show
     * @param order of the rows
     * @param number formats a number
     * @return heads and rows; empty if no subscription records latencies
     */
    static List<List<String>> rows(final StatView view, final SortKey order, final LongFunction<String> number) {
        final SubscriptionNames names = new SubscriptionNames(view.now());
        final List<List<String>> rows = new ArrayList<>();
        final Set<Long> shown = new HashSet<>();
        for (final SubscriptionStat one : order.subscriptions(view)) {
            final SubscriptionStat.RecordedLatency latency = one.latency();
            if (latency != null && shown.add(one.id())) {
                rows.add(List.of(printable(one.stream()), names.name(one), Long.toString(one.pid()),
                        number.apply(latency.messages()), ShortNumbers.duration(latency.p50Ns()),
                        ShortNumbers.duration(latency.p99Ns()), ShortNumbers.duration(latency.p999Ns()),
                        ShortNumbers.duration(latency.maxNs())));
            }
        }
        if (!rows.isEmpty()) {
            rows.addFirst(List.of("STREAM", "SUBSCRIPTION", "PID", "LATENCIES", "P50", "P99", "P99.9", "MAX"));
        }
        return rows;
    }
}

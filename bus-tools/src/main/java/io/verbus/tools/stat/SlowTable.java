package io.verbus.tools.stat;

import static io.verbus.tools.Texts.printable;

import io.verbus.latency.report.TextTable;
import io.verbus.monitor.LateCause;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/** The late messages of subscriptions that record latencies, by cause. */
final class SlowTable {
    private static final double PERCENT = 100;
    private static final List<String> HEADS = List.of("STREAM", "SUBSCRIPTION", "PID", "FROM", "LATE", "WORST",
            "CAUSES");

    private SlowTable() {
    }

    static StatLines lines(final StatView view, final SortKey order, final LongFunction<String> number) {
        final SubscriptionNames names = new SubscriptionNames(view.now());
        final List<List<String>> rows = new ArrayList<>(List.of(HEADS));
        final List<SubscriptionStat> shown = new ArrayList<>();
        final Set<Long> ids = new HashSet<>();
        for (final SubscriptionStat one : order.subscriptions(view)) {
            if (one.latency() != null && ids.add(one.id())) {
                final SubscriptionStat.Late late = one.latency().late();
                shown.add(one);
                rows.add(List.of(printable(one.stream()), names.name(one), Long.toString(one.pid()),
                        ShortNumbers.duration(late.fromNs()), number.apply(late.messages()),
                        late.messages() == 0 ? "-" : ShortNumbers.duration(late.worstNs()), shares(late)));
            }
        }
        final StatLines lines = new StatLines();
        if (shown.isEmpty()) {
            lines.append("no subscription records latencies: set latencies: true in its configuration, or use"
                    + " SubscriptionSettings.withLatencies");
        } else {
            lines.append(TextTable.text(3, rows), shown);
            explain(lines, shown);
        }
        return lines;
    }

    /** The most frequent cause first. */
    private static String shares(final SubscriptionStat.Late late) {
        return late.messages() == 0
                ? "-"
                : late.causes().entrySet().stream().filter(one -> one.getValue() > 0)
                        .sorted(Map.Entry.<LateCause, Long>comparingByValue(Comparator.reverseOrder())
                                .thenComparing(Map.Entry.comparingByKey()))
                        .map(one -> one.getKey().word() + " " + percent(one.getValue(), late.messages()))
                        .collect(Collectors.joining(", "));
    }

    private static String percent(final long part, final long all) {
        final double percent = PERCENT * part / all;
        return percent < 1 ? "<1%" : String.format(Locale.ROOT, "%.0f%%", Math.floor(percent));
    }

    private static void explain(final StatLines lines, final List<SubscriptionStat> shown) {
        final String causes = Arrays.stream(LateCause.values())
                .filter(cause -> shown.stream().anyMatch(one -> one.latency().late().causes().get(cause) > 0))
                .map(cause -> cause.word() + ": " + cause.description() + "\n").collect(Collectors.joining());
        lines.append(causes);
    }
}

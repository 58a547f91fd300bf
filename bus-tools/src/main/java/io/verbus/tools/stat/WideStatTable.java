package io.verbus.tools.stat;

import static io.verbus.tools.Texts.hex;
import static io.verbus.tools.Texts.number;
import static io.verbus.tools.Texts.printable;
import static io.verbus.tools.Texts.time;

import io.verbus.latency.report.TextTable;
import io.verbus.tools.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The state of a host as text with all columns and exact numbers: publications, subscriptions, processes, notes. */
final class WideStatTable {
    private static final String UNKNOWN = "-";
    private static final double NS_PER_MS = 1e6;

    private WideStatTable() {
    }

    static StatLines lines(final StatView view, final SortKey order) {
        final StatLines lines = new StatLines();
        if (!view.now().publications().isEmpty()) {
            lines.append(TextTable.text(4, publications(view, order)), order.publications(view));
        }
        if (!view.now().subscriptions().isEmpty()) {
            lines.append(TextTable.text(6, subscriptions(view, order)), order.subscriptions(view));
        }
        final List<List<String>> connections = ConnectionTable.rows(view, order, Texts::number, true);
        if (!connections.isEmpty()) {
            lines.append(TextTable.text(ConnectionTable.TEXTS, connections));
        }
        final List<List<String>> latencies = LatencyTable.rows(view, order, Texts::number);
        if (!latencies.isEmpty()) {
            lines.append(TextTable.text(LatencyTable.TEXTS, latencies));
        }
        if (!view.now().processes().isEmpty()) {
            lines.append(TextTable.text(3, processes(view)));
        }
        lines.append(StatNotes.of(view));
        return lines;
    }

    private static List<List<String>> publications(final StatView view, final SortKey order) {
        final List<List<String>> rows = new ArrayList<>(List.of(List.of("STREAM", "PUBLISHER (PID)", "SESSION",
                "STATE", "MESSAGES", "MESSAGES/S", "BYTES/S", "LOG (BYTES)", "CLAIMS REFUSED")));
        for (final PublicationStat one : order.publications(view)) {
            rows.add(List.of(printable(one.stream()), process(one.publisher(), one.pid(), one.alive(), ""),
                    hex(one.session()), view.state(one).word(), number(one.messages()),
                    known(view.messagesPerSecond(one)), known(view.bytesPerSecond(one)), number(one.capacity()),
                    number(one.refused())));
        }
        return rows;
    }

    private static List<List<String>> subscriptions(final StatView view, final SortKey order) {
        final List<List<String>> rows = new ArrayList<>(List.of(List.of("STREAM", "SUBSCRIPTION (PID)", "ID", "SESSION",
                "POLICY", "STATE", "LAG (MESSAGES)", "LAG (BYTES)", "LAG (% OF LOG)", "LAG (MS)", "MESSAGES/S", "GAPS",
                "MISSED", "FILLED", "FAILED")));
        for (final SubscriptionStat one : order.subscriptions(view)) {
            final SubscriptionStat.Read read = one.read();
            final SubscriptionStat.GapCounts counts = one.counts();
            rows.add(List.of(printable(one.stream()), process(one.name(), one.pid(), one.alive(), one.host()),
                    hex(one.id()),
                    read == null ? UNKNOWN : hex(read.session()) + on(read.publisherHost()),
                    one.policy() == null ? UNKNOWN : one.policy().toString(),
                    view.states(one).stream().map(SubscriptionState::word).collect(Collectors.joining(", ")),
                    read == null ? UNKNOWN : lag(view.estimatedLag(one), read.lagMessages()),
                    read == null ? UNKNOWN : number(read.lagBytes()),
                    read == null || read.lagPercent() == SubscriptionStat.UNKNOWN
                            ? UNKNOWN
                            : String.format(Locale.ROOT, "%.1f %%", read.lagPercent()),
                    read == null ? UNKNOWN : ms(read.lagNs()), known(view.messagesPerSecond(one)),
                    counts == null ? UNKNOWN : number(counts.gaps()),
                    counts == null ? UNKNOWN : number(counts.missed()),
                    counts == null ? UNKNOWN : number(counts.filled()),
                    counts == null ? UNKNOWN : number(counts.failed())));
        }
        return rows;
    }

    private static List<List<String>> processes(final StatView view) {
        final List<List<String>> rows = new ArrayList<>(List.of(List.of("PID", "STATE", "STARTED (UTC)",
                "CONDUCTOR SILENT (MS)", "LONGEST CYCLE (MS)", "ERRORS")));
        for (final ProcessStat one : view.now().processes()) {
            rows.add(List.of(Long.toString(one.pid()),
                    one.alive() ? one.isSilent() ? "stalled" : "running" : "gone",
                    one.started() == null ? UNKNOWN : time(one.started()), ms(one.silentNs()), ms(one.maxCycleNs()),
                    number(one.errors())));
        }
        return rows;
    }

    private static String lag(final long estimated, final long messages) {
        return estimated == StatView.UNKNOWN ? known(messages) : "~" + number(estimated);
    }

    private static String known(final long value) {
        return value < 0 ? UNKNOWN : number(value);
    }

    private static String ms(final long ns) {
        return ns < 0 ? UNKNOWN : String.format(Locale.ROOT, "%,.1f", ns / NS_PER_MS);
    }

    private static String on(final String host) {
        return host.isEmpty() ? "" : " on " + printable(host);
    }

    private static String process(final String name, final long pid, final boolean alive, final String host) {
        return printable(name) + " (" + pid + on(host) + (alive ? ")" : ", dead)");
    }
}

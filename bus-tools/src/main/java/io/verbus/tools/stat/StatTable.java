package io.verbus.tools.stat;

import static io.verbus.tools.Texts.printable;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The state of a host as text, for a terminal of 80 columns: publications, subscriptions, notes. */
final class StatTable {
    private static final String UNKNOWN = "-";

    private final StatView view;
    private final SortKey order;
    private final int width;
    private final Instant time;

    /**
     * A table.
     *
     * @param view to show
     * @param order of the rows
     * @param width columns of the terminal
     * @param time of the read, for the age of processes
     */
    StatTable(final StatView view, final SortKey order, final int width, final Instant time) {
        this.view = view;
        this.order = order;
        this.width = width;
        this.time = time;
    }

    StatLines lines() {
        final StatLines lines = new StatLines();
        if (!view.now().publications().isEmpty()) {
            lines.append(NarrowTable.text(width, 2, 4, publications()), order.publications(view));
        }
        if (!view.now().subscriptions().isEmpty()) {
            lines.append(NarrowTable.text(width, 2, 4, subscriptions()), order.subscriptions(view));
        }
        final List<List<String>> connections = ConnectionTable.rows(view, order, ShortNumbers::number, false);
        if (!connections.isEmpty()) {
            lines.append(NarrowTable.text(width, ConnectionTable.TEXTS, ConnectionTable.TEXTS, connections));
        }
        final List<List<String>> latencies = LatencyTable.rows(view, order, ShortNumbers::number);
        if (!latencies.isEmpty()) {
            lines.append(NarrowTable.text(width, 2, LatencyTable.TEXTS, latencies));
        }
        lines.append(StatNotes.of(view));
        return lines;
    }

    private List<List<String>> publications() {
        final List<List<String>> rows = new ArrayList<>(List.of(List.of("STREAM", "PUBLISHER", "PID", "STATE", "AGE",
                "MESSAGES", "MSG/S", "BYTES/S", "LOG", "REFUSED")));
        for (final PublicationStat one : order.publications(view)) {
            rows.add(List.of(printable(one.stream()), printable(one.publisher()), Long.toString(one.pid()),
                    view.state(one).word(), age(one.process()), ShortNumbers.number(one.messages()),
                    ShortNumbers.number(view.messagesPerSecond(one)), ShortNumbers.number(view.bytesPerSecond(one)),
                    ShortNumbers.number(one.capacity()), ShortNumbers.number(one.refused())));
        }
        return rows;
    }

    private List<List<String>> subscriptions() {
        final List<List<String>> rows = new ArrayList<>(List.of(row(List.of("STREAM", "SUBSCRIPTION", "PID", "STATE",
                "AGE", "LAG", "BYTES", "TIME", "MSG/S", "GAPS"), "FROM")));
        final SubscriptionNames names = new SubscriptionNames(view.now());
        for (final SubscriptionStat one : order.subscriptions(view)) {
            final SubscriptionStat.Read read = one.read();
            rows.add(row(List.of(printable(one.stream()), names.withHost(one), Long.toString(one.pid()),
                    view.states(one).stream().map(SubscriptionState::word).collect(Collectors.joining(", ")),
                    one.host().isEmpty() ? age(one.process()) : UNKNOWN,
                    read == null ? UNKNOWN : lag(one),
                    read == null ? UNKNOWN : ShortNumbers.number(read.lagBytes()),
                    read == null ? UNKNOWN : ShortNumbers.duration(read.lagNs()),
                    ShortNumbers.number(view.messagesPerSecond(one)),
                    one.counts() == null ? UNKNOWN : ShortNumbers.number(one.counts().gaps())), publisher(one)));
        }
        return rows;
    }

    /** With the publisher as last cell where several sessions of the stream are on the host. */
    private List<String> row(final List<String> cells, final String publisher) {
        return view.hasStreamOfSeveralSessions() ? Stream.concat(cells.stream(), Stream.of(publisher)).toList() : cells;
    }

    private String publisher(final SubscriptionStat one) {
        return view.publicationOf(one).map(from -> Long.toString(from.pid()))
                .orElse(one.read() == null ? UNKNOWN : SubscriptionNames.hostOnly(one.read().publisherHost()));
    }

    private String lag(final SubscriptionStat one) {
        final long estimated = view.estimatedLag(one);
        return estimated == StatView.UNKNOWN
                ? ShortNumbers.number(one.read().lagMessages())
                : "~" + ShortNumbers.number(estimated);
    }

    private String age(final ProcessStat process) {
        return process.started() == null
                ? UNKNOWN
                : age(Duration.between(process.started(), time));
    }

    /** Whole seconds: the start of a process is known to 10 ms. */
    private static String age(final Duration duration) {
        final long seconds = Math.max(0, duration.toSeconds());
        return seconds < 60 ? seconds + "s" : ShortNumbers.duration(Duration.ofSeconds(seconds).toNanos());
    }
}

package io.verbus.tools.stat;

import static io.verbus.tools.Texts.printable;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

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

    String text() {
        final StringBuilder text = new StringBuilder();
        if (!view.now().publications().isEmpty()) {
            text.append(NarrowTable.text(width, 2, 4, publications()));
        }
        if (!view.now().subscriptions().isEmpty()) {
            append(text, NarrowTable.text(width, 2, 4, subscriptions()));
        }
        final List<List<String>> connections = ConnectionTable.rows(view, order, ShortNumbers::number, false);
        if (!connections.isEmpty()) {
            append(text, NarrowTable.text(width, ConnectionTable.TEXTS, ConnectionTable.TEXTS, connections));
        }
        final List<List<String>> latencies = LatencyTable.rows(view, order, ShortNumbers::number);
        if (!latencies.isEmpty()) {
            append(text, NarrowTable.text(width, 2, LatencyTable.TEXTS, latencies));
        }
        append(text, StatNotes.of(view));
        return text.toString();
    }

    private static void append(final StringBuilder text, final String part) {
        text.append(text.isEmpty() || part.isEmpty() ? "" : "\n").append(part);
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
        final List<List<String>> rows = new ArrayList<>(List.of(List.of("STREAM", "SUBSCRIPTION", "PID", "STATE",
                "AGE", "LAG", "BYTES", "TIME", "MSG/S", "GAPS")));
        final SubscriptionNames names = new SubscriptionNames(view.now());
        for (final SubscriptionStat one : order.subscriptions(view)) {
            final SubscriptionStat.Read read = one.read();
            rows.add(List.of(printable(one.stream()), names.withHost(one), Long.toString(one.pid()),
                    view.states(one).stream().map(SubscriptionState::word).collect(Collectors.joining(", ")),
                    one.host().isEmpty() ? age(one.process()) : UNKNOWN,
                    read == null ? UNKNOWN : ShortNumbers.number(read.lagMessages()),
                    read == null ? UNKNOWN : ShortNumbers.number(read.lagBytes()),
                    read == null ? UNKNOWN : ShortNumbers.duration(read.lagNs()),
                    ShortNumbers.number(view.messagesPerSecond(one)),
                    one.counts() == null ? UNKNOWN : ShortNumbers.number(one.counts().gaps())));
        }
        return rows;
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

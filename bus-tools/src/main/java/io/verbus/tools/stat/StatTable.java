package io.verbus.tools.stat;

import static io.verbus.tools.Texts.count;
import static io.verbus.tools.Texts.hex;
import static io.verbus.tools.Texts.number;
import static io.verbus.tools.Texts.printable;

import io.verbus.Refusal;
import io.verbus.latency.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The state of a host as text: a table of publications, a table of subscriptions, refusals and back pressure. */
final class StatTable {
    private static final String UNKNOWN = "-";
    private static final double NS_PER_SECOND = 1e9;
    private static final double NS_PER_MS = 1e6;

    private StatTable() {
    }

    /** Formats the state; rates are those since an earlier read, if there was one. */
    static String of(final HostStat now, final HostStat earlier) {
        final StringBuilder text = new StringBuilder(publications(now, earlier));
        if (!now.subscriptions().isEmpty()) {
            text.append('\n').append(subscriptions(now));
        }
        for (final SubscriptionStat one : now.subscriptions()) {
            if (one.read() != null && one.read().refusal() != Refusal.NONE) {
                text.append(printable(one.name())).append(" (").append(one.pid()).append(") reads ")
                        .append(printable(one.stream())).append(" under SKIP instead of BLOCK: ")
                        .append(one.read().refusal().description()).append('\n');
            }
        }
        for (final PublicationStat publication : now.publications()) {
            if (publication.isThreadSilent()) {
                text.append(
                        String.format(Locale.ROOT, "the publishing thread of %s (%d) on %s has not run for %,.1f s%n",
                                printable(publication.publisher()), publication.pid(), printable(publication.stream()),
                                publication.threadSilentNs() / NS_PER_SECOND));
            }
            for (final PublicationStat.BackPressure one : publication.backPressure()) {
                text.append(String.format(Locale.ROOT,
                        "%s (%d) caused back pressure on %s: %s of %s refused, %,.1f ms in total%n",
                        printable(one.subscription()), one.pid(), printable(publication.stream()),
                        count(one.claims(), "claim"), printable(publication.publisher()), one.ns() / NS_PER_MS));
            }
        }
        return text.toString();
    }

    private static String publications(final HostStat now, final HostStat earlier) {
        final List<List<String>> rows = new ArrayList<>(List.of(List.of("STREAM", "PUBLISHER (PID)", "SESSION",
                "MESSAGES", "MESSAGES/S", "BYTES/S", "LOG (BYTES)", "CLAIMS REFUSED")));
        for (final PublicationStat one : now.publications()) {
            final PublicationStat before = earlier == null ? null : earlier.of(one.session());
            rows.add(List.of(printable(one.stream()), process(one.publisher(), one.pid(), one.alive(), ""),
                    hex(one.session()),
                    number(one.messages()),
                    before == null
                            ? UNKNOWN
                            : rate(one.messages() - before.messages(), one.heartbeatNs() - before.heartbeatNs()),
                    before == null
                            ? UNKNOWN
                            : rate(one.position() - before.position(), one.heartbeatNs() - before.heartbeatNs()),
                    number(one.capacity()), number(one.refused())));
        }
        return TextTable.text(3, rows);
    }

    private static String subscriptions(final HostStat now) {
        final List<List<String>> rows = new ArrayList<>(List.of(List.of("STREAM", "SUBSCRIPTION (PID)", "ID", "SESSION",
                "POLICY", "LAG (BYTES)", "LAG (% OF LOG)", "GAPS", "MISSED", "FILLED", "FAILED")));
        for (final SubscriptionStat one : now.subscriptions()) {
            final SubscriptionStat.Read read = one.read();
            final SubscriptionStat.GapCounts counts = one.counts();
            rows.add(List.of(printable(one.stream()), process(one.name(), one.pid(), one.alive(), one.host()),
                    hex(one.id()),
                    read == null ? UNKNOWN : hex(read.session()) + on(read.publisherHost()),
                    one.policy() == null ? UNKNOWN : one.policy().toString(),
                    read == null ? UNKNOWN : number(read.lagBytes()),
                    read == null || read.lagPercent() == SubscriptionStat.UNKNOWN
                            ? UNKNOWN
                            : String.format(Locale.ROOT, "%.1f %%", read.lagPercent()),
                    counts == null ? UNKNOWN : number(counts.gaps()),
                    counts == null ? UNKNOWN : number(counts.missed()),
                    counts == null ? UNKNOWN : number(counts.filled()),
                    counts == null ? UNKNOWN : number(counts.failed())));
        }
        return TextTable.text(5, rows);
    }

    private static String on(final String host) {
        return host.isEmpty() ? "" : " on " + printable(host);
    }

    /** The rate between two heartbeats of the publisher, so the times of the two reads do not matter. */
    private static String rate(final long count, final long ns) {
        return number(ns <= 0 ? 0 : Math.round(count / (ns / NS_PER_SECOND)));
    }

    private static String process(final String name, final long pid, final boolean alive, final String host) {
        return printable(name) + " (" + pid + on(host) + (alive ? ")" : ", dead)");
    }
}

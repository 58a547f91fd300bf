package io.verbus.tools.stat;

import static io.verbus.tools.Texts.printable;

import io.verbus.peer.Refusal;
import java.util.HexFormat;
import java.util.Locale;

/** What there is on a host, for a person: a table of publications, one of subscriptions, and who holds whom back. */
final class StatTable {
    private static final String UNKNOWN = "-";
    private static final double NS_PER_SECOND = 1e9;
    private static final double NS_PER_MS = 1e6;

    private StatTable() {
    }

    /** Rates are those since an earlier look, if there was one. */
    static String of(final HostStat now, final HostStat earlier) {
        final StringBuilder text = new StringBuilder(publications(now, earlier));
        if (!now.subscriptions().isEmpty()) {
            text.append('\n').append(subscriptions(now));
        }
        for (final SubscriptionStat one : now.subscriptions()) {
            if (one.read() != null && one.read().refusal() != Refusal.NONE) {
                text.append(printable(one.name())).append(" (").append(one.pid()).append(") reads ")
                        .append(printable(one.stream())).append(" as under SKIP: ")
                        .append(one.read().refusal().cause()).append('\n');
            }
        }
        for (final PublicationStat publication : now.publications()) {
            if (publication.isThreadSilent()) {
                text.append(
                        String.format(Locale.ROOT, "the publishing thread of %s (%d) on %s has not run for %,.1f s%n",
                                printable(publication.publisher()), publication.pid(), printable(publication.stream()),
                                publication.threadSilentNs() / NS_PER_SECOND));
            }
            for (final PublicationStat.HoldUp one : publication.holdUps()) {
                text.append(String.format(Locale.ROOT, "%s (%d) has held up %,d %s of %s on %s, for %,.1f ms in"
                        + " all%n", printable(one.subscription()), one.pid(), one.claims(),
                        one.claims() == 1 ? "claim" : "claims",
                        printable(publication.publisher()), printable(publication.stream()), one.ns() / NS_PER_MS));
            }
        }
        return text.toString();
    }

    private static String publications(final HostStat now, final HostStat earlier) {
        final Columns columns = new Columns(3, "STREAM", "PUBLISHER (PID)", "SESSION", "MESSAGES", "MESSAGES/S",
                "BYTES/S", "LOG", "CLAIMS REFUSED");
        for (final PublicationStat one : now.publications()) {
            final PublicationStat before = earlier == null ? null : earlier.of(one.session());
            columns.add(printable(one.stream()), who(one.publisher(), one.pid(), one.alive(), ""), hex(one.session()),
                    number(one.messages()),
                    before == null ? UNKNOWN : rate(one.messages() - before.messages(), one.beatNs() - before.beatNs()),
                    before == null ? UNKNOWN : rate(one.position() - before.position(), one.beatNs() - before.beatNs()),
                    number(one.capacity()), number(one.refused()));
        }
        return columns.toString();
    }

    private static String subscriptions(final HostStat now) {
        final Columns columns = new Columns(5, "STREAM", "SUBSCRIPTION (PID)", "ID", "SESSION", "POLICY",
                "BYTES BEHIND", "OF THE LOG", "GAPS", "MISSED", "FILLED", "FAILED");
        for (final SubscriptionStat one : now.subscriptions()) {
            final SubscriptionStat.Read read = one.read();
            final SubscriptionStat.Counts counts = one.counts();
            columns.add(printable(one.stream()), who(one.name(), one.pid(), one.alive(), one.host()), hex(one.id()),
                    read == null ? UNKNOWN : hex(read.session()) + on(read.publisherHost()),
                    one.policy() == null ? UNKNOWN : one.policy().toString(),
                    read == null ? UNKNOWN : number(read.behindBytes()),
                    read == null || read.behindPercent() == SubscriptionStat.UNKNOWN
                            ? UNKNOWN
                            : String.format(Locale.ROOT, "%.1f %%", read.behindPercent()),
                    counts == null ? UNKNOWN : number(counts.gaps()),
                    counts == null ? UNKNOWN : number(counts.missed()),
                    counts == null ? UNKNOWN : number(counts.filled()),
                    counts == null ? UNKNOWN : number(counts.failed()));
        }
        return columns.toString();
    }

    private static String on(final String host) {
        return host.isEmpty() ? "" : " on " + printable(host);
    }

    /** Between two beats of the publisher, so it does not matter when they were looked at. */
    private static String rate(final long count, final long ns) {
        return number(ns <= 0 ? 0 : Math.round(count / (ns / NS_PER_SECOND)));
    }

    private static String who(final String name, final long pid, final boolean alive, final String host) {
        return printable(name) + " (" + pid + on(host) + (alive ? ")" : ", dead)");
    }

    static String hex(final long id) {
        return HexFormat.of().toHexDigits(id);
    }

    private static String number(final long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}

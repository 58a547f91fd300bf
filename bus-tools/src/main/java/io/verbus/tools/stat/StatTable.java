package io.verbus.tools.stat;

import static io.verbus.tools.Texts.printable;

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
        for (final PublicationStat publication : now.publications()) {
            for (final PublicationStat.HoldUp one : publication.holdUps()) {
                text.append(String.format(Locale.ROOT, "%s has held up %,d %s of %s on %s, for %,.1f ms in all%n",
                        printable(one.subscription()), one.claims(), one.claims() == 1 ? "claim" : "claims",
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
            columns.add(printable(one.stream()), who(one.publisher(), one.pid(), one.alive()), hex(one.session()),
                    number(one.messages()),
                    before == null ? UNKNOWN : rate(one.messages() - before.messages(), one.beatNs() - before.beatNs()),
                    before == null ? UNKNOWN : rate(one.position() - before.position(), one.beatNs() - before.beatNs()),
                    number(one.capacity()), number(one.refused()));
        }
        return columns.toString();
    }

    private static String subscriptions(final HostStat now) {
        final Columns columns = new Columns(4, "STREAM", "SUBSCRIPTION (PID)", "SESSION", "POLICY", "BYTES BEHIND",
                "OF THE LOG", "GAPS", "MISSED", "FILLED");
        for (final SubscriptionStat one : now.subscriptions()) {
            final boolean reads = one.session() != 0;
            columns.add(printable(one.stream()), who(one.name(), one.pid(), one.alive()),
                    reads ? hex(one.session()) : UNKNOWN, one.policy().toString(),
                    reads ? number(one.behindBytes()) : UNKNOWN,
                    reads ? String.format(Locale.ROOT, "%.1f %%", one.behindPercent()) : UNKNOWN, number(one.gaps()),
                    number(one.missed()), number(one.filled()));
        }
        return columns.toString();
    }

    /** Between two beats of the publisher, so it does not matter when they were looked at. */
    private static String rate(final long count, final long ns) {
        return number(ns <= 0 ? 0 : Math.round(count / (ns / NS_PER_SECOND)));
    }

    private static String who(final String name, final long pid, final boolean alive) {
        return printable(name) + " (" + pid + (alive ? ")" : ", dead)");
    }

    static String hex(final long id) {
        return HexFormat.of().toHexDigits(id);
    }

    private static String number(final long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}

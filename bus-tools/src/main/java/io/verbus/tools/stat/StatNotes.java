package io.verbus.tools.stat;

import static io.verbus.tools.Texts.count;
import static io.verbus.tools.Texts.printable;

import io.verbus.Refusal;
import java.util.Locale;

/** Sentences below the tables: refused BLOCK, stalled publishing threads, back pressure and its causes. */
final class StatNotes {
    private static final double NS_PER_SECOND = 1e9;
    private static final double NS_PER_MS = 1e6;

    private StatNotes() {
    }

    static String of(final StatView view) {
        final StringBuilder text = new StringBuilder();
        view.now().subscriptions().forEach(one -> text.append(of(one)));
        view.now().publications().forEach(one -> text.append(of(one, view)));
        return text.toString();
    }

    /** Why BLOCK was refused to a subscription; empty if it was not. */
    static String of(final SubscriptionStat one) {
        return one.read() == null || one.read().refusal() == Refusal.NONE
                ? ""
                : printable(one.name()) + " (" + one.pid() + ") reads " + printable(one.stream())
                        + " under SKIP instead of BLOCK: " + one.read().refusal().description() + "\n";
    }

    /** Whether it is a relay's, the silence of its thread, and the back pressure that its subscriptions have caused. */
    static String of(final PublicationStat publication, final StatView view) {
        final StringBuilder text = new StringBuilder();
        if (publication.hops() > 0) {
            text.append(String.format(Locale.ROOT, "%d serves %s of %s as a relay: %s from the publisher%s%n",
                    publication.pid(), printable(publication.stream()), printable(publication.publisher()),
                    count(publication.hops(), "hop"), RelayStat.of(publication, view.now()).description()));
        }
        if (publication.isThreadSilent()) {
            text.append(String.format(Locale.ROOT, "the publishing thread of %s (%d) on %s has not run for %,.1f s%n",
                    printable(publication.publisher()), publication.pid(), printable(publication.stream()),
                    publication.threadSilentNs() / NS_PER_SECOND));
        }
        for (final PublicationStat.BackPressure one : publication.backPressure()) {
            text.append(String.format(Locale.ROOT, "%s (%d) %s on %s: %s of %s refused, %,.1f ms in total%n",
                    printable(one.subscription()), one.pid(),
                    isBlocking(one, publication, view) ? "causes back pressure" : "caused back pressure",
                    printable(publication.stream()), count(one.claims(), "claim"), printable(publication.publisher()),
                    one.ns() / NS_PER_MS));
        }
        return text.toString();
    }

    private static boolean isBlocking(final PublicationStat.BackPressure cause, final PublicationStat publication,
            final StatView view) {
        return view.now().subscriptions().stream().anyMatch(one -> one.id() == cause.id() && one.read() != null
                && one.read().session() == publication.session()
                && view.states(one).contains(SubscriptionState.BLOCKS));
    }
}

package io.verbus.tools.stat;

import static io.verbus.tools.Texts.count;
import static io.verbus.tools.Texts.printable;

import io.verbus.Policy;
import io.verbus.Refusal;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A relay's part in a session: one hop.
 *
 * @param source the relay's own subscription, which reads from the publisher or from another relay; null if there is
 *     none at present
 * @param slowest the reader of its log that lags most of those that can block it; null if none can
 */
record RelayStat(SubscriptionStat source, SubscriptionStat slowest) {
    /** Of a publication of a relay. */
    static RelayStat of(final PublicationStat publication, final HostStat host) {
        final List<SubscriptionStat> readers = host.subscriptions().stream()
                .filter(one -> one.read() != null && one.read().session() == publication.session()).toList();
        return new RelayStat(
                fromOtherHosts(readers).filter(one -> one.pid() == publication.pid()).findFirst().orElse(null),
                readers.stream().filter(one -> one.read().publisherHost().isEmpty() && canBlock(one))
                        .max(Comparator.comparingLong(one -> one.read().lagBytes())).orElse(null));
    }

    private static Stream<SubscriptionStat> fromOtherHosts(final List<SubscriptionStat> readers) {
        return readers.stream().filter(one -> one.host().isEmpty() && !one.read().publisherHost().isEmpty());
    }

    private static boolean canBlock(final SubscriptionStat reader) {
        return reader.policy() == Policy.BLOCK && reader.read().refusal() == Refusal.NONE;
    }

    /** Whether its slowest blocking reader also holds the source, and so the publisher if all on the way are such. */
    boolean holdsSource() {
        return source != null && slowest != null && canBlock(source);
    }

    /** The sentence's end: the source and the lag to it, and the reader that it waits for. */
    String description() {
        return (source == null
                ? ", without a source at present"
                : ", " + lag(source) + " after "
                        + source.read().publisherHost())
                + (slowest == null
                        ? ""
                        : "; its slowest blocking reader, " + printable(slowest.name()) + " ("
                                + slowest.pid() + "), is " + lag(slowest) + " after it"
                                + (holdsSource() ? ", and can block its source" : ""));
    }

    private static String lag(final SubscriptionStat reader) {
        final long messages = reader.read().lagMessages();
        return (messages == SubscriptionStat.UNKNOWN ? "" : count(messages, "message") + ", ")
                + count(reader.read().lagBytes(), "byte");
    }
}

package io.verbus.tools.stat;

import io.verbus.BusException;
import io.verbus.directory.BusDirectory;
import io.verbus.directory.StreamDirectory;
import java.util.Comparator;
import java.util.List;

/**
 * All publications and subscriptions of a bus directory, read from their files, which nobody notices. What ends while
 * it is looked at is left out.
 *
 * @param atNs when, on the monotonic clock
 * @param publications by stream, then by session
 * @param subscriptions by stream, then by name
 */
record HostStat(long atNs, List<PublicationStat> publications, List<SubscriptionStat> subscriptions) {

    /**
     * Looks at a bus directory.
     *
     * @param directory that exists
     * @param only the stream to look at, null for all
     * @param atNs now
     * @return what is there
     * @throws BusException if something there can't be read
     */
    static HostStat of(final BusDirectory directory, final String only, final long atNs) {
        final HostReader reader = new HostReader(directory, only);
        for (final StreamDirectory stream : directory.streams()) {
            if (only == null || only.equals(stream.name())) {
                reader.read(stream);
            }
        }
        reader.readRemote();
        return new HostStat(atNs,
                reader.publications().stream().sorted(Comparator.comparing(PublicationStat::stream)
                        .thenComparingLong(PublicationStat::session)).toList(),
                reader.subscriptions().stream().sorted(Comparator.comparing(SubscriptionStat::stream)
                        .thenComparing(SubscriptionStat::name).thenComparingLong(SubscriptionStat::pid)
                        .thenComparingLong(SubscriptionStat::id)).toList());
    }

    /** Of a host without a bus directory. */
    static HostStat none(final long atNs) {
        return new HostStat(atNs, List.of(), List.of());
    }

    /** Whether there is nothing. */
    boolean isEmpty() {
        return publications.isEmpty() && subscriptions.isEmpty();
    }

    /** A publication, null if it was not there. */
    PublicationStat of(final long session) {
        return publications.stream().filter(one -> one.session() == session).findFirst().orElse(null);
    }
}

package io.verbus.tools.stat;

import io.verbus.BusException;
import io.verbus.internal.shm.BusDirectory;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * All publications and subscriptions of a bus directory, read from their files without disturbing a process. Those
 * that end during the read are left out.
 *
 * @param atNs time of the read, on the monotonic clock
 * @param publications sorted by stream, then by session
 * @param subscriptions sorted by stream, then by name
 * @param processes sorted by pid
 * @param unreadable why files could not be read, one sentence each
 */
record HostStat(long atNs, List<PublicationStat> publications, List<SubscriptionStat> subscriptions,
        List<ProcessStat> processes, List<String> unreadable) {

    /**
     * Reads a bus directory.
     *
     * @param directory an existing directory
     * @param isSelected selects the streams to read
     * @param atNs the current time, on the monotonic clock
     * @return the publications and subscriptions
     * @throws BusException if the directory cannot be read
     */
    static HostStat of(final BusDirectory directory, final Predicate<String> isSelected, final long atNs) {
        final HostReader reader = new HostReader(directory, isSelected, atNs);
        reader.read();
        return new HostStat(atNs,
                reader.publications().stream().sorted(Comparator.comparing(PublicationStat::stream)
                        .thenComparingLong(PublicationStat::session)).toList(),
                reader.subscriptions().stream().sorted(Comparator.comparing(SubscriptionStat::stream)
                        .thenComparing(SubscriptionStat::name).thenComparingLong(SubscriptionStat::pid)
                        .thenComparingLong(SubscriptionStat::id)).toList(),
                reader.processes().stream().sorted(Comparator.comparingLong(ProcessStat::pid)
                        .thenComparingLong(ProcessStat::id)).toList(),
                reader.unreadable());
    }

    /** The result for a host without a bus directory. */
    static HostStat none(final long atNs) {
        return new HostStat(atNs, List.of(), List.of(), List.of(), List.of());
    }

    /** Whether every file was read. */
    boolean isWhole() {
        return unreadable.isEmpty();
    }

    /** Whether there are no publications and no subscriptions. */
    boolean isEmpty() {
        return publications.isEmpty() && subscriptions.isEmpty();
    }
}

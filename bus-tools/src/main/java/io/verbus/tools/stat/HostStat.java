package io.verbus.tools.stat;

import io.verbus.BusException;
import io.verbus.counters.CounterKind;
import io.verbus.directory.BusDirectory;
import io.verbus.directory.StreamDirectory;
import io.verbus.log.Heartbeat;
import io.verbus.log.LogIdentity;
import io.verbus.log.LogLayout;
import io.verbus.os.MappedFile;
import io.verbus.position.PeerPositions;
import io.verbus.position.SubscriptionIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;

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
        final Look look = new Look(directory);
        for (final StreamDirectory stream : directory.streams()) {
            if (only == null || only.equals(stream.name())) {
                look.at(stream);
            }
        }
        look.publications.sort(Comparator.comparing(PublicationStat::stream)
                .thenComparingLong(PublicationStat::session));
        look.subscriptions.sort(Comparator.comparing(SubscriptionStat::stream)
                .thenComparing(SubscriptionStat::name).thenComparingLong(SubscriptionStat::pid));
        return new HostStat(atNs, List.copyOf(look.publications), List.copyOf(look.subscriptions));
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

    /** What has been found so far; each process is asked once. */
    private static final class Look {
        private final BusDirectory directory;
        private final Map<Long, ProcessCounters> counters = new HashMap<>();
        private final Map<Long, Boolean> alive = new HashMap<>();
        private final List<PublicationStat> publications = new ArrayList<>();
        private final List<SubscriptionStat> subscriptions = new ArrayList<>();

        Look(final BusDirectory directory) {
            this.directory = directory;
        }

        void at(final StreamDirectory stream) {
            final List<PublicationStat> here = new ArrayList<>();
            stream.logs().values().forEach(path -> unlessGone(path, () -> here.add(publication(path))));
            publications.addAll(here);
            stream.positions().values()
                    .forEach(path -> unlessGone(path, () -> subscriptions.addAll(subscription(stream, path, here))));
        }

        private static void unlessGone(final Path path, final Runnable look) {
            try {
                look.run();
            } catch (final BusException e) {
                if (Files.exists(path)) {
                    throw e;
                }
            }
        }

        /** The first page alone is looked at: a log may be large. */
        private PublicationStat publication(final Path path) {
            try (MappedFile file = MappedFile.openReadOnly(path)) {
                final UnsafeBuffer header = file.buffer(0, (int) Math.min(file.length(), LogLayout.HEADER_LENGTH));
                final LogIdentity log = LogIdentity.decode(header, file.length(), path);
                final ProcessCounters own = countersOf(log.process());
                return new PublicationStat(log.stream(), log.session(), log.publisher(), log.pid(),
                        isAlive(log.process()), Heartbeat.of(header), Heartbeat.sequence(header),
                        Heartbeat.position(header), log.capacity(),
                        own.of(CounterKind.BACK_PRESSURE, log.stream()), holdUps(own, log.stream()));
            }
        }

        private static List<PublicationStat.HoldUp> holdUps(final ProcessCounters counters, final String stream) {
            final String end = " on " + stream;
            final Map<String, Long> ns = counters.endingWith(CounterKind.HELD_UP_NS, end);
            return counters.endingWith(CounterKind.CLAIMS_HELD_UP, end).entrySet().stream()
                    .map(one -> new PublicationStat.HoldUp(one.getKey(), one.getValue(),
                            ns.getOrDefault(one.getKey(), 0L)))
                    .toList();
        }

        /** One for each session that it reads here, or one if there is none. */
        private List<SubscriptionStat> subscription(final StreamDirectory stream, final Path path,
                final List<PublicationStat> sessions) {
            try (PeerPositions positions = PeerPositions.attach(path)) {
                final List<SubscriptionStat> found = new ArrayList<>();
                for (final PublicationStat publication : sessions) {
                    final int place = positions.find(publication.session());
                    if (place >= 0) {
                        // A reader may be ahead of the publisher's last duty cycle.
                        final long behind = Math.max(0, publication.position() - positions.position(place));
                        found.add(describe(positions.identity(), stream.name(), publication.session(), behind,
                                100.0 * behind / publication.capacity()));
                    }
                }
                return found.isEmpty() ? List.of(describe(positions.identity(), stream.name(), 0, 0, 0)) : found;
            }
        }

        private SubscriptionStat describe(final SubscriptionIdentity who, final String stream, final long session,
                final long behind, final double percent) {
            final ProcessCounters own = countersOf(who.process());
            final String about = who.name() + " on " + stream;
            return new SubscriptionStat(stream, who.name(), who.pid(), who.policy(), isAlive(who.process()), session,
                    behind, percent, own.of(CounterKind.GAPS, about), own.of(CounterKind.MESSAGES_MISSED, about),
                    own.of(CounterKind.MESSAGES_FILLED, about));
        }

        private ProcessCounters countersOf(final long process) {
            return counters.computeIfAbsent(process, id -> ProcessCounters.read(directory.counters(id)));
        }

        private boolean isAlive(final long process) {
            return alive.computeIfAbsent(process, directory::isAlive);
        }
    }
}

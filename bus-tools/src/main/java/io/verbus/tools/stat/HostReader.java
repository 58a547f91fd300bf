package io.verbus.tools.stat;

import io.verbus.BusException;
import io.verbus.internal.log.BlockRefusals;
import io.verbus.internal.log.Heartbeat;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.os.MappedFile;
import io.verbus.internal.shm.BusDirectory;
import io.verbus.internal.shm.PeerPositions;
import io.verbus.internal.shm.StreamDirectory;
import io.verbus.monitor.CounterKey;
import io.verbus.monitor.CounterKind;
import io.verbus.monitor.CounterValue;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.SubscriptionIdentity;
import io.verbus.tools.stat.SubscriptionStat.GapCounts;
import io.verbus.tools.stat.SubscriptionStat.Read;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Collects the publications and subscriptions of a bus directory, and reads the files of each process once. A local
 * publication has a log and a local subscription a positions file. A subscription that reads another host, or is on
 * another host, has counters only.
 */
final class HostReader {
    private final BusDirectory directory;
    private final String only;
    private final Map<Long, ProcessCounters> counters = new HashMap<>();
    private final Map<Long, Boolean> alive = new HashMap<>();
    private final Map<Long, PublicationStat> publications = new HashMap<>();
    private final List<SubscriptionStat> subscriptions = new ArrayList<>();
    private final List<String> unreadable = new ArrayList<>();

    HostReader(final BusDirectory directory, final String only) {
        this.directory = directory;
        this.only = only;
    }

    List<PublicationStat> publications() {
        return List.copyOf(publications.values());
    }

    List<SubscriptionStat> subscriptions() {
        return subscriptions;
    }

    /** Why files could not be read, one sentence each. */
    List<String> unreadable() {
        return unreadable;
    }

    /** Reads the logs and positions of a stream. */
    void read(final StreamDirectory stream) {
        final List<PublicationStat> here = new ArrayList<>();
        stream.logs().values().forEach(path -> tryToRead(path, () -> here.add(publication(path))));
        here.forEach(one -> publications.put(one.session(), one));
        stream.positions().values()
                .forEach(path -> tryToRead(path, () -> subscriptions.addAll(subscription(stream, path, here))));
    }

    /** Reads the subscriptions that use a transport from the counters of all processes. */
    void readRemote() {
        final Set<Long> own = new HashSet<>();
        final List<Long> processes = directory.processes();
        for (final long process : processes) {
            countersOf(process).all(CounterKind.GAPS).map(CounterValue::key)
                    .filter(key -> key.isRemote() && isSelected(key)).forEach(key -> {
                        own.add(key.subscription());
                        subscriptions.addAll(readerOfOtherHosts(process, key));
                    });
        }
        for (final long process : processes) {
            countersOf(process).all(CounterKind.REMOTE_LAG_BYTES)
                    .filter(one -> isSelected(one.key()) && !own.contains(one.key().subscription())
                            && publications.containsKey(one.key().session()))
                    .forEach(one -> subscriptions.add(readerOnAnotherHost(process, one)));
        }
    }

    private boolean isSelected(final CounterKey key) {
        return only == null || only.equals(key.stream());
    }

    /** A file that cannot be read does not hide the others; one that is gone has ended. */
    private void tryToRead(final Path path, final Runnable reader) {
        try {
            reader.run();
        } catch (final BusException e) {
            if (Files.exists(path)) {
                unreadable.add(e.getMessage());
            }
        }
    }

    /** Reads only the header of the log, which may be large. */
    private PublicationStat publication(final Path path) {
        try (MappedFile file = MappedFile.openReadOnly(path)) {
            final UnsafeBuffer header = file.buffer(0, (int) Math.min(file.length(), LogLayout.HEADER_LENGTH));
            final LogIdentity log = LogIdentity.decode(header, file.length(), path);
            final ProcessCounters own = countersOf(log.process());
            return new PublicationStat(log.stream(), log.session(), log.publisher(), log.pid(),
                    isAlive(log.process()), Heartbeat.of(header), Heartbeat.sequence(header),
                    Heartbeat.position(header), log.capacity(),
                    own.ofSession(CounterKind.BACK_PRESSURE, log.session()), threadSilentNs(header),
                    BlockRefusals.all(header), backPressure(own, log.session()));
        }
    }

    /** Time since the publishing thread ran. Both times were stored by the publisher's conductor. */
    private static long threadSilentNs(final AtomicBuffer header) {
        final long ranNs = Heartbeat.publishing(header);
        final long heartbeatNs = Heartbeat.of(header);
        return ranNs == 0 || Heartbeat.isClosed(heartbeatNs)
                ? PublicationStat.UNKNOWN
                : Math.max(0, heartbeatNs - ranNs);
    }

    private static List<PublicationStat.BackPressure> backPressure(final ProcessCounters counters, final long session) {
        return counters.all(CounterKind.BACK_PRESSURED_CLAIMS).filter(one -> one.key().session() == session)
                .map(one -> new PublicationStat.BackPressure(one.key().name(), one.key().subscription(),
                        one.key().pid(),
                        one.value(), counters.of(CounterKind.BACK_PRESSURE_NS, one.key().subscription(), session)))
                .toList();
    }

    /** Returns one entry per local session that the subscription reads, or a single entry if it reads none. */
    private List<SubscriptionStat> subscription(final StreamDirectory stream, final Path path,
            final List<PublicationStat> sessions) {
        try (PeerPositions positions = PeerPositions.attach(path)) {
            final List<SubscriptionStat> found = new ArrayList<>();
            for (final PublicationStat publication : sessions) {
                final int slot = positions.find(publication.session());
                if (slot >= 0) {
                    // A reader may be ahead of the position stored in the publisher's last duty cycle.
                    final long lagBytes = Math.max(0, publication.position() - positions.position(slot));
                    found.add(describe(positions.identity(), stream.name(),
                            new Read(publication.session(), "", lagBytes, percent(lagBytes, publication),
                                    publication.refusalOf(positions.identity().id()))));
                }
            }
            return found.isEmpty() ? List.of(describe(positions.identity(), stream.name(), null)) : found;
        }
    }

    private SubscriptionStat describe(final SubscriptionIdentity subscription, final String stream, final Read read) {
        return new SubscriptionStat(stream, subscription.name(), subscription.id(), subscription.pid(),
                subscription.policy(), isAlive(subscription.process()), "",
                read, counts(countersOf(subscription.process()), subscription.id()));
    }

    /** Returns one entry per remote session that a local subscription reads, or a single entry if it reads none. */
    private List<SubscriptionStat> readerOfOtherHosts(final long process, final CounterKey key) {
        final ProcessCounters own = countersOf(process);
        final List<Read> reads = new ArrayList<>();
        own.all(CounterKind.LAG_BYTES).filter(one -> one.key().subscription() == key.subscription())
                .forEach(one -> reads.add(new Read(one.key().session(), one.key().host(), one.value(),
                        publications.containsKey(one.key().session())
                                ? percent(one.value(), publications.get(one.key().session()))
                                : SubscriptionStat.UNKNOWN,
                        own.refusal(CounterKind.REFUSAL, one.key()))));
        if (reads.isEmpty()) {
            reads.add(null);
        }
        return reads.stream().map(read -> new SubscriptionStat(key.stream(), key.name(), key.subscription(), key.pid(),
                key.policy(), isAlive(process), "", read, counts(own, key.subscription()))).toList();
    }

    private SubscriptionStat readerOnAnotherHost(final long process, final CounterValue lagBytes) {
        final CounterKey key = lagBytes.key();
        return new SubscriptionStat(key.stream(), key.name(), key.subscription(), key.pid(), key.policy(),
                isAlive(process), key.host(),
                new Read(key.session(), "", lagBytes.value(),
                        percent(lagBytes.value(), publications.get(key.session())),
                        countersOf(process).refusal(CounterKind.REMOTE_REFUSAL, key)),
                null);
    }

    private static GapCounts counts(final ProcessCounters own, final long subscription) {
        return new GapCounts(own.ofSubscription(CounterKind.GAPS, subscription),
                own.ofSubscription(CounterKind.MESSAGES_MISSED, subscription),
                own.ofSubscription(CounterKind.MESSAGES_FILLED, subscription),
                own.ofSubscription(CounterKind.HANDLER_FAILURES, subscription));
    }

    private static double percent(final long lagBytes, final PublicationStat publication) {
        return 100.0 * lagBytes / publication.capacity();
    }

    private ProcessCounters countersOf(final long process) {
        return counters.computeIfAbsent(process, id -> ProcessCounters.read(directory.counters(id)));
    }

    private boolean isAlive(final long process) {
        return alive.computeIfAbsent(process, directory::isAlive);
    }
}

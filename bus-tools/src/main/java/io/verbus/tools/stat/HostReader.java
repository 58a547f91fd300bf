package io.verbus.tools.stat;

import io.verbus.BusException;
import io.verbus.internal.log.BlockRefusals;
import io.verbus.internal.log.Heartbeat;
import io.verbus.internal.log.LogHeader;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.os.MappedFile;
import io.verbus.internal.shm.BusDirectory;
import io.verbus.internal.shm.PeerPositions;
import io.verbus.internal.shm.StreamDirectory;
import io.verbus.monitor.CounterKey;
import io.verbus.monitor.CounterKind;
import io.verbus.monitor.CounterValue;
import io.verbus.monitor.LateCause;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.SubscriptionIdentity;
import io.verbus.tools.stat.SubscriptionStat.GapCounts;
import io.verbus.tools.stat.SubscriptionStat.Late;
import io.verbus.tools.stat.SubscriptionStat.Read;
import io.verbus.tools.stat.SubscriptionStat.RecordedLatency;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Collects the publications and subscriptions of a bus directory, and reads the files of each process once. A local
 * publication has a log and a local subscription a positions file. A subscription that reads another host, or is on
 * another host, has counters only.
 */
final class HostReader {
    private final BusDirectory directory;
    private final Predicate<String> isSelected;
    private final Processes processes;
    private final LogReader logs;
    private final Map<Long, PublicationStat> publications = new HashMap<>();
    private final List<SubscriptionStat> subscriptions = new ArrayList<>();
    private final List<String> unreadable = new ArrayList<>();

    HostReader(final BusDirectory directory, final Predicate<String> isSelected, final long nowNs) {
        this.directory = directory;
        this.isSelected = isSelected;
        this.processes = new Processes(directory, nowNs);
        this.logs = new LogReader(directory, nowNs);
    }

    List<PublicationStat> publications() {
        return List.copyOf(publications.values());
    }

    List<SubscriptionStat> subscriptions() {
        return subscriptions;
    }

    /** All processes, also those without a selected stream. */
    List<ProcessStat> processes() {
        return processes.ids().stream().map(processes::of).filter(one -> one.pid() != 0).toList();
    }

    /** Why files could not be read, one sentence each. */
    List<String> unreadable() {
        return Stream.concat(unreadable.stream(), processes.unreadable().stream()).toList();
    }

    /** Reads the logs and positions of the selected streams, then what counters alone have. */
    void read() {
        directory.streams().stream().filter(stream -> isSelected.test(stream.name()))
                .forEach(stream -> tryToRead(stream.path(), () -> read(stream)));
        readRemote();
    }

    private void read(final StreamDirectory stream) {
        final List<PublicationStat> here = new ArrayList<>();
        stream.logs().values().forEach(path -> tryToRead(path, () -> here.add(publication(path))));
        here.forEach(one -> publications.put(one.session(), one));
        stream.positions().values()
                .forEach(path -> tryToRead(path, () -> subscriptions.addAll(subscription(stream, path, here))));
    }

    /** Reads the subscriptions that use a transport from the counters of all processes. */
    private void readRemote() {
        final Set<Long> own = new HashSet<>();
        for (final long process : processes.ids()) {
            processes.counters(process).all(CounterKind.GAPS).map(CounterValue::key)
                    .filter(key -> key.isRemote() && isSelected.test(key.stream())).forEach(key -> {
                        own.add(key.subscription());
                        subscriptions.addAll(readerOfOtherHosts(process, key));
                    });
        }
        for (final long process : processes.ids()) {
            processes.counters(process).all(CounterKind.REMOTE_LAG_BYTES)
                    .filter(one -> isSelected.test(one.key().stream()) && !own.contains(one.key().subscription())
                            && publications.containsKey(one.key().session()))
                    .forEach(one -> subscriptions.add(readerOnAnotherHost(process, one)));
        }
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
            final LogIdentity log = LogHeader.decode(header, file.length(), path);
            final ProcessCounters own = processes.counters(log.process());
            return new PublicationStat(log.stream(), log.session(), log.publisher(), log.pid(),
                    log.hops(), processes.of(log.process()), Heartbeat.of(header), Heartbeat.sequence(header),
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
                    found.add(describe(positions.identity(), stream.name(),
                            logs.read(publication, positions.position(slot),
                                    publication.refusalOf(positions.identity().id()))));
                }
            }
            return found.isEmpty() ? List.of(describe(positions.identity(), stream.name(), null)) : found;
        }
    }

    private SubscriptionStat describe(final SubscriptionIdentity subscription, final String stream, final Read read) {
        final ProcessStat process = processes.of(subscription.process());
        return new SubscriptionStat(stream, subscription.name(), subscription.id(), subscription.pid(),
                subscription.policy(), process, "", process.isSilent(), read,
                counts(processes.counters(subscription.process()), subscription.id()),
                latency(processes.counters(subscription.process()), subscription.id()));
    }

    /** Returns one entry per remote session that a local subscription reads, or a single entry if it reads none. */
    private List<SubscriptionStat> readerOfOtherHosts(final long process, final CounterKey key) {
        final ProcessCounters own = processes.counters(process);
        final List<Read> reads = new ArrayList<>();
        own.all(CounterKind.LAG_BYTES).filter(one -> one.key().subscription() == key.subscription())
                .forEach(one -> reads.add(readOfAnotherHost(own, one)));
        if (reads.isEmpty()) {
            reads.add(null);
        }
        final ProcessStat reader = processes.of(process);
        return reads.stream().map(read -> new SubscriptionStat(key.stream(), key.name(), key.subscription(), key.pid(),
                key.policy(), reader, "", reader.isSilent(), read, counts(own, key.subscription()),
                latency(own, key.subscription()))).toList();
    }

    private Read readOfAnotherHost(final ProcessCounters own, final CounterValue lagBytes) {
        final CounterKey key = lagBytes.key();
        final long capacity = own.of(CounterKind.LOG_BYTES, key.subscription(), key.session());
        return new Read(key.session(), key.host(), SubscriptionStat.UNKNOWN,
                counted(own, CounterKind.CONSUMED_MESSAGES, key),
                counted(own, CounterKind.LAG_MESSAGES, key),
                lagBytes.value(),
                capacity <= 0 ? SubscriptionStat.UNKNOWN : LogReader.percent(lagBytes.value(), capacity),
                SubscriptionStat.UNKNOWN, capacity > 0 && lagBytes.value() > capacity,
                own.refusal(CounterKind.REFUSAL, key),
                connection(own, CounterKind.EPOCHS, CounterKind.CREDIT_BYTES, key));
    }

    private static SubscriptionStat.Connection connection(final ProcessCounters own, final CounterKind epochs,
            final CounterKind credit,
            final CounterKey key) {
        final CounterValue found = own.find(epochs, key.subscription(), key.session());
        return found == null
                ? null
                : new SubscriptionStat.Connection(found.key().host(), found.value(), counted(own, credit, key),
                        found.key().link());
    }

    private static long counted(final ProcessCounters own, final CounterKind kind, final CounterKey key) {
        return own.of(kind, key.subscription(), key.session(), () -> SubscriptionStat.UNKNOWN);
    }

    private SubscriptionStat readerOnAnotherHost(final long process, final CounterValue lagBytes) {
        final CounterKey key = lagBytes.key();
        final ProcessCounters own = processes.counters(process);
        final PublicationStat publication = publications.get(key.session());
        return new SubscriptionStat(key.stream(), key.name(), key.subscription(), key.pid(), key.policy(),
                processes.of(process), key.host(),
                own.of(CounterKind.REMOTE_SILENT, key.subscription(), key.session()) != 0,
                logs.read(publication,
                        own.of(CounterKind.REMOTE_POSITION, key.subscription(), key.session(), publication::position),
                        lagBytes.value(), own.refusal(CounterKind.REMOTE_REFUSAL, key))
                        .over(connection(own, CounterKind.REMOTE_EPOCHS, CounterKind.REMOTE_CREDIT_BYTES, key)),
                null, null);
    }

    private static RecordedLatency latency(final ProcessCounters own, final long subscription) {
        final CounterValue messages = own.find(CounterKind.LATENCIES, subscription, 0);
        return messages == null
                ? null
                : new RecordedLatency(messages.value(), own.ofSubscription(CounterKind.LATENCY_P50_NS, subscription),
                        own.ofSubscription(CounterKind.LATENCY_P99_NS, subscription),
                        own.ofSubscription(CounterKind.LATENCY_P999_NS, subscription),
                        own.ofSubscription(CounterKind.LATENCY_MAX_NS, subscription), late(own, subscription));
    }

    private static Late late(final ProcessCounters own, final long subscription) {
        final Map<LateCause, Long> causes = new EnumMap<>(LateCause.class);
        for (final LateCause cause : LateCause.values()) {
            causes.put(cause, own.ofSubscription(cause.kind(), subscription));
        }
        return new Late(own.ofSubscription(CounterKind.LATE_FROM_NS, subscription),
                own.ofSubscription(CounterKind.LATE_WORST_NS, subscription), causes);
    }

    private static GapCounts counts(final ProcessCounters own, final long subscription) {
        return new GapCounts(own.ofSubscription(CounterKind.GAPS, subscription),
                own.ofSubscription(CounterKind.MESSAGES_MISSED, subscription),
                own.ofSubscription(CounterKind.MESSAGES_FILLED, subscription),
                own.ofSubscription(CounterKind.HANDLER_FAILURES, subscription));
    }
}

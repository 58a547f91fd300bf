package io.verbus.internal.publisher;

import io.verbus.Refusal;
import io.verbus.Subscriber;
import io.verbus.internal.duty.Duty;
import io.verbus.internal.duty.DutyCyclePace;
import io.verbus.internal.log.Heartbeat;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogWriter;
import io.verbus.internal.monitor.PublicationCounters;
import io.verbus.monitor.CounterKey;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * The conductor's work for a publication: its heartbeat, its readers on this host, its counters.
 *
 * @param log of the session
 * @param writer of the log
 * @param thread the publishing thread
 * @param readers on this host
 * @param remote readers on other hosts, with a duty of their own; null without endpoints
 * @param counts counters to update
 */
public record PublicationDuty(Log log, LogWriter writer, PublishingThreadMonitor thread, LocalReaders readers,
        RemoteReaders remote,
        PublicationCounters counts) implements Duty {
    @Override
    public int doWork(final long nowNs) {
        Heartbeat.store(log.header(), log.isSilent() ? Heartbeat.of(log.header()) : nowNs, writer.position(),
                writer.sequence());
        thread.update(nowNs);
        final int work = readers.doWork(nowNs);
        counts.update(writer, readers.count() + (remote == null ? 0 : remote.count()));
        if (remote != null) {
            counts.lags().update(nowNs, () -> values(any -> true, Subscriber::lagBytes));
            counts.positions().update(nowNs, () -> values(any -> true, reader -> remote.consumed(reader.id())));
            counts.silences().update(nowNs, () -> values(Subscriber::silent, any -> 1));
            counts.refusals().update(nowNs,
                    () -> values(reader -> reader.refusal() != Refusal.NONE, reader -> reader.refusal().ordinal()));
            counts.epochs().update(nowNs, this::epochs);
            counts.credits().update(nowNs, this::credits);
        }
        return work;
    }

    private Map<CounterKey, Long> values(final Predicate<Subscriber> condition,
            final ToLongFunction<Subscriber> value) {
        final Map<CounterKey, Long> found = new HashMap<>();
        for (final Subscriber reader : remote.describe()) {
            if (condition.test(reader)) {
                found.put(key(reader), value.applyAsLong(reader));
            }
        }
        return found;
    }

    private Map<CounterKey, Long> epochs() {
        final Map<CounterKey, Long> found = new HashMap<>();
        remote.connections().forEach(one -> found.put(key(one.reader()).over(one.medium()), one.epochs()));
        return found;
    }

    private Map<CounterKey, Long> credits() {
        final Map<CounterKey, Long> found = new HashMap<>();
        remote.connections().stream().filter(one -> one.creditBytes() != RemoteReaders.Connection.NONE)
                .forEach(one -> found.put(key(one.reader()), one.creditBytes()));
        return found;
    }

    private CounterKey key(final Subscriber reader) {
        return CounterKey.of(log.identity().stream(), log.identity().session(), reader);
    }

    @Override
    public DutyCyclePace pace() {
        return readers.pace();
    }
}

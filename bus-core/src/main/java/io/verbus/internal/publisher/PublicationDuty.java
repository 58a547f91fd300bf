package io.verbus.internal.publisher;

import io.verbus.Refusal;
import io.verbus.Subscriber;
import io.verbus.internal.conductor.Duty;
import io.verbus.internal.conductor.DutyCyclePace;
import io.verbus.internal.log.Heartbeat;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogWriter;
import io.verbus.internal.monitor.PublicationCounters;
import io.verbus.monitor.CounterKey;
import java.util.HashMap;
import java.util.Map;

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
        Heartbeat.store(log.header(), nowNs, writer.position(), writer.sequence());
        thread.update(nowNs);
        final int work = readers.doWork(nowNs);
        counts.update(writer, readers.count() + (remote == null ? 0 : remote.count()));
        if (remote != null) {
            counts.lags().update(nowNs, this::lags);
            counts.refusals().update(nowNs, this::refusals);
        }
        return work;
    }

    private Map<CounterKey, Long> lags() {
        final Map<CounterKey, Long> found = new HashMap<>();
        for (final Subscriber reader : remote.describe()) {
            found.put(key(reader), reader.lagBytes());
        }
        return found;
    }

    private Map<CounterKey, Long> refusals() {
        final Map<CounterKey, Long> found = new HashMap<>();
        for (final Subscriber reader : remote.describe()) {
            if (reader.refusal() != Refusal.NONE) {
                found.put(key(reader), (long) reader.refusal().ordinal());
            }
        }
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

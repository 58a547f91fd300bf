package io.verbus;

import io.verbus.conductor.Duty;
import io.verbus.conductor.Pace;
import io.verbus.conductor.PublishingThread;
import io.verbus.conductor.Readers;
import io.verbus.counters.CounterKey;
import io.verbus.counters.PublicationCounters;
import io.verbus.log.Heartbeat;
import io.verbus.log.Log;
import io.verbus.log.LogWriter;
import io.verbus.peer.Subscriber;
import io.verbus.remote.RemoteReaders;
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
record PublicationDuty(Log log, LogWriter writer, PublishingThread thread, Readers readers, RemoteReaders remote,
        PublicationCounters counts) implements Duty {
    @Override
    public int doWork(final long nowNs) {
        Heartbeat.beat(log.header(), nowNs, writer.position(), writer.sequence());
        thread.update(nowNs);
        final int work = readers.doWork(nowNs);
        counts.update(writer, readers.count() + (remote == null ? 0 : remote.count()));
        if (remote != null) {
            counts.lags().update(nowNs, this::lags);
        }
        return work;
    }

    private Map<CounterKey, Long> lags() {
        final Map<CounterKey, Long> found = new HashMap<>();
        for (final Subscriber reader : remote.describe()) {
            found.put(CounterKey.of(log.identity().stream(), log.identity().session(), reader), reader.behindBytes());
        }
        return found;
    }

    @Override
    public Pace pace() {
        return readers.pace();
    }
}

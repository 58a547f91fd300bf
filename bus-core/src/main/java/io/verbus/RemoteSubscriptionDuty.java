package io.verbus;

import io.verbus.conductor.Duty;
import io.verbus.conductor.Pace;
import io.verbus.counters.CounterKey;
import io.verbus.counters.LagCounters;
import io.verbus.remote.RemoteSessions;
import java.util.HashMap;
import java.util.Map;

/**
 * The conductor's work for a subscription to other hosts: its sessions, then the counters of its lag.
 *
 * @param sessions of the subscription
 * @param key of the subscription
 * @param lags counters, one per session
 */
record RemoteSubscriptionDuty(RemoteSessions sessions, CounterKey key, LagCounters lags) implements Duty {
    @Override
    public int doWork(final long nowNs) {
        final int work = sessions.doWork(nowNs);
        lags.update(nowNs, this::measure);
        return work;
    }

    private Map<CounterKey, Long> measure() {
        final Map<CounterKey, Long> found = new HashMap<>();
        sessions.lags().forEach(lag -> found.put(key.in(lag.session(), lag.host()), lag.bytes()));
        return found;
    }

    @Override
    public Pace pace() {
        return sessions.pace();
    }
}

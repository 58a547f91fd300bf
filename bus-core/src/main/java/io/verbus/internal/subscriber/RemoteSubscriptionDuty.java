package io.verbus.internal.subscriber;

import io.verbus.internal.conductor.Duty;
import io.verbus.internal.conductor.DutyCyclePace;
import io.verbus.internal.monitor.LagCounters;
import io.verbus.monitor.CounterKey;
import java.util.HashMap;
import java.util.Map;

/**
 * The conductor's work for a subscription to other hosts: its sessions, then the counters of its lag.
 *
 * @param sessions of the subscription
 * @param key of the subscription
 * @param lags counters, one per session
 */
public record RemoteSubscriptionDuty(RemoteSessions sessions, CounterKey key, LagCounters lags) implements Duty {
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
    public DutyCyclePace pace() {
        return sessions.pace();
    }
}

package io.verbus.internal.subscriber;

import io.verbus.Refusal;
import io.verbus.internal.duty.Duty;
import io.verbus.internal.duty.DutyCyclePace;
import io.verbus.internal.monitor.SubscriptionCounters;
import io.verbus.monitor.CounterKey;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The conductor's work for a subscription to other hosts: its sessions, then the counters of its lag and of refusals.
 *
 * @param sessions of the subscription
 * @param key of the subscription
 * @param counters of the subscription
 */
public record RemoteSubscriptionDuty(RemoteSessions sessions, CounterKey key,
        SubscriptionCounters counters) implements Duty {
    @Override
    public int doWork(final long nowNs) {
        final int work = sessions.doWork(nowNs);
        counters.lags().update(nowNs, () -> values(RemoteSessions.State::lagBytes));
        counters.messageLags().update(nowNs, () -> values(RemoteSessions.State::lagMessages));
        counters.consumed().update(nowNs, () -> values(RemoteSessions.State::consumed));
        counters.refusals().update(nowNs, this::refusals);
        counters.epochs().update(nowNs, this::epochs);
        counters.credits().update(nowNs, this::credits);
        counters.logs().update(nowNs, () -> values(state -> state.connection().capacity()));
        return work;
    }

    private Map<CounterKey, Long> values(final ToLongFunction<RemoteSessions.State> value) {
        final Map<CounterKey, Long> found = new HashMap<>();
        sessions.states()
                .forEach(state -> found.put(key.in(state.session(), state.host()), value.applyAsLong(state)));
        return found;
    }

    private Map<CounterKey, Long> epochs() {
        final Map<CounterKey, Long> found = new HashMap<>();
        sessions.states().forEach(state -> found.put(
                key.in(state.session(), state.host()).over(state.connection().medium()),
                state.connection().epochs()));
        return found;
    }

    private Map<CounterKey, Long> credits() {
        final Map<CounterKey, Long> found = new HashMap<>();
        sessions.states().stream()
                .filter(state -> state.connection().creditBytes() != RemoteSessions.Connection.NONE)
                .forEach(state -> found.put(key.in(state.session(), state.host()),
                        state.connection().creditBytes()));
        return found;
    }

    private Map<CounterKey, Long> refusals() {
        final Map<CounterKey, Long> found = new HashMap<>();
        sessions.states().stream().filter(state -> state.refusal() != Refusal.NONE).forEach(
                state -> found.put(key.in(state.session(), state.host()), (long) state.refusal().ordinal()));
        return found;
    }

    @Override
    public DutyCyclePace pace() {
        return sessions.pace();
    }
}

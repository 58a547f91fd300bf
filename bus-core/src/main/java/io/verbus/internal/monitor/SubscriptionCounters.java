package io.verbus.internal.monitor;

import io.verbus.BusException;
import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKey;
import io.verbus.monitor.CounterKind;
import io.verbus.spi.SubscriptionIdentity;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * The counters of a subscription, updated by the polling thread.
 *
 * @param gaps number of gaps
 * @param missed number of missed messages
 * @param discarded number of discarded copies
 * @param filled number of missing messages that came from a journal
 * @param failures number of messages with an exception of the handler
 * @param lags in bytes in sessions of other hosts, updated by the conductor
 * @param messageLags in messages in sessions of other hosts, updated by the conductor
 * @param consumed messages of sessions of other hosts, updated by the conductor
 * @param refusals of BLOCK by publishers on other hosts, updated by the conductor
 * @param epochs of the connections to publishers on other hosts, updated by the conductor
 * @param credits of these connections, updated by the conductor
 * @param logs capacities of the logs of publishers on other hosts, updated by the conductor
 * @param latencies of messages; null if the subscription does not record them
 */
public record SubscriptionCounters(AtomicCounter gaps, AtomicCounter missed,
        AtomicCounter discarded, AtomicCounter filled, AtomicCounter failures,
        ReaderCounters lags, ReaderCounters messageLags, ReaderCounters consumed,
        ReaderCounters refusals, ReaderCounters epochs, ReaderCounters credits,
        ReaderCounters logs, LatencyCounters latencies) implements GapCounters {
    /**
     * New counters. Under the conductor's lock.
     *
     * @param counters of the process
     * @param about key of the subscription
     * @param lateNs latency from which on a message is late; 0 if it records no latencies
     * @param errorHandler is called if there is no room for a counter later
     * @return counters at 0
     * @throws BusException if there is no room for them
     */
    public static SubscriptionCounters of(final BusCounters counters, final CounterKey about, final long lateNs,
            final ErrorHandler errorHandler) {
        final LatencyCounters timing = lateNs > 0 ? new LatencyCounters(counters, about, lateNs) : null;
        try {
            return of(counters, about, timing, errorHandler);
        } catch (final BusException e) {
            if (timing != null) {
                timing.close();
            }
            throw e;
        }
    }

    private static SubscriptionCounters of(final BusCounters counters, final CounterKey about,
            final LatencyCounters timing, final ErrorHandler errorHandler) {
        final AtomicCounter[] added = counters.add(about, CounterKind.GAPS, CounterKind.MESSAGES_MISSED,
                CounterKind.COPIES_DISCARDED, CounterKind.MESSAGES_FILLED, CounterKind.HANDLER_FAILURES);
        return new SubscriptionCounters(added[0], added[1], added[2], added[3], added[4],
                new ReaderCounters(counters, CounterKind.LAG_BYTES, errorHandler),
                new ReaderCounters(counters, CounterKind.LAG_MESSAGES, errorHandler),
                new ReaderCounters(counters, CounterKind.CONSUMED_MESSAGES, errorHandler),
                new ReaderCounters(counters, CounterKind.REFUSAL, errorHandler),
                new ReaderCounters(counters, CounterKind.EPOCHS, errorHandler),
                new ReaderCounters(counters, CounterKind.CREDIT_BYTES, errorHandler),
                new ReaderCounters(counters, CounterKind.LOG_BYTES, errorHandler), timing);
    }

    /**
     * Key of a subscription over all its sessions.
     *
     * @param stream of the subscription
     * @param identity of the subscription
     * @param isRemote whether the subscription reads sessions of other hosts
     * @return the key
     */
    public static CounterKey key(final String stream, final SubscriptionIdentity identity, final boolean isRemote) {
        return new CounterKey(stream, 0, identity.id(), identity.name(), identity.pid(), identity.policy(), isRemote,
                "");
    }

    @Override
    public void gap(final long messages) {
        gaps.incrementOpaque();
        missed.getAndAddPlain(messages);
    }

    @Override
    public void discarded(final long copies) {
        discarded.getAndAddPlain(copies);
    }

    @Override
    public void failed() {
        failures.incrementOpaque();
    }

    @Override
    public void fetching() {
        if (latencies != null) {
            latencies.fetching();
        }
    }

    /**
     * Releases the counters. Under the conductor's lock.
     *
     * @return true
     */
    public boolean close() {
        gaps.close();
        missed.close();
        discarded.close();
        filled.close();
        failures.close();
        lags.close();
        messageLags.close();
        consumed.close();
        refusals.close();
        epochs.close();
        credits.close();
        logs.close();
        if (latencies != null) {
            latencies.close();
        }
        return true;
    }
}

package io.verbus.counters;

import io.verbus.image.GapCounters;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * What is counted of a subscription, by the polling thread.
 *
 * @param gaps times that messages were missing
 * @param missed messages that were missing
 * @param discarded copies that were thrown away
 * @param filled messages that were missing and came from a journal
 * @param failures messages whose handler threw an exception
 */
public record SubscriptionCounters(AtomicCounter gaps, AtomicCounter missed,
        AtomicCounter discarded, AtomicCounter filled, AtomicCounter failures) implements GapCounters {
    /**
     * New counters. Under the conductor's lock.
     *
     * @param counters of the process
     * @param about name of the subscription and stream
     * @return counters at 0
     */
    public static SubscriptionCounters of(final BusCounters counters, final String about) {
        return new SubscriptionCounters(
                counters.add(CounterKind.GAPS, about),
                counters.add(CounterKind.MESSAGES_MISSED, about),
                counters.add(CounterKind.COPIES_DISCARDED, about),
                counters.add(CounterKind.MESSAGES_FILLED, about),
                counters.add(CounterKind.HANDLER_FAILURES, about));
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

    /**
     * Gives the counters back. Under the conductor's lock.
     *
     * @return true
     */
    public boolean close() {
        gaps.close();
        missed.close();
        discarded.close();
        filled.close();
        failures.close();
        return true;
    }
}

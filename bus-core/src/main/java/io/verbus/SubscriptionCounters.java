package io.verbus;

import io.verbus.counters.BusCounters;
import io.verbus.counters.CounterKind;
import io.verbus.image.GapCounters;
import org.agrona.concurrent.status.AtomicCounter;

/** What is counted of a subscription, by the polling thread. */
record SubscriptionCounters(AtomicCounter gaps, AtomicCounter missed, AtomicCounter discarded) implements GapCounters {
    static SubscriptionCounters of(final BusCounters counters, final String about) {
        return new SubscriptionCounters(
                counters.add(CounterKind.GAPS, about),
                counters.add(CounterKind.MESSAGES_MISSED, about),
                counters.add(CounterKind.COPIES_DISCARDED, about));
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

    boolean close() {
        gaps.close();
        missed.close();
        discarded.close();
        return true;
    }
}

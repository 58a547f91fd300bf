package io.verbus.internal.conductor;

import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKey;
import io.verbus.monitor.CounterKind;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * Counts errors, stores them in the error log of the process, and passes them on. Any thread. After the counters are
 * unmapped, errors are passed on only.
 *
 * <p>It never throws: an exception here would end the conductor's thread. A process that is out of memory may be unable
 * to store or pass on an error, but it always counts it, which needs no memory.
 */
public final class CountedErrors implements ErrorHandler {
    private final BusCounters counters;
    private final AtomicCounter errors;
    private final ErrorHandler next;
    private boolean unmapped;

    public CountedErrors(final BusCounters counters, final ErrorHandler next) {
        this.counters = counters;
        this.errors = counters.add(CounterKind.ERRORS, CounterKey.PROCESS);
        this.next = next;
    }

    @Override
    public void onError(final Throwable t) {
        count(t);
        try {
            next.onError(t);
        } catch (final Throwable thrown) {
            count(thrown);
        }
    }

    /** Unmaps the counters. */
    public synchronized void unmap() {
        unmapped = true;
        counters.close();
    }

    private synchronized void count(final Throwable t) {
        if (!unmapped) {
            errors.increment();
            try {
                counters.errors().record(t);
            } catch (final Throwable unstored) {
                errors.increment();
            }
        }
    }
}

package io.verbus.internal.conductor;

import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKey;
import io.verbus.monitor.CounterKind;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * Counts errors, stores them in the error log of the process, and passes them on. Any thread. After the counters are
 * unmapped, errors are passed on only. Exceptions of the handler do not reach the caller.
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
            counters.errors().record(t);
            errors.increment();
        }
    }
}

package io.verbus.internal.conductor;

import io.verbus.internal.monitor.ShownCounter;
import io.verbus.monitor.ApplicationCounters;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** A counter of the application: a value in the heap, which the conductor copies to the counters file. */
final class CopiedCounter implements ApplicationCounters.Value {
    private final AtomicLong value = new AtomicLong();
    private final ShownCounter shown;
    private final Consumer<CopiedCounter> onClose;

    CopiedCounter(final ShownCounter shown, final Consumer<CopiedCounter> onClose) {
        this.shown = shown;
        this.onClose = onClose;
    }

    @Override
    public void add(final long number) {
        value.getAndAdd(number);
    }

    @Override
    public void set(final long newValue) {
        value.set(newValue);
    }

    @Override
    public long get() {
        return value.get();
    }

    /** Copies the value; by the conductor. */
    void show() {
        shown.show(value.get());
    }

    /** Frees the counter in the file; under the conductor's lock. */
    void free() {
        shown.close();
    }

    @Override
    public void close() {
        onClose.accept(this);
    }
}

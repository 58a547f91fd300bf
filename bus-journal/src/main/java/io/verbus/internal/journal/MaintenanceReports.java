package io.verbus.internal.journal;

import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Messages from the housekeeping thread to the recording thread. Bounded; the number of dropped ones is reported. */
public final class MaintenanceReports {
    private static final int CAPACITY = 1_024;

    private final Queue<String> messages = new ArrayBlockingQueue<>(CAPACITY);
    private final AtomicLong dropped = new AtomicLong();

    void add(final String message) {
        if (!messages.offer(message)) {
            dropped.incrementAndGet();
        }
    }

    public void drain(final Consumer<String> listener) {
        for (String message = messages.poll(); message != null; message = messages.poll()) {
            listener.accept(message);
        }
        final long count = dropped.getAndSet(0);
        if (count > 0) {
            listener.accept(count + " housekeeping messages of the journal were dropped");
        }
    }
}

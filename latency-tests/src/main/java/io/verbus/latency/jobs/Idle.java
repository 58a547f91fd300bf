package io.verbus.latency.jobs;

import io.verbus.BusException;
import io.verbus.MessageHandler;
import io.verbus.Subscription;

/** Polling when nothing comes. */
final class Idle {
    private static final long NS_PER_MS = 1_000_000;
    private static final MessageHandler NOTHING = (buffer, offset, length, header) -> {
        throw new BusException("a message came though nobody was told to publish");
    };

    private Idle() {
    }

    static void poll(final Subscription subscription, final long ms) {
        final long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < ms * NS_PER_MS) {
            subscription.poll(NOTHING, 1);
            Thread.onSpinWait();
        }
    }
}

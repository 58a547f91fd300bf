package io.verbus.latency.measure;

import io.verbus.latency.subject.PublishingEnd;

/** The message that ends a measurement one way. */
final class Last {
    /** What it says; no other says that. */
    static final long VALUE = Long.MIN_VALUE;

    private Last() {
    }

    static void publish(final PublishingEnd end) {
        while (!end.tryPublish(VALUE)) {
            end.idle();
        }
        end.flush();
    }
}

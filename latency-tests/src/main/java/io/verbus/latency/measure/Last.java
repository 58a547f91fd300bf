package io.verbus.latency.measure;

import io.verbus.latency.subject.PublishingEnd;

/** The message that ends a one-way measurement. */
final class Last {
    /** Its value, which no other message has. */
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

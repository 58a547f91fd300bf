package io.verbus.latency.measure;

import io.verbus.latency.subject.PublishingEnd;

/** The message that ends a one-way measurement. */
final class EndMessage {
    /** Its value, which no other message has. */
    static final long VALUE = Long.MIN_VALUE;

    private EndMessage() {
    }

    static void publish(final PublishingEnd end) {
        while (!end.tryPublish(VALUE)) {
            end.idle();
        }
        end.flush();
    }
}

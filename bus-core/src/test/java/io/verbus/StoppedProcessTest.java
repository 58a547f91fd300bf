package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.EventRecorder;
import io.verbus.support.Forked;
import io.verbus.support.RecordingAudience;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publisher and subscriber in separate processes, one of which is stopped, and then resumed or killed. */
@Tag("processes")
class StoppedProcessTest {
    private static final long PACE_NS = 100_000;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
    private final EventRecorder recording = new EventRecorder();
    private final RecordingAudience audience = new RecordingAudience();
    private long next;

    /** Publishes sequence numbers forever. */
    static final class Feed {
        public static void main(final String[] args) {
            final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
            try (Bus bus = Bus.launch(); Publication publication = bus.publish("s")) {
                publication.awaitSubscribers(1, Duration.ofSeconds(30));
                for (long i = 0; i >= 0;) {
                    message.putLong(0, i);
                    i += publication.offer(message, 0, 8) >= 0 ? 1 : 0;
                }
            }
        }
    }

    /** Reads under BLOCK forever, and prints the gaps. */
    static final class Reader {
        public static void main(final String[] args) {
            final EventRecorder recording = new EventRecorder();
            try (Bus bus = Bus.launch();
                    Subscription subscription = bus
                            .subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK).withName("reader")
                                    .withStart(Start.oldest()).withListener(recording))) {
                int printed = 0;
                for (long cycle = 0; cycle >= 0; cycle++) {
                    subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 100);
                    for (; printed < recording.events().size(); printed++) {
                        System.out.println(recording.events().get(printed));
                    }
                }
            }
        }
    }

    @Test
    void stoppedPublisherIsSilentThenBackAndLostForGoodWhenKilled() throws Exception {
        try (Bus bus = bus();
                Subscription subscription = bus
                        .subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK).withListener(recording));
                Forked feed = Forked.start(Feed.class, directory)) {
            pollUntil(subscription, () -> next > 100_000);
            feed.stop();
            pollUntil(subscription, () -> recording.events().size() == 2);
            final long lostAt = next;
            feed.resume();
            pollUntil(subscription, () -> next > lostAt + 100_000);
            feed.kill();
            pollUntil(subscription, () -> recording.events().size() == 4);
            assertEquals(List.of("started 0",
                    "lost " + lostAt + ": its publisher sends no heartbeat, and its end is not known",
                    "back " + lostAt, "lost for good " + next + ": its publisher's process died without closing it"),
                    recording.events());
        }
    }

    @Test
    void stoppedReaderIsSilentThenEvictedAndNotifiedWhenItResumes() throws Exception {
        try (Bus bus = bus();
                Publication publication = bus.publish(PublicationSettings.of("s").withCapacity(1 << 16)
                        .withLinger(Duration.ZERO).withListener(audience));
                Forked reader = Forked.start(Reader.class, directory)) {
            assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(30)));
            publishUntil(publication, () -> publication.sequence() > 10_000);
            reader.stop();
            publishUntil(publication, () -> received("evicted reader"));
            final long evictedAt = publication.sequence();
            publishUntil(publication, () -> publication.sequence() > evictedAt + 10_000);
            reader.resume();
            reader.awaitLine("^gap \\d+\\.\\.\\d+$");
            // In a flood, a reader that was refused for its budget is lapped in each cycle, and repays nothing.
            publishPacedUntil(publication, () -> received("back reader")
                    && audience.events().stream().filter("joined reader"::equals).count() == 2);
            assertEquals(
                    List.of("joined reader", "silent reader",
                            "evicted reader: it blocked its publisher and read nothing for"
                                    + " 1000 ms"),
                    audience.events().subList(0, 3));
            // It may be refused until it has read enough to restore its time budget.
            assertEquals(List.of("back reader", "joined reader"),
                    audience.events().subList(3, audience.events().size()).stream()
                            .filter(event -> !event.equals("refused reader: BUDGET")).sorted().toList());
        }
    }

    private void pollUntil(final Subscription subscription, final BooleanSupplier reached) {
        while (!reached.getAsBoolean()) {
            checkTimeout();
            subscription.poll((buffer, offset, length, header) -> {
                assertEquals(next++, buffer.getLong(offset));
                return Action.TAKEN;
            }, 1_000);
        }
    }

    private void publishUntil(final Publication publication, final BooleanSupplier reached) {
        while (!reached.getAsBoolean()) {
            checkTimeout();
            for (int i = 0; i < 100; i++) {
                publication.offer(message, 0, 8);
            }
        }
    }

    private void publishPacedUntil(final Publication publication, final BooleanSupplier reached) {
        while (!reached.getAsBoolean()) {
            checkTimeout();
            publication.offer(message, 0, 8);
            LockSupport.parkNanos(PACE_NS);
        }
    }

    private void checkTimeout() {
        assertFalse(Thread.currentThread().isInterrupted(), () -> "timeout: " + audience.events());
    }

    /** Whether the audience received an event, which it does on the conductor's thread. */
    private boolean received(final String event) {
        return List.copyOf(audience.events()).stream().anyMatch(line -> line.startsWith(event));
    }

    private Bus bus() {
        return Bus.launch(BusSettings.defaults().withDirectory(directory).withProgressTimeout(Duration.ofSeconds(1)));
    }
}

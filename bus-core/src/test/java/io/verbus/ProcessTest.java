package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.EventRecorder;
import io.verbus.support.Forked;
import io.verbus.support.ShmDir;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publisher and subscriber in separate processes, one of which is killed. */
@Tag("processes")
class ProcessTest {
    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final EventRecorder recording = new EventRecorder();

    /** Publishes sequence numbers forever. */
    static final class Feed {
        public static void main(final String[] args) {
            final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
            try (Bus bus = Bus.launch(); Publication publication = bus.publish("s")) {
                publication.awaitSubscribers(1, Duration.ofSeconds(30));
                for (long i = 0; i >= 0;) {
                    message.putLong(0, i);
                    if (publication.offer(message, 0, 8) >= 0) {
                        i++;
                    }
                    if (i == 100_000) {
                        System.out.println("going");
                    }
                }
            }
        }
    }

    /** Reads some messages under BLOCK, then stops reading. */
    static final class Idler {
        public static void main(final String[] args) {
            final long[] count = {0};
            try (Bus bus = Bus.launch();
                    Subscription subscription = bus.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK))) {
                while (count[0] < 1_000) {
                    count[0] += subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 10);
                }
                System.out.println("idle");
                while (true) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    @Test
    void aKilledPublisherIsLostAfterItsLastMessageAndItsLogIsRemovedByTheNextBus() throws Exception {
        final long[] next = {0};
        try (Bus bus = bus();
                Subscription subscription = bus
                        .subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK).withListener(recording));
                Forked feed = Forked.start(Feed.class, directory)) {
            final PollHandler handler = (buffer, offset, length, header) -> {
                assertEquals(next[0]++, buffer.getLong(offset));
                return Action.TAKEN;
            };
            final Thread killer = Thread.ofPlatform().start(() -> {
                feed.awaitLine("going");
                feed.kill();
            });
            while (recording.events().size() < 2) {
                subscription.poll(handler, 1_000);
            }
            killer.join();
        }
        assertTrue(next[0] >= 100_000);
        assertEquals(
                List.of("started 0", "lost for good " + next[0] + ": its publisher's process died without closing it"),
                recording.events());
        bus().close();
        try (Stream<Path> files = Files.walk(directory)) {
            assertEquals(List.of(directory.resolve(".changes"), directory.resolve(".losses")),
                    files.filter(Files::isRegularFile).sorted().toList());
        }
    }

    @Test
    void killedBlockReaderDoesNotBlockItsPublisher() throws Exception {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
        try (Bus bus = bus();
                Publication publication = bus.publish(PublicationSettings.of("s").withCapacity(1 << 16));
                Forked idler = Forked.start(Idler.class, directory)) {
            assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(30)));
            while (publication.offer(message, 0, 8) >= 0 || publication.sequence() < 1_000) {
                Thread.onSpinWait();
            }
            idler.awaitLine("idle");
            while (publication.offer(message, 0, 8) >= 0) {
                Thread.onSpinWait();
            }
            idler.kill();
            while (publication.offer(message, 0, 8) < 0) {
                Thread.onSpinWait();
            }
            for (int i = 0; i < 10_000; i++) {
                assertFalse(publication.offer(message, 0, 8) < 0);
            }
            assertEquals(List.of(), publication.subscribers());
        }
    }

    private Bus bus() {
        return Bus.launch(BusSettings.defaults().withDirectory(directory).withErrorHandler(t -> {
            throw new AssertionError(t);
        }));
    }
}

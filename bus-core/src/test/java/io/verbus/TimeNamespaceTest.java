package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.support.Forked;
import io.verbus.support.Namespace;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A process in another time namespace, as a container may be: its monotonic clock is days ahead, or lags. */
@Tag("processes")
@Timeout(120)
class TimeNamespaceTest {
    private static final int SESSIONS = 15;
    private static final int MESSAGES = 10;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    /** Publishes short sessions, one after the other. */
    static final class Feed {
        public static void main(final String[] args) {
            try (Bus bus = Bus.launch()) {
                publishSessions(bus);
            }
        }
    }

    /** Reads all sessions to their ends, then prints the number of messages. */
    static final class Reader {
        public static void main(final String[] args) {
            final Ends ends = new Ends();
            try (Bus bus = Bus.launch(); Subscription subscription = bus.subscribe(ends.settings())) {
                System.out.println("reading");
                System.out.println("messages " + read(subscription, ends));
            }
        }
    }

    /** Counts the sessions that have ended. */
    private static final class Ends implements SessionListener {
        private int count;

        SubscriptionSettings settings() {
            return SubscriptionSettings.of("s").withListener(this);
        }

        @Override
        public void onEvent(final SessionEvent event) {
            if (event instanceof SessionEvent.Ended _) {
                count++;
            }
        }
    }

    @BeforeEach
    void isAllowed() {
        assumeTrue(Namespace.isTimeAllowed(), "this user may not make a time namespace (unshare -UrT)");
    }

    @ParameterizedTest
    @MethodSource("offsets")
    void subscriberOfAnotherTimeNamespaceReadsEachShortSession(final long offsetS) throws Exception {
        try (Forked reader = Forked.startWithin(Namespace.time(offsetS), Reader.class, directory);
                Bus bus = bus()) {
            reader.awaitLine("reading");
            publishSessions(bus);
            assertEquals(SESSIONS * MESSAGES, Integer.parseInt(reader.awaitLine("messages (\\d+)").group(1)));
            assertEquals(0, reader.exitStatus(), reader::output);
        }
    }

    @ParameterizedTest
    @MethodSource("offsets")
    void shortSessionsOfAnotherTimeNamespaceAreRead(final long offsetS) throws Exception {
        final Ends ends = new Ends();
        try (Bus bus = bus();
                Subscription subscription = bus.subscribe(ends.settings());
                Forked feed = Forked.startWithin(Namespace.time(offsetS), Feed.class, directory)) {
            assertEquals(SESSIONS * MESSAGES, read(subscription, ends));
            assertEquals(0, feed.exitStatus(), feed::output);
        }
    }

    private static LongStream offsets() {
        return LongStream.of(864_000, -System.nanoTime() / 2_000_000_000);
    }

    private Bus bus() {
        return Bus.launch(BusSettings.defaults().withDirectory(directory));
    }

    private static void publishSessions(final Bus bus) {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
        for (int session = 0; session < SESSIONS; session++) {
            try (Publication publication = bus.publish(PublicationSettings.of("s").withTimestamps(true)
                    .withCapacity(1 << 16).withLinger(Duration.ofMinutes(1)))) {
                for (int sent = 0; sent < MESSAGES; sent++) {
                    assertTrue(publication.offer(message, 0, 8) >= 0);
                }
            }
        }
    }

    private static int read(final Subscription subscription, final Ends ends) {
        final long beganNs = Clocks.SYSTEM.monotonic().nanoTime();
        final PollHandler handler = (buffer, offset, length, header) -> {
            final long nowNs = Clocks.SYSTEM.monotonic().nanoTime();
            assertTrue(beganNs <= header.publishedNs() && header.publishedNs() <= nowNs,
                    () -> "published at " + header.publishedNs() + ", read between " + beganNs + " and " + nowNs);
            return Action.TAKEN;
        };
        int messages = 0;
        while (ends.count < SESSIONS) { // a poll without messages does not show that none follow
            messages += subscription.poll(handler, 10);
        }
        return messages;
    }
}

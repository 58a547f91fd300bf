package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.Host;
import io.verbus.support.RecordingAudience;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A publication decides which subscriptions may block it, and for how long while they read nothing. */
class BlockingPermissionTest {
    private static final int CAPACITY = 1 << 16;
    private static final int FRAMES_A_LAP = CAPACITY / 32;
    private static final int CYCLES_A_SECOND = 50;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
    private final RecordingAudience audience = new RecordingAudience();
    private final List<Refusal> notices = new ArrayList<>();
    private Host host;
    private Bus publishing;
    private Bus subscribing;
    private Publication publication;

    @BeforeEach
    void launch() {
        host = new Host(directory);
        publishing = host.launch(Duration.ofSeconds(10));
        subscribing = host.launch(Duration.ofSeconds(10));
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void refusedReaderDoesNotBlockPublisherAndIsNotifiedInPoll() {
        publish(BlockingPermission.refused());
        final Subscription subscription = subscribe("book");
        cycle(2);
        assertEquals(List.of(), notices, "only poll calls the listener");
        poll(subscription);

        assertEquals(List.of(Refusal.NAME), notices);
        offer(3 * FRAMES_A_LAP);
        assertEquals(List.of("joined book", "refused book: NAME"), audience.events());
        assertTrue(subscriber("book").isReady(), "it reads as under SKIP");
        poll(subscription);
        assertEquals(List.of(Refusal.NAME), notices);
    }

    @Test
    void onlyNamedReadersBlockPublisher() {
        publish(BlockingPermission.named("book", "risk"));
        subscribe("other");
        subscribe("risk");
        cycle(2);

        assertTrue(subscriber("risk").acknowledged());
        assertEquals(Refusal.NONE, subscriber("risk").refusal());
        assertEquals(Refusal.NAME, subscriber("other").refusal());
        assertFalse(subscriber("other").acknowledged());
    }

    @Test
    void readerOverTheLimitIsNotifiedAndIsAcceptedWhenAnotherLeaves() {
        publish(BlockingPermission.allowed());
        final List<Subscription> readers = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            readers.add(subscribe("reader"));
        }
        cycle(2);
        final Subscription late = subscribe("late");
        cycle(2);
        poll(late);
        assertEquals(List.of(Refusal.LIMIT), notices);

        readers.getFirst().close();
        cycle(2);
        assertTrue(subscriber("late").acknowledged());
        assertEquals(Refusal.NONE, subscriber("late").refusal());
    }

    @Test
    void readerThatHasNeverReadBlocksPublisherForASecond() {
        publish(BlockingPermission.allowed());
        subscribe("book");
        cycle(2);

        final int refused = run(5 * CYCLES_A_SECOND);

        assertTrue(refused > CYCLES_A_SECOND / 2 && refused <= CYCLES_A_SECOND + 2, () -> "refused " + refused);
        assertEquals("evicted book: it blocked its publisher and has never read: its name has blocked for 1000 ms in"
                + " total", audience.events().getLast());
        assertEquals(List.of(EvictionCause.NEVER_READ), audience.evictions());
    }

    @Test
    void readerThatHasReadBlocksPublisherForTheProgressTimeout() {
        publish(BlockingPermission.allowed());
        final Subscription subscription = subscribe("book");
        cycle(2);
        offer(10);
        poll(subscription);
        cycle(2);
        offer(10);

        final int refused = run(20 * CYCLES_A_SECOND);

        assertTrue(refused > 9 * CYCLES_A_SECOND && refused < 11 * CYCLES_A_SECOND, () -> "refused " + refused);
    }

    @Test
    void readerThatRestartsBeforeItReadsBlocksPublisherForASecondInAll() {
        publish(BlockingPermission.allowed());
        int refused = 0;
        for (int life = 0; life < 10; life++) {
            refused += hang(9 * CYCLES_A_SECOND);
        }

        assertTrue(refused <= CYCLES_A_SECOND + 2, "refused " + refused + " cycles of 4,500");
        assertTrue(audience.events().contains("refused book: BUDGET"), audience.events()::toString);
    }

    @Test
    void readerThatWasRefusedForItsNameIsAcceptedWhenItHasRead() {
        publish(BlockingPermission.allowed());
        hang(3 * CYCLES_A_SECOND);
        final Subscription healthy = subscribe("book");
        cycle(2);
        poll(healthy);
        assertEquals(List.of(Refusal.BUDGET), notices);

        for (int i = 0; i < 40 && !subscriber("book").acknowledged(); i++) {
            offer(FRAMES_A_LAP / 32);
            poll(healthy);
            cycle(1);
        }
        assertTrue(subscriber("book").acknowledged());
        assertEquals(List.of(Refusal.BUDGET), notices);
    }

    @Test
    void healthyReaderDoesNotPayForAnotherOfItsName() {
        publish(BlockingPermission.allowed());
        final Subscription healthy = subscribe("book");
        cycle(2);
        int refused = 0;
        for (int life = 0; life < 10; life++) {
            final Subscription hanging = subscribe("book");
            for (int i = 0; i < 9 * CYCLES_A_SECOND; i++) {
                refused += run(1);
                poll(healthy);
            }
            hanging.close();
            cycle(2);
        }
        assertTrue(refused <= CYCLES_A_SECOND + 2, "refused " + refused + " cycles of 4,500");
        assertTrue(publication.subscribers().stream().allMatch(Subscriber::acknowledged));
    }

    @Test
    void lappedReaderRestoresNoTimeBudget() {
        publish(BlockingPermission.allowed());
        hang(3 * CYCLES_A_SECOND);
        final Subscription lapped = subscribe("book");
        for (int i = 0; i < 10; i++) {
            cycle(2);
            offer(4 * FRAMES_A_LAP);
            lapped.poll((buffer, offset, length, header) -> Action.TAKEN, 1);
        }
        cycle(2);
        assertEquals(Refusal.BUDGET, subscriber("book").refusal());
    }

    private void publish(final BlockingPermission blocking) {
        publication = publishing.publish(PublicationSettings.of("s").withCapacity(CAPACITY).withLinger(Duration.ZERO)
                .withListener(audience).withBlocking(blocking));
    }

    private Subscription subscribe(final String name) {
        final Subscription subscription = subscribing.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK)
                .withStart(Start.oldest()).withName(name).withListener(event -> {
                    if (event instanceof SessionEvent.Refused(_, Refusal cause)) {
                        notices.add(cause);
                    }
                }));
        cycle(2);
        return subscription;
    }

    private Subscriber subscriber(final String name) {
        return publication.subscribers().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    }

    /** Publishes as much as possible in each cycle. Returns the number of cycles in which nothing was accepted. */
    private int run(final int cycles) {
        int refused = 0;
        for (int i = 0; i < cycles; i++) {
            final long before = publication.sequence();
            for (int sent = 0; sent < 100 && publication.offer(message, 0, 8) >= 0; sent++) {
                assertTrue(sent < 100);
            }
            refused += publication.sequence() == before ? 1 : 0;
            cycle(1);
        }
        return refused;
    }

    /** A subscription that never polls, and is closed after a time. Returns the result of {@link #run}. */
    private int hang(final int cycles) {
        final Subscription hanging = subscribe("book");
        final int refused = run(cycles);
        hanging.close();
        cycle(2);
        return refused;
    }

    private void offer(final int count) {
        for (int i = 0; i < count; i++) {
            assertTrue(publication.offer(message, 0, 8) >= 0, "blocked");
        }
    }

    private static void poll(final Subscription subscription) {
        for (int i = 0; i < 3; i++) {
            while (subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 1_000) > 0) {
                Thread.onSpinWait();
            }
        }
    }

    private void cycle(final int times) {
        host.cycle(times, publishing, subscribing);
    }
}

package io.verbus.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Header;
import io.verbus.LostSession;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BusExtensionTest {
    private static final Duration ACCURACY = Duration.ofMillis(20);

    @RegisterExtension
    private final BusExtension buses = new BusExtension();
    private final List<Integer> received = new ArrayList<>();

    @Test
    void messagesPassBetweenTwoBuses() {
        final Subscription subscription = buses.launch().subscribe("s");
        final Publication publication = buses.launch().publish("s");
        buses.stepUntil(() -> !subscription.sessions().isEmpty() | subscription.poll(this::take, 1) > 0);
        offer(publication, 7);
        offer(publication, 8);
        buses.stepUntil(() -> subscription.poll(this::take, 10) > 0 && received.size() == 2);
        assertEquals(List.of(7, 8), received);
    }

    @Test
    void timePassesByStepsOnly() {
        final long beganNs = buses.clocks().monotonic().nanoTime();
        assertEquals(beganNs, buses.clocks().epoch().nanoTime());
        buses.launch();
        buses.step();
        assertEquals(beganNs + ACCURACY.toNanos(), buses.clocks().monotonic().nanoTime());
        buses.step(Duration.ofMinutes(1));
        assertEquals(Duration.ofMinutes(1).plus(ACCURACY).toNanos(),
                buses.clocks().monotonic().nanoTime() - beganNs);
    }

    /** A silent publisher is reported after the heartbeat timeout of the bus: 500 ms. */
    @Test
    void silenceOfAStoppedBusIsReported() {
        final List<String> events = new ArrayList<>();
        final Bus stopped = Bus.launch(buses.settings());
        try (Publication publication = stopped.publish("s")) {
            final Subscription subscription = buses.launch().subscribe(SubscriptionSettings.of("s")
                    .withStart(Start.oldest()).withListener(event -> {
                        if (event instanceof LostSession lost) {
                            events.add(lost.session().id() == publication.session().id() ? "silent" : "other");
                        }
                    }));
            offer(publication, 1);
            buses.stepUntil(() -> subscription.poll(this::take, 10) > 0);
            for (int i = 0; i < 60; i++) {
                buses.step();
                subscription.poll(this::take, 10);
            }
            assertEquals(List.of("silent"), events);
        }
        stopped.close();
    }

    @Test
    void callThatWaitsTimesOut() {
        final Publication publication = buses.launch().publish("s");
        assertFalse(publication.awaitSubscribers(1, Duration.ofMinutes(1)));
    }

    @Test
    void closeDoesNotWaitForABlockingReaderThatDoesNotRead() {
        final Bus bus = buses.launch();
        bus.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK));
        final Publication publication = bus.publish("s");
        buses.step();
        offer(publication, 1);
        publication.close();
        assertEquals(Publication.CLOSED, publication.claim(Integer.BYTES));
    }

    @Test
    void conditionThatNeverHoldsFailsTheTest() {
        buses.launch();
        final AssertionError failure = assertThrows(AssertionError.class, () -> buses.stepUntil(() -> false));
        assertEquals("the condition does not hold after 10000 steps of the bus", failure.getMessage());
    }

    @Test
    void nothingIsLeftAfterATestAndTheNextHasAnotherDirectory() {
        final BusExtension other = new BusExtension();
        other.beforeEach(null);
        final Path first = other.directory();
        final Bus bus = other.launch();
        bus.publish("s");
        bus.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK));
        other.step();
        other.afterEach(null);
        assertTrue(bus.isClosed());
        assertTrue(Files.notExists(first));
        other.beforeEach(null);
        assertNotEquals(first, other.directory());
        other.afterEach(null);
    }

    @Test
    void errorThatIsNotTakenFailsTheTest() {
        final BusExtension other = new BusExtension();
        other.beforeEach(null);
        other.launch().errorHandler().onError(new BusException("expected"));
        assertEquals(List.of("expected"), other.takeErrors().stream().map(Throwable::getMessage).toList());
        assertEquals(List.of(), other.takeErrors());
        other.launch().errorHandler().onError(new BusException("unexpected"));
        final AssertionError failure = assertThrows(AssertionError.class, () -> other.afterEach(null));
        assertEquals("the bus has reported an error that the test did not take by takeErrors(): unexpected",
                failure.getMessage());
    }

    @Test
    void useOutsideOfATestIsRefused() {
        final BusExtension other = new BusExtension();
        assertTrue(assertThrows(IllegalStateException.class, other::launch).getMessage()
                .startsWith("no test is running: "));
        other.beforeEach(null);
        assertTrue(assertThrows(IllegalStateException.class, () -> other.beforeEach(null)).getMessage()
                .startsWith("one BusExtension runs one test at a time: "));
        other.afterEach(null);
    }

    private static void offer(final Publication publication, final int value) {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[Integer.BYTES]);
        message.putInt(0, value);
        assertTrue(publication.offer(message, 0, message.capacity()) >= 0);
    }

    private Action take(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        received.add(buffer.getInt(offset));
        return Action.TAKEN;
    }
}

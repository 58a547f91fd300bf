package io.verbus.rdma.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.rdma.support.Counters;
import io.verbus.rdma.support.OnDouble;
import io.verbus.rdma.support.Pair;
import io.verbus.rdma.support.TestImage;
import io.verbus.rdma.support.TestLog;
import io.verbus.rdma.verbs.VerbsDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * On iWARP the kernel destroys a connection only after the answer to its request, and lets the call wait. A peer that
 * is stopped or overloaded does not answer, and must not stop a conductor.
 */
@ExtendWith(OnDouble.class)
class UnansweredRequestTest {
    private static final int CAPACITY = 1 << 16;
    private static final String NONE = "qp 0 cq 0 mr 0 pd 0 cm_id 0 ";
    private static final long CYCLE_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final TestLog log = new TestLog("md.itch", 11, CAPACITY);
    private final long waitsBefore = VerbsDouble.isHere() ? VerbsDouble.count("waits-here") : 0;
    private long nowNs = System.nanoTime();

    @BeforeEach
    void useIwarp() {
        OnDouble.profile("siw,devices=2");
    }

    /** The subscriber sends a request to a publisher whose conductor does not run. */
    private TestImage request(final Pair pair, final String options, final int cycles) {
        final TestImage image = new TestImage("md.itch", pair.arrivals);
        pair.publisher.listen(pair.uri(""), log);
        pair.subscriber.connect(pair.uri(options), image, image.another());
        runSubscriber(pair, cycles);
        return image;
    }

    /** Only the subscriber's conductor runs. */
    private void runSubscriber(final Pair pair, final int cycles) {
        for (int i = 0; i < cycles; i++) {
            nowNs += CYCLE_NS;
            pair.subscriber.doWork(nowNs);
        }
    }

    private void assertHasNotWaited(final String what) {
        assertEquals(waitsBefore, VerbsDouble.count("waits-here"), what);
    }

    /** A call that waits for an answer has begun, on another thread. */
    private static void awaitWait(final long waits) {
        awaitWhile("no call has waited", () -> VerbsDouble.count("waits") == waits);
    }

    private static void awaitWhile(final String what, final BooleanSupplier condition) {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadlineNs, what);
            Thread.yield();
        }
    }

    @Test
    void requestIsNotRepeatedBeforeItsAnswer() {
        try (Pair pair = new Pair(2)) {
            final TestImage image = request(pair, "handshake-timeout=20000", 200);
            assertEquals(1, VerbsDouble.count("qp"), "queue pairs after 4 s");
            pair.until("the connection", () -> !image.links.isEmpty() && !log.links.isEmpty());
            pair.part(log.links.getLast(), image.links.getLast());
        }
    }

    @Test
    void conductorDoesNotWaitForTheAnswer() {
        final long waits = VerbsDouble.count("waits");
        try (Pair pair = new Pair(2)) {
            final TestImage image = request(pair, "handshake-timeout=1000", 100);
            assertEquals(1, image.failures.size(), image.failures::toString);
            assertTrue(image.failures.getFirst().startsWith("UNREACHABLE: no answer from 10.73.0.1:"),
                    image.failures::toString);
            assertHasNotWaited("the attempt that was given up after 1 s");
            awaitWait(waits); // before the publisher answers
            pair.subscriber.connect(pair.uri("handshake-timeout=20000"), image, image.another());
            pair.until("the connection", () -> !image.links.isEmpty() && !log.links.isEmpty());
            pair.part(log.links.getLast(), image.links.getLast());
            pair.until("the end of the abandoned request", () -> VerbsDouble.count("qp") == 0);
        }
        assertHasNotWaited("all of it");
        assertEquals(NONE, Counters.resources());
    }

    @Test
    void closeDoesNotWaitForTheAnswer() {
        final long waits = VerbsDouble.count("waits");
        try (Pair pair = new Pair(2)) {
            request(pair, "", 10);
            pair.subscriber.close();
            assertEquals(1, VerbsDouble.count("qp"), "queue pairs: the close has waited");
            awaitWait(waits);
            awaitWhile("the request is open", () -> {
                pair.publisher.doWork(System.nanoTime()); // answers it
                return VerbsDouble.count("qp") > 0;
            });
        }
        awaitWhile("its resources are open", () -> !NONE.equals(Counters.resources()));
        assertHasNotWaited("all of it");
    }

    @Test
    void givenUpRequestOfARemovedDeviceIsClosedWhenItIsAnswered() {
        try (Pair pair = new Pair(2)) {
            final TestImage image = request(pair, "", 10);
            VerbsDouble.control("remove double0");
            runSubscriber(pair, 10);
            assertEquals(1, image.failures.size(), image.failures::toString);
            assertHasNotWaited("the failed attempt");
            pair.until("the closed device", () -> VerbsDouble.count("stale") == 0);
        }
        assertEquals(NONE, Counters.resources());
    }
}

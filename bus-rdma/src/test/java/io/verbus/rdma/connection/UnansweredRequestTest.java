package io.verbus.rdma.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.rdma.support.Counters;
import io.verbus.rdma.support.OnDouble;
import io.verbus.rdma.support.Pair;
import io.verbus.rdma.support.TestImage;
import io.verbus.rdma.support.TestLog;
import io.verbus.rdma.verbs.VerbsDouble;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
    private static final long CYCLE_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final TestLog log = new TestLog("md.itch", 11, CAPACITY);
    private final long waitsBefore = VerbsDouble.isHere() ? VerbsDouble.count("waits-here") : 0;
    private long nowNs = System.nanoTime();

    @BeforeEach
    void useIwarp() {
        OnDouble.profile("siw,devices=2");
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

    @Test
    void conductorDoesNotWaitForTheAnswer() {
        final long waits = VerbsDouble.count("waits");
        try (Pair pair = new Pair(2)) {
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.publisher.listen(pair.uri(""), log);
            pair.subscriber.connect(pair.uri("handshake-timeout=3000"), image, image.another());
            runSubscriber(pair, 100);
            assertTrue(image.failures.isEmpty(), image.failures::toString);
            assertHasNotWaited("the attempt that was repeated after 1 s");
            final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (VerbsDouble.count("waits") == waits) { // before the publisher answers
                assertTrue(System.nanoTime() < deadlineNs, "no call has waited");
                Thread.yield();
            }
            pair.until("the connection", () -> !image.links.isEmpty() && !log.links.isEmpty()
                    || !image.failures.isEmpty());
            assertEquals(List.of(), image.failures);
            pair.part(log.links.getLast(), image.links.getLast());
            pair.until("the end of the abandoned request", () -> VerbsDouble.count("qp") == 0);
        }
        assertHasNotWaited("all of it");
        assertEquals("qp 0 cq 0 mr 0 pd 0 cm_id 0 ", Counters.resources());
    }

    @Test
    void givenUpRequestOfARemovedDeviceIsClosedWhenItIsAnswered() {
        try (Pair pair = new Pair(2)) {
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.publisher.listen(pair.uri(""), log);
            pair.subscriber.connect(pair.uri(""), image, image.another());
            runSubscriber(pair, 10);
            VerbsDouble.control("remove double0");
            runSubscriber(pair, 10);
            assertEquals(1, image.failures.size(), image.failures::toString);
            assertHasNotWaited("the failed attempt");
            pair.until("the closed device", () -> VerbsDouble.count("stale") == 0);
        }
        assertEquals("qp 0 cq 0 mr 0 pd 0 cm_id 0 ", Counters.resources());
    }
}

package io.verbus.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Calls per message or per duty cycle do not allocate. */
class VerbsAllocationTest {
    private static final int WARM_UP = 20_000;
    private static final int ROUNDS = 3;
    private static final int MEASURED = 5_000;

    @Test
    void writesPollsAndReceivePostsAllocateNothing() {
        Lab.devices();
        try (Loopback loopback = new Loopback()) {
            assertEquals(0, loopback.peer.postReceives(0, 0, 128));
            measure(() -> {
                loopback.write(0, WorkRequests.WRITE_WITH_IMMEDIATE, 0, 64);
                assertEquals(0, loopback.pair.post(loopback.requests, 0, 1));
                awaitOne(loopback.arrivals);
                assertEquals(0, loopback.peer.postReceives(loopback.arrivals.id(0), 1, 1));
                awaitOne(loopback.sends);
                assertEquals(Status.SUCCESS, loopback.sends.status(0));
            });
        }
    }

    @Test
    void eventPollsAllocateNothing() {
        Lab.devices();
        try (Loopback loopback = new Loopback()) {
            final Device device = loopback.client.device();
            measure(() -> {
                assertNull(loopback.events.poll());
                assertNull(device.pollEvent());
            });
        }
    }

    private static void awaitOne(final CompletionQueue queue) {
        int found;
        do {
            found = queue.poll();
        } while (found == 0);
        assertEquals(1, found);
    }

    private static void measure(final Runnable call) {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < WARM_UP; i++) {
            call.run();
        }
        long least = Long.MAX_VALUE; // the JVM allocates for its own purposes, but not each time
        for (int round = 0; round < ROUNDS; round++) {
            final long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < MEASURED; i++) {
                call.run();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertTrue(least < MEASURED, least + " bytes in " + MEASURED + " calls"); // of the measurement itself
    }
}

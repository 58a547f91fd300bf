package io.verbus.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.verbus.Action;
import io.verbus.PollHandler;
import io.verbus.Publication;
import io.verbus.Subscription;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import io.verbus.tcp.support.LoopbackStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Invariant 8: in the steady state publishing, pushing and polling threads allocate nothing. */
class TcpAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final PollHandler HANDLER = (buffer, offset, length, header) -> Action.TAKEN;
    private static final int ROUNDS = 100;
    private static final int MESSAGES = 1_000;
    private static final int LIMIT = 64;
    private static final int BURST = 100;
    private static final int SINGLES = 10;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private long delivered;
    private int bursts;

    @Test
    void steadyStateAllocatesNothing() {
        try (LoopbackStream stream = new LoopbackStream(directory, 1)) {
            long least = Long.MAX_VALUE; // until code is compiled, the JDK allocates for each write from our memory
            long leastOfPusher = Long.MAX_VALUE;
            final long pusher = pusher().threadId();
            final long deadlineNs = System.nanoTime() + Patience.NS;
            for (int i = 0; i < ROUNDS || least + leastOfPusher > 0 && System.nanoTime() < deadlineNs; i++) {
                final long pusherBefore = THREADS.getThreadAllocatedBytes(pusher);
                final long before = THREADS.getCurrentThreadAllocatedBytes();
                carry(stream.publication(), stream.subscriptions().getFirst());
                least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
                leastOfPusher = Math.min(leastOfPusher, THREADS.getThreadAllocatedBytes(pusher) - pusherBefore);
            }
            assertEquals(0, least, "publishing and polling");
            assertEquals(0, leastOfPusher, "pushing in turns");
            assertTrue(delivered >= (long) ROUNDS * MESSAGES, "all arrived");
        }
    }

    /** Bursts, which the thread of the bus takes over, and single messages. */
    private void carry(final Publication publication, final Subscription subscription) {
        final long end = publication.sequence() + MESSAGES;
        while (publication.sequence() < end) {
            final int burst = ++bursts % SINGLES == 0 ? BURST : 1;
            for (int i = 0; i < burst; i++) {
                if (publication.claim(LIMIT) >= 0) {
                    publication.commit();
                }
            }
            while (delivered < publication.sequence()) {
                delivered += subscription.poll(HANDLER, LIMIT);
            }
        }
    }

    private static Thread pusher() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("verbus-pusher")).findFirst().orElseThrow();
    }
}

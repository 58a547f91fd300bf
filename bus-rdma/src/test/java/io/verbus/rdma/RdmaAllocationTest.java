package io.verbus.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.sun.management.ThreadMXBean;
import io.verbus.rdma.support.Pair;
import io.verbus.rdma.support.TestImage;
import io.verbus.rdma.support.TestLog;
import io.verbus.spi.ImageLink;
import io.verbus.spi.LogLink;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Invariant 8: in the steady state push, poll, credit and heartbeats allocate nothing. */
class RdmaAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CAPACITY = 1 << 16;
    private static final int ROUNDS = 6;
    private static final int WRITES = 5_000;

    private long position;

    @Test
    void steadyStateAllocatesNothing() {
        try (Pair pair = new Pair(4)) {
            final TestLog log = new TestLog("md.itch", 11, CAPACITY);
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.join(log, image, "");
            final LogLink out = log.links.getFirst();
            final ImageLink in = image.links.getFirst();
            long least = Long.MAX_VALUE; // the JVM links call sites on first use
            for (int i = 0; i < ROUNDS; i++) {
                final long before = THREADS.getCurrentThreadAllocatedBytes();
                carry(pair, out, in);
                least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
            }
            assertNull(out.endedBy());
            assertNull(in.endedBy());
            assertEquals(0, least);
            assertEquals(96L * WRITES * ROUNDS, position);
            pair.part(out, in);
        }
    }

    private void carry(final Pair pair, final LogLink out, final ImageLink in) {
        for (int i = 0; i < WRITES; i++) {
            final long to = position + 96;
            long pushed = position;
            while (pushed < to) {
                pushed = out.push(pushed, to);
                pair.arrivals.poll();
            }
            position = to;
            while (in.readable() < to) {
                pair.arrivals.poll();
            }
            in.consumed(to);
            if (i % 100 == 0) {
                out.sendHeartbeat(to, i);
                in.sendHeartbeat();
            }
        }
    }
}

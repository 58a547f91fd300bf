package io.verbus.rdma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.rdma.link.ManagedLink;
import io.verbus.rdma.support.OnDouble;
import io.verbus.rdma.support.Pair;
import io.verbus.rdma.support.TestImage;
import io.verbus.rdma.support.TestLog;
import io.verbus.rdma.verbs.QueuePair;
import io.verbus.rdma.verbs.VerbsDouble;
import io.verbus.spi.LogLink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A thread that publishes makes no call that a device takes long for, whatever the peer or the device does. */
@ExtendWith(OnDouble.class)
class CommandTest {
    private static final int CAPACITY = 1 << 16;
    private static final String SLOW = "profile connectx,command-us=20000";

    private final TestLog log = new TestLog("md.itch", 11, CAPACITY);

    private interface Fault {
        void occur(QueuePair peer) throws InterruptedException;
    }

    private void publishDuring(final Fault fault) throws InterruptedException {
        try (Pair pair = new Pair(2)) {
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.join(log, image, "");
            final LogLink out = log.links.getFirst();
            log.fill(0, CAPACITY);
            long position = out.push(0, 64);
            VerbsDouble.control(SLOW);
            fault.occur(((ManagedLink) image.links.getFirst()).epoch().queuePair());
            final long before = VerbsDouble.count("commands-here");
            for (int i = 0; i < 200 && out.endedBy() == null; i++) {
                position = out.push(position, position + 64);
                out.poll();
            }
            assertNotNull(out.endedBy());
            out.push(position, position + 64);
            out.poll();
            assertEquals(before, VerbsDouble.count("commands-here"), "commands of the publisher's thread");
            VerbsDouble.control("profile connectx");
            pair.lock();
            assertEquals("error", ((ManagedLink) out).epoch().queuePair().state());
            assertTrue(((ManagedLink) out).epoch().isDisconnected());
            pair.part(out, image.links.getFirst());
        }
    }

    private static void elsewhere(final Runnable command) throws InterruptedException {
        final Thread thread = new Thread(command);
        thread.start();
        thread.join();
    }

    @Test
    void deathOfThePeerCostsNoCommand() throws InterruptedException {
        publishDuring(peer -> elsewhere(peer::toError));
    }

    @Test
    void rejectedPostCostsNoCommand() throws InterruptedException {
        publishDuring(peer -> VerbsDouble.control("fail-sends 1 12"));
    }

    @Test
    void failedQueueCostsNoCommand() throws InterruptedException {
        publishDuring(peer -> VerbsDouble.control("fail-queues double0"));
    }
}

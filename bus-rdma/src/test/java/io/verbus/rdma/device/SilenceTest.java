package io.verbus.rdma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.rdma.support.OnDouble;
import io.verbus.rdma.support.Pair;
import io.verbus.rdma.support.TestImage;
import io.verbus.rdma.support.TestLog;
import io.verbus.spi.Link;
import io.verbus.spi.Transport;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On iWARP, where packets have no acknowledgement timeout, a peer without heartbeats is given up. */
@ExtendWith(OnDouble.class)
class SilenceTest {
    private static final int CAPACITY = 1 << 16;
    private static final long CYCLE_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final TestLog log = new TestLog("md.itch", 11, CAPACITY);

    private static long runAlone(final Transport transport, final Link link, final long fromNs, final int cycles) {
        long nowNs = fromNs;
        for (int i = 0; i < cycles && link.endedBy() == null; i++) {
            nowNs += CYCLE_NS;
            transport.doWork(nowNs);
        }
        return nowNs;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void silentPeerIsGivenUp(final boolean byPublisher) {
        OnDouble.profile("siw");
        try (Pair pair = new Pair(2)) {
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.join(log, image, "silence=1000");
            final Link link = byPublisher ? log.links.getFirst() : image.links.getFirst();
            final Transport own = byPublisher ? pair.publisher : pair.subscriber;
            final long startNs = System.nanoTime();
            log.links.getFirst().sendHeartbeat(0, 0);
            image.links.getFirst().sendHeartbeat();
            own.doWork(startNs);
            final long endNs = runAlone(own, link, startNs, 200);
            assertTrue(link.endedBy().startsWith("no heartbeat from "), link.endedBy());
            assertTrue(link.endedBy().contains(" for 1000 ms: check the cable"), link.endedBy());
            assertEquals(1020, TimeUnit.NANOSECONDS.toMillis(endNs - startNs));
            pair.part(log.links.getFirst(), image.links.getFirst());
        }
    }

    @Test
    void heartbeatsKeepTheEpoch() {
        OnDouble.profile("siw");
        try (Pair pair = new Pair(2)) {
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.join(log, image, "silence=1000");
            long nowNs = System.nanoTime();
            for (int i = 0; i < 20; i++) {
                log.links.getFirst().sendHeartbeat(0, 0);
                nowNs = runAlone(pair.subscriber, image.links.getFirst(), nowNs, 40);
            }
            assertNull(image.links.getFirst().endedBy());
            runAlone(pair.subscriber, image.links.getFirst(), nowNs + TimeUnit.SECONDS.toNanos(5), 40);
            assertNull(image.links.getFirst().endedBy(), "the observer was late itself");
            pair.part(log.links.getFirst(), image.links.getFirst());
        }
    }

    @Test
    void deviceWithAnAcknowledgementTimeoutKeepsASilentPeer() {
        OnDouble.profile("connectx");
        try (Pair pair = new Pair(2)) {
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.join(log, image, "silence=1000");
            runAlone(pair.subscriber, image.links.getFirst(), System.nanoTime(), 500);
            assertNull(image.links.getFirst().endedBy());
            pair.part(log.links.getFirst(), image.links.getFirst());
        }
    }
}

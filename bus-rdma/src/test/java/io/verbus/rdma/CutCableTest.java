package io.verbus.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.rdma.support.Pair;
import io.verbus.rdma.support.TestImage;
import io.verbus.rdma.support.TestLog;
import io.verbus.spi.ImageLink;
import io.verbus.spi.LogLink;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Cut, lossy and repaired cable: {@code ./bus lab --wire native/lab/tests io.verbus.rdma.CutCableTest}. */
class CutCableTest {
    private static final int CAPACITY = 1 << 16;
    private static final String A = System.getenv("LAB_WIRE_A");
    private static final String B = System.getenv("LAB_WIRE_B");
    private static final String HASTY = "&ack-timeout=12&retries=2&handshake-timeout=3000";

    private Pair pair;
    private TestLog log;
    private TestImage image;

    @BeforeEach
    void open() throws IOException, InterruptedException {
        assumeTrue(A != null, "no cable; run this in the lab: ./bus lab --wire native/lab/tests");
        repair();
        pair = new Pair(2, B);
        log = new TestLog("md.itch", 11, CAPACITY);
        image = new TestImage("md.itch", pair.arrivals);
    }

    @AfterEach
    void close() throws IOException, InterruptedException {
        if (pair != null) {
            repair();
            pair.close();
        }
    }

    private static void impair(final String how) throws IOException, InterruptedException {
        repair();
        for (final String wire : new String[]{"wire-a", "wire-b"}) {
            tc("tc qdisc add dev " + wire + " root netem " + how);
        }
    }

    private static void repair() throws IOException, InterruptedException {
        for (final String wire : new String[]{"wire-a", "wire-b"}) {
            tc("tc qdisc del dev " + wire + " root");
        }
    }

    private static void tc(final String command) throws IOException, InterruptedException {
        new ProcessBuilder(command.split(" ")).redirectErrorStream(true).start().waitFor();
    }

    private void join() {
        pair.publisher.listen(pair.uri("source=" + B + HASTY), log);
        connect();
    }

    private void connect() {
        final int before = image.links.size();
        pair.subscriber.connect(pair.uri("source=" + A + HASTY), image, image.another());
        pair.until("the link", () -> image.links.size() > before && log.links.size() > before
                || !image.failures.isEmpty());
        assertEquals(0, image.failures.size(), image.failures::toString);
    }

    @Test
    void cutCableEndsEpochAndNextEpochFollows() throws IOException, InterruptedException {
        join();
        final LogLink out = log.links.getFirst();
        final ImageLink in = image.links.getFirst();
        pair.carry(log, out, image, in, 0, 2L * CAPACITY, 1504);
        impair("loss 100%");
        final long cutNs = System.nanoTime();
        log.fill(2L * CAPACITY, 3L * CAPACITY);
        out.push(2L * CAPACITY, 3L * CAPACITY);
        in.sendHeartbeat();
        pair.until("both ends", () -> {
            out.poll();
            in.sendHeartbeat();
            return out.endedBy() != null && in.endedBy() != null;
        });
        System.out.println("cut: both ends noticed after " + (System.nanoTime() - cutNs) / 1_000_000 + " ms");
        assertTrue(out.endedBy().startsWith("no answer from " + A), out.endedBy());
        assertTrue(out.endedBy().contains("for 3 tries of 17 ms each: check the cable, and the peer's host"),
                out.endedBy());
        assertTrue(in.endedBy().startsWith("no answer from " + B), in.endedBy());
        pair.part(out, in);
        System.out.println("cut: both ends released after " + (System.nanoTime() - cutNs) / 1_000_000 + " ms");
        assertEquals(Long.MAX_VALUE, out.unfinished());

        repair();
        connect();
        pair.carry(log, log.links.getLast(), image, image.links.getLast(), 0, 2L * CAPACITY, 1504);
    }

    @Test
    void connectOverCutCableFailsInTime() throws IOException, InterruptedException {
        pair.publisher.listen(pair.uri("source=" + B + HASTY), log);
        impair("loss 100%");
        pair.subscriber.connect(pair.uri("source=" + A + HASTY), image, image.another());
        final long startNs = System.nanoTime();
        pair.until("a failure", () -> !image.failures.isEmpty());
        System.out.println("dial: " + (System.nanoTime() - startNs) / 1_000_000 + " ms, " + image.failures);
        assertTrue(image.failures.getFirst().startsWith("UNREACHABLE: "), image.failures::toString);
        repair();
        image.failures.clear();
        connect();
    }

    @Test
    void packetLossCostsOnlyTime() throws IOException, InterruptedException {
        join();
        impair("loss 1%");
        pair.carry(log, log.links.getFirst(), image, image.links.getFirst(), 0, 6L * CAPACITY, 1504);
    }
}

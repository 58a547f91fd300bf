package io.verbus.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.verbus.rdma.link.PublisherLink;
import io.verbus.rdma.link.SubscriberLink;
import io.verbus.rdma.support.Counters;
import io.verbus.rdma.support.Pair;
import io.verbus.rdma.support.TestImage;
import io.verbus.rdma.support.TestLog;
import io.verbus.rdma.verbs.Lab;
import io.verbus.spi.ImageLink;
import io.verbus.spi.LogLink;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The image contains the pushed bytes, and a push never exceeds the credit. */
class CarryingTest {
    private static final int CAPACITY = 1 << 16;

    private Pair pair;
    private TestLog log;
    private TestImage image;
    private LogLink out;
    private ImageLink in;
    private long notReady;

    @BeforeEach
    void open() {
        pair = new Pair(4);
        notReady = Counters.receiverNotReady();
        log = new TestLog("md.itch", 11, CAPACITY);
        image = new TestImage("md.itch", pair.arrivals);
    }

    @AfterEach
    void close() {
        if (pair != null) {
            pair.close();
            assertEquals(List.of(), pair.errors);
            assertEquals(notReady, Counters.receiverNotReady(), "receiver not ready");
        }
    }

    private void join(final String parameters) {
        pair.join(log, image, parameters);
        out = log.links.getLast();
        in = image.links.getLast();
    }

    private void poll() {
        pair.arrivals.poll();
    }

    /** Carries the first bytes of the log. */
    private void carry(final int length) {
        log.fill(0, length);
        assertEquals(length, out.push(0, length));
        pair.until("the arrival", () -> {
            poll();
            return in.readable() == length;
        });
    }

    @Test
    void readBytesEqualPushedBytesOverManyLaps() {
        join("");
        pair.carry(log, out, image, in, 0, 40L * CAPACITY, 1504);
        pair.part(out, in);
    }

    @Test
    void fewReceivesAndRequestsOnlyReduceThroughput() {
        join("receives=16&sends=16&push=4096");
        pair.carry(log, out, image, in, 0, 20L * CAPACITY, 32);
        pair.part(out, in);
    }

    @Test
    void packetsRespectTheLowerMtuOfBothSides() {
        assumeFalse(Lab.iwarp(), "TCP chooses the length of packets");
        pair.publisher.listen(pair.uri("mtu=512&service-level=3"), log);
        pair.subscriber.connect(pair.uri(""), image, image.another());
        pair.until("the link", () -> !image.links.isEmpty() && !log.links.isEmpty());
        out = log.links.getLast();
        in = image.links.getLast();
        assertEquals(512, ((PublisherLink) out).epoch().queuePair().path().mtu());
        assertEquals(512, ((SubscriberLink) in).epoch().queuePair().path().mtu());
        pair.carry(log, out, image, in, 0, 10L * CAPACITY, 4096);
        pair.part(out, in);
    }

    @Test
    void imageStartsAtAnyPosition() {
        log.first = (1L << 37) - 3 * 32; // where the immediate wraps
        join("");
        assertEquals(log.first, in.readable());
        pair.carry(log, out, image, in, log.first, log.first + 3L * CAPACITY, 96);
        pair.part(out, in);
    }

    @Test
    void pushStopsWithoutCreditAndResumesWithIt() {
        join("");
        log.fill(0, CAPACITY);
        assertEquals(CAPACITY, out.push(0, CAPACITY));
        assertEquals(CAPACITY, out.push(CAPACITY, 3L * CAPACITY), "beyond the credit");

        pair.until("the arrival", () -> {
            poll();
            return in.readable() == CAPACITY;
        });
        assertEquals(CAPACITY, out.push(CAPACITY, 3L * CAPACITY), "without consumption");
        in.consumed(CAPACITY);
        pair.until("the credit", () -> {
            poll();
            out.poll();
            return out.consumed() == CAPACITY;
        });
        log.fill(CAPACITY, 2L * CAPACITY);
        assertEquals(2L * CAPACITY, out.push(CAPACITY, 3L * CAPACITY));
        pair.part(out, in);
    }

    @Test
    void smallConsumptionIsReportedByEmptyPolls() {
        join("");
        carry(64);
        assertEquals(0, out.unfinished());
        in.consumed(64);
        pair.until("the credit", () -> {
            poll();
            out.poll();
            return out.consumed() == 64;
        });
        assertEquals(Long.MAX_VALUE, out.unfinished(), "consumed bytes are finished");
        pair.part(out, in);
    }

    /** A reader with a slow handler polls rarely, and still shows progress. */
    @Test
    void heartbeatReportsConsumptionWithoutPolls() {
        join("");
        carry(64);
        in.consumed(32);
        in.sendHeartbeat();
        pair.until("the credit", () -> {
            out.poll();
            return out.consumed() == 32;
        });
        pair.carry(log, out, image, in, 64, 3L * CAPACITY, 1504);
        pair.part(out, in);
    }

    @Test
    void jumpFollowsPushedBytesAndBlocksWritesUntilConfirmed() {
        join("");
        log.fill(0, 96);
        assertEquals(96, out.push(0, 96));
        final long to = 10L * CAPACITY + 128;
        assertTrue(out.jump(96, to, 77));
        assertEquals(to, out.push(to, to + 32), "the jump is not confirmed");
        assertFalse(out.jump(to, to + CAPACITY, 78), "nor another");

        pair.until("the jump", () -> {
            poll();
            return in.jumpPosition() >= 0;
        });
        assertEquals(96, in.readable());
        assertEquals(to, in.jumpPosition());
        assertEquals(77, in.jumpSequence());
        in.consumed(96);
        in.resume();
        assertEquals(to, in.readable());
        assertEquals(-1, in.jumpPosition());
        pair.until("the confirmation", () -> {
            out.poll();
            return out.consumed() == to;
        });
        assertEquals(Long.MAX_VALUE, out.unfinished());
        pair.carry(log, out, image, in, to, to + 3L * CAPACITY, 1024);
        pair.part(out, in);
    }

    @Test
    void heartbeatsReachBothSides() {
        join("");
        final long peerHeartbeat = out.heartbeat();
        final long ownHeartbeat = in.heartbeat();
        out.sendHeartbeat(4096, 9);
        in.sendHeartbeat();
        pair.until("the heartbeats", () -> out.heartbeat() != peerHeartbeat && in.heartbeat() != ownHeartbeat);
        assertEquals(4096, in.publisherPosition());
        assertEquals(9, in.publisherSequence());
        assertEquals(1, in.sessions());
        for (int i = 0; i < 1000; i++) { // a heartbeat without room is not posted
            out.sendHeartbeat(4096 + 32 * i, 9 + i);
            in.sendHeartbeat();
        }
        assertNull(out.endedBy());
        assertNull(in.endedBy());
        pair.part(out, in);
    }

    @Test
    void imagesOfOneThreadReceiveTheirOwnLogs() {
        join("");
        final TestLog other = new TestLog("md.other", 12, 2 * CAPACITY);
        final TestImage otherImage = new TestImage("md.other", pair.arrivals);
        pair.join(other, otherImage, "");
        pair.carry(log, out, image, in, 0, 3L * CAPACITY, 1504);
        pair.carry(other, other.links.getFirst(), otherImage, otherImage.links.getFirst(), 0, 6L * CAPACITY, 320);
        pair.carry(log, out, image, in, 3L * CAPACITY, 5L * CAPACITY, 1504);
        pair.part(out, in, other.links.getFirst(), otherImage.links.getFirst());
    }
}

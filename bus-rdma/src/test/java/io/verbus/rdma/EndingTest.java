package io.verbus.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.rdma.support.Counters;
import io.verbus.rdma.support.Pair;
import io.verbus.rdma.support.TestImage;
import io.verbus.rdma.support.TestLog;
import io.verbus.spi.ImageLink;
import io.verbus.spi.LogLink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An epoch ends at once, with a cause on both sides, and releases all resources. */
class EndingTest {
    private static final int CAPACITY = 1 << 16;

    private Pair pair;
    private TestLog log;
    private TestImage image;
    private LogLink out;
    private ImageLink in;

    @BeforeEach
    void open() {
        pair = new Pair(2);
        log = new TestLog("md.itch", 11, CAPACITY);
        image = new TestImage("md.itch", pair.arrivals);
        pair.join(log, image, "");
        out = log.links.getFirst();
        in = image.links.getFirst();
    }

    @AfterEach
    void close() {
        if (pair != null) {
            pair.close();
            assertEquals("qp 0 cq 0 mr 0 pd 0 cm_id 0 ", Counters.resources());
        }
    }

    @Test
    void subscriberEndReachesPublisher() {
        in.end("enough");
        in.end("more than enough");
        assertEquals("enough", in.endedBy());
        pair.until("the end", () -> out.endedBy() != null);
        assertTrue(out.endedBy().contains("has ended the connection"), out.endedBy());
        assertEquals(0, out.push(0, 64));
        pair.part(out, in);
        assertEquals(Long.MAX_VALUE, out.unfinished());
    }

    @Test
    void publisherEndReachesSubscriberWhichKeepsReceivedBytes() {
        log.fill(0, 640);
        out.push(0, 640);
        pair.until("the arrival", () -> {
            pair.arrivals.poll();
            return in.readable() == 640;
        });
        out.end("enough");
        pair.until("the end", () -> in.endedBy() != null);
        assertEquals(640, in.readable());
        pair.part(out, in);
        assertEquals(640, in.readable());
        assertEquals(0, pair.arrivals.poll() >= 0 ? 0 : 1);
    }

    @Test
    void arrivedBytesAreReadableAfterTheEnd() {
        final int length = CAPACITY / 16; // signalled
        log.fill(0, length);
        out.push(0, length);
        pair.until("the answer", () -> {
            out.poll();
            return out.unfinished() == Long.MAX_VALUE;
        });
        out.end("enough");
        pair.until("the end", () -> in.endedBy() != null);
        pair.arrivals.poll();
        assertEquals(length, in.readable());
        pair.part(out, in);
    }

    @Test
    void leaveIsReportedToPublisher() {
        assertFalse(out.isLeft());
        in.leave();
        pair.until("both ends", () -> in.endedBy() != null && out.endedBy() != null);
        assertTrue(out.isLeft());
        assertEquals("left the session", in.endedBy());
    }

    @Test
    void requestsInFlightAreUnfinishedUntilFlushed() {
        log.fill(0, CAPACITY);
        out.push(0, CAPACITY / 2);
        assertTrue(out.unfinished() < CAPACITY / 2);
        out.end("enough");
        pair.until("release", out::isReleased);
        assertEquals(Long.MAX_VALUE, out.unfinished());
    }

    @Test
    void epochsReleaseAllResources() {
        final String one = Counters.resources();
        for (int i = 0; i < 20; i++) {
            pair.carry(log, out, image, in, 0, 3L * CAPACITY, 2048);
            if (i % 2 == 0) {
                in.end("again");
            } else {
                out.end("again");
            }
            pair.part(out, in);
            pair.subscriber.connect(pair.uri(""), image, image.another());
            final int epochs = i + 2;
            pair.until("the next epoch", () -> image.links.size() == epochs && log.links.size() == epochs);
            out = log.links.getLast();
            in = image.links.getLast();
        }
        assertEquals(one, Counters.resources());
    }
}

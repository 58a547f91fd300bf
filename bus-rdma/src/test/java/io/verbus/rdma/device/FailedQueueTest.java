package io.verbus.rdma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.rdma.support.Counters;
import io.verbus.rdma.support.OnDouble;
import io.verbus.rdma.support.Pair;
import io.verbus.rdma.support.TestImage;
import io.verbus.rdma.support.TestLog;
import io.verbus.rdma.verbs.VerbsDouble;
import io.verbus.spi.ImageLink;
import io.verbus.spi.LogLink;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A completion queue that fails ends its epochs with a cause, and the next epoch has another. */
@ExtendWith(OnDouble.class)
class FailedQueueTest {
    private static final int CAPACITY = 1 << 16;

    private Pair pair;
    private TestLog log;
    private TestImage image;

    @BeforeEach
    void open() {
        pair = new Pair(2);
        log = new TestLog("md.itch", 11, CAPACITY);
        image = new TestImage("md.itch", pair.arrivals);
        pair.join(log, image, "");
    }

    @AfterEach
    void close() {
        if (pair != null) {
            pair.close();
            assertEquals("qp 0 cq 0 mr 0 pd 0 cm_id 0 ", Counters.resources());
        }
    }

    private void untilBothEnd(final LogLink out, final ImageLink in) {
        pair.until("both ends", () -> {
            out.poll();
            pair.arrivals.poll();
            return out.endedBy() != null && in.endedBy() != null;
        });
    }

    private void joinAgain() {
        pair.part(log.links.getLast(), image.links.getLast());
        final int before = image.links.size();
        pair.subscriber.connect(pair.uri(""), image, image.another());
        pair.until("the next epoch", () -> image.links.size() > before && log.links.size() > before);
        pair.carry(log, log.links.getLast(), image, image.links.getLast(), 0, 3L * CAPACITY, 480);
        pair.part(log.links.getLast(), image.links.getLast());
    }

    @Test
    void failedPollsEndTheEpochAndTheNextHasOtherQueues() {
        VerbsDouble.control("fail-queues double0");
        untilBothEnd(log.links.getFirst(), image.links.getFirst());
        assertTrue(log.links.getFirst().endedBy().contains("its completion queue has failed"),
                log.links.getFirst().endedBy());
        assertTrue(image.links.getFirst().endedBy().contains("its completion queue has failed"),
                image.links.getFirst().endedBy());
        joinAgain();
    }

    @Test
    void reportedErrorEndsAHandshake() {
        final TestImage joining = new TestImage("md.itch", pair.arrivals);
        final long before = VerbsDouble.count("qp");
        pair.subscriber.connect(pair.uri(""), joining, joining.another());
        while (VerbsDouble.count("qp") == before) { // the publisher does not answer
            pair.subscriber.doWork(System.nanoTime());
        }
        VerbsDouble.control("report-queue double0");
        pair.subscriber.doWork(System.nanoTime());
        assertEquals(List.of("UNREACHABLE: lost the connection to " + pair.uri("").getAuthority()
                + ": double0 reports CQ error"), joining.failures);
        untilBothEnd(log.links.getFirst(), image.links.getFirst()); // it uses the same queue
        joinAgain();
    }

    @Test
    void reportedErrorEndsOnlyTheEpochsOfTheQueue() {
        final TestLog other = new TestLog("md.other", 12, CAPACITY);
        final TestImage otherImage = new TestImage("md.other", pair.arrivals);
        pair.join(other, otherImage, "");
        VerbsDouble.control("report-queue double0");
        untilBothEnd(other.links.getFirst(), otherImage.links.getFirst());
        final LogLink out = log.links.getFirst();
        final ImageLink in = image.links.getFirst();
        pair.carry(log, out, image, in, 0, 2L * CAPACITY, 480);
        assertNull(out.endedBy());
        pair.part(other.links.getFirst(), otherImage.links.getFirst());
        joinAgain();
    }
}

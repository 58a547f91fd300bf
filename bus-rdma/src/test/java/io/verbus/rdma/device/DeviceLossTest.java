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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A device that is removed or reset ends its own epochs only, is reported once, and is used again when it returns. */
@ExtendWith(OnDouble.class)
class DeviceLossTest {
    private static final int CAPACITY = 1 << 16;

    private final TestLog log = new TestLog("md.itch", 11, CAPACITY);

    private static long losses(final Pair pair) {
        return pair.errors.stream().filter(error -> error.getMessage().startsWith("lost the RDMA device double0"))
                .count();
    }

    /** Connects until the publisher listens again. */
    private void rejoin(final Pair pair, final TestImage image) {
        final int before = image.links.size();
        pair.subscriber.connect(pair.uri(""), image, image.another());
        pair.until("the next epoch", () -> {
            if (!image.failures.isEmpty()) {
                image.failures.clear();
                pair.subscriber.connect(pair.uri(""), image, image.another());
            }
            return image.links.size() > before && log.links.size() > before;
        });
    }

    @Test
    void lostDeviceEndsItsEpochsAndIsUsedAgainWhenItIsBack() {
        try (Pair pair = new Pair(2)) {
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.join(log, image, "");
            for (int round = 1; round <= 3; round++) {
                final LogLink out = log.links.getLast();
                final ImageLink in = image.links.getLast();
                pair.carry(log, out, image, in, 0, 2L * CAPACITY, 480);
                VerbsDouble.control("remove double0");
                pair.until("both ends", () -> out.endedBy() != null && in.endedBy() != null);
                assertTrue(out.endedBy().startsWith("lost the "), out.endedBy());
                assertTrue(in.endedBy().startsWith("lost the "), in.endedBy());
                pair.part(out, in);
                assertEquals(2L * round, losses(pair), () -> "of two transports: " + pair.errors);
                VerbsDouble.control("restore double0");
                rejoin(pair, image);
            }
            pair.carry(log, log.links.getLast(), image, image.links.getLast(), 0, 2L * CAPACITY, 480);
            pair.part(log.links.getLast(), image.links.getLast());
        }
        assertEquals("qp 0 cq 0 mr 0 pd 0 cm_id 0 ", Counters.resources());
    }

    /** The kernel completes the removal of a software device when it is closed. */
    @Test
    void removedSoftwareDeviceIsClosed() {
        OnDouble.profile("rxe,devices=2");
        try (Pair pair = new Pair(2)) {
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.join(log, image, "");
            VerbsDouble.control("remove double0");
            assertEquals(1, VerbsDouble.count("stale"));
            pair.until("the end", () -> losses(pair) == 2);
            pair.part(log.links.getLast(), image.links.getLast());
            pair.until("the closed device", () -> VerbsDouble.count("stale") == 0);
            VerbsDouble.control("restore double0");
            rejoin(pair, image);
            pair.carry(log, log.links.getLast(), image, image.links.getLast(), 0, 2L * CAPACITY, 480);
            pair.part(log.links.getLast(), image.links.getLast());
        }
    }

    /** Such a removal has no event of the device, and no connection is on it that would report it. */
    @ParameterizedTest
    @ValueSource(strings = {"rxe", "siw"})
    void removedSoftwareDeviceWithoutConnectionsIsClosed(final String driver) {
        OnDouble.profile(driver + ",devices=2");
        try (Pair pair = new Pair(2)) {
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.subscriber.connect(pair.uri(""), image, image.another());
            pair.until("the failed attempt", () -> !image.failures.isEmpty());
            assertTrue(image.failures.getFirst().startsWith("NO_LISTENER: cannot connect to 10.73.0.1:"),
                    image.failures::toString);
            VerbsDouble.control("remove double0");
            pair.until("the report", () -> losses(pair) == 1);
            pair.until("the closed device", () -> VerbsDouble.count("stale") == 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe", "siw"})
    void removedSoftwareDeviceOfAListenerIsClosed(final String driver) {
        OnDouble.profile(driver + ",devices=2");
        try (Pair pair = new Pair(2)) {
            pair.publisher.listen(pair.uri(""), log);
            VerbsDouble.control("remove double0");
            pair.until("the report", () -> losses(pair) == 1);
            pair.until("the closed device", () -> VerbsDouble.count("stale") == 0);
            VerbsDouble.control("restore double0");
            rejoin(pair, new TestImage("md.itch", pair.arrivals));
            pair.part(log.links.getLast());
        }
    }

    /** With a libibverbs that cannot destroy the objects of a removed device, they stay, and closing succeeds. */
    @Test
    void objectsThatTheKernelHasDestroyedAreNoFailure() {
        OnDouble.profile("strict=1");
        final TestImage image;
        try (Pair pair = new Pair(2)) {
            image = new TestImage("md.itch", pair.arrivals);
            pair.join(log, image, "");
            final LogLink out = log.links.getLast();
            final ImageLink in = image.links.getLast();
            VerbsDouble.control("remove double0");
            pair.until("both ends", () -> out.endedBy() != null && in.endedBy() != null);
            pair.part(out, in);
            VerbsDouble.control("restore double0");
            rejoin(pair, image);
            pair.carry(log, log.links.getLast(), image, image.links.getLast(), 0, 2L * CAPACITY, 480);
        }
        assertEquals(0, VerbsDouble.count("id"));
    }

    /** The kernel reports it before the events of the device fail. */
    @Test
    void removalReportedByTheConnectionManagerIsALoss() {
        try (Pair pair = new Pair(2)) {
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.join(log, image, "");
            VerbsDouble.control("announce-removal double0");
            pair.until("the report", () -> losses(pair) == 2);
            assertTrue(log.links.getLast().endedBy().startsWith("lost the device"), log.links.getLast().endedBy());
            pair.part(log.links.getLast(), image.links.getLast());
        }
    }

    @Test
    void otherDeviceGoesOn() {
        try (Pair pair = new Pair(2); Pair other = new Pair(2, "10.73.1.1")) {
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.join(log, image, "");
            final TestLog otherLog = new TestLog("md.other", 12, CAPACITY);
            final TestImage otherImage = new TestImage("md.other", other.arrivals);
            other.join(otherLog, otherImage, "");
            final LogLink out = otherLog.links.getFirst();
            final ImageLink in = otherImage.links.getFirst();
            other.carry(otherLog, out, otherImage, in, 0, 2L * CAPACITY, 480);
            VerbsDouble.control("remove double0");
            pair.until("the end", () -> log.links.getFirst().endedBy() != null);
            other.carry(otherLog, out, otherImage, in, 2L * CAPACITY, 4L * CAPACITY, 480);
            assertNull(out.endedBy());
            assertEquals(0, losses(other));
            other.part(out, in);
        }
    }
}

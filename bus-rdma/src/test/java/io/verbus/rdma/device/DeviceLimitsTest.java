package io.verbus.rdma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.rdma.RdmaProvider;
import io.verbus.rdma.link.PublisherLink;
import io.verbus.rdma.support.OnDouble;
import io.verbus.rdma.support.Pair;
import io.verbus.rdma.support.TestImage;
import io.verbus.rdma.support.TestLog;
import io.verbus.rdma.verbs.DeviceInfo;
import io.verbus.rdma.verbs.Lab;
import io.verbus.rdma.verbs.VerbsDouble;
import io.verbus.spi.ImageLink;
import io.verbus.spi.LogLink;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Devices of all vendors: their inline limits, their sign of an error, their number of addresses. */
@ExtendWith(OnDouble.class)
class DeviceLimitsTest {
    private static final int CAPACITY = 1 << 16;

    @ParameterizedTest
    @CsvSource({"connectx, 256", "e810, 101", "x722, 48", "bnxt, 96", "t6, 256", "rxe, 256", "inline=0, 0"})
    void epochStartsWithTheInlineLimitOfTheDevice(final String profile, final int limit) {
        OnDouble.profile(profile);
        final TestLog log = new TestLog("md.itch", 11, CAPACITY);
        try (Pair pair = new Pair(2)) {
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.join(log, image, "");
            final LogLink out = log.links.getFirst();
            assertEquals(limit, ((PublisherLink) out).epoch().queuePair().inlineLimit());
            pair.carry(log, out, image, image.links.getFirst(), 0, 3L * CAPACITY, 96);
            pair.part(out, image.links.getFirst());
        }
    }

    /** As with irdma, whose inline limit depends on the length of the queue. */
    @Test
    void limitOfALongQueueIsNotThatOfAShortOne() {
        OnDouble.profile("inline=200,shrinks=1");
        try (Pair ofLong = new Pair(2); Pair ofShort = new Pair(2)) { // the device is in use throughout
            for (int i = 0; i < 2; i++) {
                joinAndPart(ofLong, "sends=1024", 100);
                joinAndPart(ofShort, "sends=128", 200);
            }
        }
    }

    private static void joinAndPart(final Pair pair, final String parameters, final int limit) {
        final TestLog log = new TestLog("md.itch", 11, CAPACITY);
        final TestImage image = new TestImage("md.itch", pair.arrivals);
        pair.join(log, image, parameters);
        final LogLink out = log.links.getFirst();
        assertEquals(limit, ((PublisherLink) out).epoch().queuePair().inlineLimit());
        pair.part(out, image.links.getFirst());
        pair.publisher.forget(log);
    }

    @ParameterizedTest
    @ValueSource(strings = {"connectx", "t6"})
    void rejectedPostEndsTheEpochWithItsCause(final String profile) {
        OnDouble.profile(profile);
        final TestLog log = new TestLog("md.itch", 11, CAPACITY);
        try (Pair pair = new Pair(2)) {
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.join(log, image, "");
            final LogLink out = log.links.getFirst();
            log.fill(0, 64);
            VerbsDouble.control("fail-sends 1 12");
            out.push(0, 64);
            assertTrue(String.valueOf(out.endedBy()).startsWith("cannot post to "), out.endedBy());
            assertTrue(out.endedBy().contains("out of memory or device resources"), out.endedBy());
            pair.part(out, image.links.getFirst());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"connectx", "t6"})
    void rejectedReceiveEndsTheEpochWithItsCause(final String profile) {
        OnDouble.profile(profile);
        final TestLog log = new TestLog("md.itch", 11, CAPACITY);
        try (Pair pair = new Pair(2)) {
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.join(log, image, "receives=16");
            final LogLink out = log.links.getFirst();
            final ImageLink in = image.links.getFirst();
            log.fill(0, 32L * 8);
            VerbsDouble.control("fail-receives 1 12");
            for (int i = 0; i < 8; i++) {
                out.push(32L * i, 32L * (i + 1));
            }
            pair.until("the end", () -> {
                pair.arrivals.poll();
                return in.endedBy() != null;
            });
            assertTrue(in.endedBy().startsWith("cannot post to "), in.endedBy());
            pair.part(out, in);
        }
    }

    @Test
    void deviceMayHaveManyAddresses() {
        OnDouble.profile("gids=1000");
        final List<DeviceInfo> devices = Lab.devices();
        assertEquals(1000, devices.getFirst().ports().getFirst().gids().size());
        assertEquals("10.73.0.1", devices.getFirst().addresses().getFirst());
        assertNull(new RdmaProvider().unavailabilityCause().orElse(null));
    }
}

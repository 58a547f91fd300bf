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
import io.verbus.rdma.verbs.CompletionQueue;
import io.verbus.rdma.verbs.ConnectionId;
import io.verbus.rdma.verbs.DeviceInfo;
import io.verbus.rdma.verbs.EventChannel;
import io.verbus.rdma.verbs.Lab;
import io.verbus.rdma.verbs.VerbsDouble;
import io.verbus.spi.ImageLink;
import io.verbus.spi.LogLink;
import java.util.ArrayList;
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

    /** As with Soft-iWARP, where 144 pages of other queues precede the unusable offset. */
    @Test
    void queuesBeginAtEveryMappingOffset() {
        OnDouble.profile("siw");
        try (EventChannel events = EventChannel.open(); ConnectionId id = events.newId()) {
            id.bind(Lab.address(), 0);
            final List<CompletionQueue> queues = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                queues.add(id.device().createCompletionQueue(1, 1));
            }
            queues.forEach(CompletionQueue::close);
        }
    }

    /** One queue for 80 images would have 20,640 entries. */
    @ParameterizedTest
    @ValueSource(ints = {16_384, 4_096, 300})
    void shortCompletionQueuesHoldAllImages(final int entries) {
        OnDouble.profile("max-cqe=" + entries);
        try (Pair pair = new Pair(64)) {
            final List<TestLog> logs = new ArrayList<>();
            final List<TestImage> images = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                logs.add(new TestLog("md." + i, 11, CAPACITY));
                images.add(new TestImage("md." + i, pair.arrivals));
                pair.join(logs.get(i), images.get(i), "");
            }
            for (int i = 0; i < 20; i++) {
                pair.carry(logs.get(i), logs.get(i).links.getFirst(), images.get(i), images.get(i).links.getFirst(), 0,
                        2L * CAPACITY, 1504);
            }
            for (int i = 0; i < 20; i++) {
                pair.part(logs.get(i).links.getFirst(), images.get(i).links.getFirst());
            }
        }
    }

    @Test
    void tooManyReceivesForTheDeviceAreRefusedWithTheMost() {
        OnDouble.profile("max-cqe=300");
        try (Pair pair = new Pair(1)) {
            pair.publisher.listen(pair.uri(""), new TestLog("md.itch", 11, CAPACITY));
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.subscriber.connect(pair.uri("receives=400"), image, image.another());
            pair.until("the refusal", () -> !image.failures.isEmpty());
            assertTrue(image.failures.getFirst().contains("use at most 298 receives"), image.failures::toString);
        }
    }

    @Test
    void deviceWithoutRoomForARegistrationIsNotTheMemlockLimit() {
        OnDouble.profile("max-mr=0");
        try (Pair pair = new Pair(1)) {
            pair.publisher.listen(pair.uri(""), new TestLog("md.itch", 11, CAPACITY));
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.subscriber.connect(pair.uri(""), image, image.another());
            pair.until("the refusal", () -> !image.failures.isEmpty());
            assertTrue(image.failures.getFirst().contains("no room for another registration (max_mr"),
                    image.failures::toString);
        }
    }

    @Test
    void refusedQueuePairNamesTheLimitAndTheSettings() {
        OnDouble.profile("max-qp-wr=160");
        try (Pair pair = new Pair(1)) {
            pair.publisher.listen(pair.uri(""), new TestLog("md.itch", 11, CAPACITY));
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.subscriber.connect(pair.uri(""), image, image.another());
            pair.until("the refusal", () -> !image.failures.isEmpty());
            assertTrue(image.failures.getFirst().contains("max_qp_wr"), image.failures::toString);
        }
    }

    /** A failover of a gateway: the queue pair sends to the old hardware address, without an answer. */
    @Test
    void movedNeighbourEndsTheEpochAtOnce() {
        OnDouble.profile("connectx");
        final TestLog log = new TestLog("md.itch", 11, CAPACITY);
        try (Pair pair = new Pair(2)) {
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.join(log, image, "");
            VerbsDouble.control("move-neighbours double0");
            pair.until("the end", () -> log.links.getFirst().endedBy() != null
                    && image.links.getFirst().endedBy() != null);
            assertTrue(log.links.getFirst().endedBy().contains("hardware address of the next hop has changed")
                    || image.links.getFirst().endedBy().contains("hardware address of the next hop has changed"));
            pair.part(log.links.getFirst(), image.links.getFirst());
        }
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

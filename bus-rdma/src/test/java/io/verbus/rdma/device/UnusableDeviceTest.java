package io.verbus.rdma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.rdma.RdmaProvider;
import io.verbus.rdma.support.OnDouble;
import io.verbus.rdma.support.Pair;
import io.verbus.rdma.support.TestImage;
import io.verbus.rdma.support.TestLog;
import io.verbus.rdma.verbs.VerbsDouble;
import io.verbus.spi.TransportContext;
import java.security.SecureRandom;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A device that cannot be opened or examined is reported, and does not hide the others. */
@ExtendWith(OnDouble.class)
class UnusableDeviceTest {
    private static final int CAPACITY = 1 << 16;

    @ParameterizedTest
    @ValueSource(strings = {"refuse-open double0 13", "refuse-query double0 5"})
    void otherDeviceIsUsed(final String fault) {
        VerbsDouble.control(fault);
        assertEquals(Optional.empty(), new RdmaProvider().unavailabilityCause());
        assertEquals(Optional.of("10.73.1.1"), new RdmaProvider().host());
        final TestLog log = new TestLog("md.itch", 11, CAPACITY);
        try (Pair pair = new Pair(2, "10.73.1.1")) {
            assertEquals(2, pair.errors.size(), () -> pair.errors.toString()); // of two transports
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.join(log, image, "");
            pair.carry(log, log.links.getFirst(), image, image.links.getFirst(), 0, 2L * CAPACITY, 480);
            pair.part(log.links.getFirst(), image.links.getFirst());
        }
    }

    @Test
    void allUnusableDevicesAreReportedOnce() {
        OnDouble.profile("devices=3");
        VerbsDouble.control("refuse-open double0 13");
        VerbsDouble.control("refuse-query double1 5");
        try (Pair pair = new Pair(2, "10.73.2.1")) {
            assertEquals(2, pair.errors.size(), () -> pair.errors.toString()); // of two transports
            assertTrue(pair.errors.getFirst().getMessage().contains("double0"), () -> pair.errors.toString());
            assertTrue(pair.errors.getFirst().getMessage().contains("; "), () -> pair.errors.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"double0", "double1"})
    void unusableDeviceIsNamed(final String name) {
        VerbsDouble.control("refuse-open double0 13");
        VerbsDouble.control("refuse-open double1 13");
        final String cause = new RdmaProvider().unavailabilityCause().orElseThrow();
        assertTrue(cause.contains("cannot open the RDMA device " + name + ": no permission"), cause);
    }

    /** AWS EFA: its datagrams are in no order, and the connection manager does not know it. */
    @Test
    void deviceOfAnUnknownTransportIsRefused() {
        OnDouble.profile("efa,devices=1");
        final String sentence = "the RDMA device double0 has no reliable connections, as AWS EFA: use one with"
                + " InfiniBand, RoCE or iWARP";
        assertEquals(Optional.of(sentence), new RdmaProvider().unavailabilityCause());
        final TransportContext context = new TransportContext(System::nanoTime, new SecureRandom(), error -> {});
        assertEquals(sentence,
                assertThrows(BusException.class, () -> new RdmaProvider().open(context)).getMessage());
    }

    @Test
    void deviceThatRefusesReliableConnectionsIsReported() {
        OnDouble.profile("reliable=0");
        final TestLog log = new TestLog("md.itch", 11, CAPACITY);
        try (Pair pair = new Pair(2, "10.73.0.1")) {
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.publisher.listen(pair.uri(""), log);
            pair.subscriber.connect(pair.uri(""), image, image.another());
            pair.until("a failure", () -> !image.failures.isEmpty());
            assertTrue(image.failures.getFirst().endsWith("the RDMA device double0 has no reliable connections, as AWS"
                    + " EFA: use one with InfiniBand, RoCE or iWARP"), image.failures.getFirst());
        }
    }
}

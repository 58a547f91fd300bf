package io.verbus.rdma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.rdma.link.ManagedLink;
import io.verbus.rdma.support.OnDouble;
import io.verbus.rdma.support.Pair;
import io.verbus.rdma.support.TestImage;
import io.verbus.rdma.support.TestLog;
import io.verbus.rdma.verbs.QueuePair.Path;
import io.verbus.spi.Link;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both sides of a connection have the attributes that their own address requests. */
@ExtendWith(OnDouble.class)
class PathTest {
    private static final int CAPACITY = 1 << 16;
    private static final int JOINS = 1000;
    /** One event or message a cycle; a join has ten. */
    private static final int MAX_CYCLES = 50;

    private final TestLog log = new TestLog("md.itch", 11, CAPACITY);

    private static Path path(final Link link) {
        return ((ManagedLink) link).epoch().queuePair().path();
    }

    /** MTU, traffic class, service level, ACK timeout, retries. */
    private static Path path(final String attributes, final int readsAnswered, final int readsBegun) {
        final int[] values = Arrays.stream(attributes.split(" ")).mapToInt(Integer::parseInt).toArray();
        return new Path(values[0], values[1], values[2], values[3], values[4], 6, 12, readsAnswered, readsBegun);
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {
            "-,                                                -,                              "
                    + "4096 0 0 14 6,    4096 0 0 14 6",
            "traffic-class=104&retries=1,                      -,                              "
                    + "4096 104 0 14 1,  4096 0 0 14 6",
            "-,                                                traffic-class=104&retries=1,    "
                    + "4096 104 3 14 6,  4096 104 3 14 1",
            "traffic-class=32,                                 traffic-class=104,              "
                    + "4096 32 3 14 6,   4096 104 3 14 6",
            "traffic-class=32&service-level=5&ack-timeout=10,  traffic-class=104,              "
                    + "4096 32 5 10 6,   4096 104 3 14 6",
            "retries=1&ack-timeout=8,                          retries=2&ack-timeout=9,        "
                    + "4096 0 0 8 1,     4096 0 0 9 2",
            "service-level=4,                                  service-level=7,                "
                    + "4096 0 4 14 6,    4096 0 7 14 6",
            "mtu=512,                                          -,                              "
                    + "512 0 0 14 6,     512 0 0 14 6",
            "-,                                                mtu=512,                        "
                    + "512 0 0 14 6,     512 0 0 14 6",
            "mtu=2048,                                         mtu=1024&retries=0,             "
                    + "1024 0 0 14 6,    1024 0 0 14 0",
            "traffic-class=0&retries=0,                        traffic-class=255&service-level=15, "
                    + "4096 0 7 14 0,    4096 255 15 14 6",
            "ack-timeout=31&retries=6,                         ack-timeout=1&retries=0,        "
                    + "4096 0 0 31 6,    4096 0 0 1 0"})
    void sidesHaveTheirOwnAttributes(final String listener, final String connector, final String publisher,
            final String subscriber) {
        OnDouble.profile("mtu=4096");
        try (Pair pair = new Pair(2)) {
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.publisher.listen(pair.uri(listener == null ? "" : listener), log);
            pair.subscriber.connect(pair.uri(connector == null ? "" : connector), image, image.another());
            pair.until("the epoch", () -> !image.links.isEmpty() && !log.links.isEmpty());
            assertEquals(path(publisher, 1, 0), path(log.links.getFirst()));
            assertEquals(path(subscriber, 0, 1), path(image.links.getFirst()));
            pair.carry(log, log.links.getFirst(), image, image.links.getFirst(), 0, 2L * CAPACITY, 4096);
            pair.part(log.links.getFirst(), image.links.getFirst());
        }
    }

    @Test
    void noMessageOfAHandshakeIsLost() {
        try (Pair pair = new Pair(2)) {
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.publisher.listen(pair.uri("mtu=512&service-level=3"), log);
            for (int join = 1; join <= JOINS; join++) {
                pair.subscriber.connect(pair.uri(""), image, image.another());
                for (int cycle = 0; image.links.size() < join || log.links.size() < join; cycle++) {
                    assertTrue(cycle < MAX_CYCLES, "waits for a message in join " + join);
                    pair.lock();
                }
                pair.part(log.links.getLast(), image.links.getLast());
                image.memories.clear();
            }
        }
    }

    @Test
    void deviceThatBeginsNoReadsFetchesNoHistory() {
        OnDouble.profile("reads-begun=0");
        try (Pair pair = new Pair(2)) {
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            image.history = true;
            pair.join(log, image, "");
            assertFalse(image.links.getFirst().offersHistory());
            assertEquals(0, path(image.links.getFirst()).readsBegun());
            pair.carry(log, log.links.getFirst(), image, image.links.getFirst(), 0, 2L * CAPACITY, 480);
            pair.part(log.links.getFirst(), image.links.getFirst());
        }
    }
}

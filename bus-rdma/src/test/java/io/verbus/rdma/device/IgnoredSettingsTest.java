package io.verbus.rdma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.rdma.support.OnDouble;
import io.verbus.rdma.support.Pair;
import io.verbus.rdma.support.TestImage;
import io.verbus.rdma.support.TestLog;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Settings that have no meaning on iWARP are reported once by each side that gives them, and the epoch starts. */
@ExtendWith(OnDouble.class)
class IgnoredSettingsTest {
    private static final int CAPACITY = 1 << 16;

    private static List<String> errors(final String profile, final String listener, final String connector) {
        OnDouble.profile(profile);
        final TestLog log = new TestLog("md.itch", 11, CAPACITY);
        try (Pair pair = new Pair(2)) {
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.publisher.listen(pair.uri(listener), log);
            for (int join = 1; join <= 3; join++) {
                final int links = join;
                pair.subscriber.connect(pair.uri(connector), image, image.another());
                pair.until("the epoch", () -> image.links.size() == links && log.links.size() == links);
                pair.carry(log, log.links.getLast(), image, image.links.getLast(), 0, 2L * CAPACITY, 480);
                pair.part(log.links.getLast(), image.links.getLast());
            }
            return pair.errors.stream().map(Throwable::getMessage)
                    .map(message -> message.replaceAll("rdma://[^?]*", "ADDRESS")).sorted().toList();
        }
    }

    @Test
    void eachSideReportsItsOwnOnce() {
        final String remedy = " no effect on double0: it is iWARP, where TCP carries the packets; remove ";
        assertEquals(List.of(
                "mtu of ADDRESS?mtu=1024&silence=600000 has" + remedy + "it from the address",
                "service-level, ack-timeout, retries of ADDRESS?service-level=3&retries=6&ack-timeout=14&silence=600000"
                        + " have" + remedy + "them from the address"),
                errors("siw", "mtu=1024&silence=600000", "service-level=3&retries=6&ack-timeout=14&silence=600000"));
    }

    @Test
    void othersAreNotReported() {
        assertEquals(List.of(), errors("siw", "silence=600000&receives=64", "traffic-class=104&push=4096"
                + "&silence=600000"));
        assertEquals(List.of(), errors("connectx", "mtu=1024&service-level=3", "retries=1&ack-timeout=10"));
    }
}

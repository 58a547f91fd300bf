package io.verbus.rdma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.rdma.support.OnDouble;
import io.verbus.rdma.support.Pair;
import io.verbus.rdma.support.TestImage;
import io.verbus.rdma.support.TestLog;
import io.verbus.rdma.verbs.VerbsDouble;
import io.verbus.spi.ImageLink;
import io.verbus.spi.LogLink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A device that places each small WRITE after the next one. */
@ExtendWith(OnDouble.class)
class SwappedWritesTest {
    @Test
    void heartbeatPlacedAfterTheLeaveDoesNotHideIt() {
        OnDouble.profile("swaps=1,seed=1,held-us=60000000");
        try (Pair pair = new Pair(2)) {
            final TestLog log = new TestLog("md.itch", 11, 1 << 16);
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.join(log, image, "");
            final LogLink out = log.links.getFirst();
            final ImageLink in = image.links.getFirst();
            final long before = VerbsDouble.count("swapped");
            in.sendHeartbeat();
            in.leave();
            pair.until("the end", () -> in.endedBy() != null && out.endedBy() != null);
            assertTrue(out.isLeft(), out.endedBy());
            assertEquals(before + 1, VerbsDouble.count("swapped"), "swapped");
            pair.part(in, out);
        }
    }
}

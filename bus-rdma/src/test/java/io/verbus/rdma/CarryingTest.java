package io.verbus.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.rdma.support.Pair;
import io.verbus.rdma.support.TestImage;
import io.verbus.rdma.support.TestLog;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is pushed is what is read. */
class CarryingTest {
    private static final int CAPACITY = 1 << 16;

    @Test
    void whatIsPushedIsWhatIsReadOverManyLaps() {
        try (Pair pair = new Pair(4)) {
            final TestLog log = new TestLog("md.itch", 11, CAPACITY);
            final TestImage image = new TestImage("md.itch", pair.arrivals);
            pair.join(log, image, "");

            pair.carry(log, log.links.getFirst(), image, image.links.getFirst(), 0, 40L * CAPACITY, 1504);

            pair.part(log.links.getFirst(), image.links.getFirst());
            assertEquals(List.of(), pair.errors);
        }
    }
}

package io.verbus.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The largest number of inline bytes that a device accepts is found once. */
class InlineLimitTest {
    /** Queue pairs of a device that accepts up to a number of bytes. */
    private static final class Simulated implements InlineLimit.Attempts {
        private final int max;
        private final List<Integer> attempts = new ArrayList<>();
        private int created = -1;
        private int failure = Status.EINVAL;

        Simulated(final int max) {
            this.max = max;
        }

        @Override
        public int create(final int inline) {
            assertEquals(-1, created, "a second queue pair");
            attempts.add(inline);
            if (inline > max) {
                return failure;
            }
            created = inline;
            return 0;
        }

        @Override
        public void destroy() {
            assertTrue(created >= 0, "no queue pair");
            created = -1;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 48, 80, 96, 101, 255, 256, 272, 512})
    void queuePairHasAsManyBytesAsTheDeviceAccepts(final int max) {
        final Simulated device = new Simulated(max);
        assertEquals(0, new InlineLimit().create(256, device));
        assertEquals(Math.min(max, 256), device.created);
    }

    @Test
    void limitIsRemembered() {
        final Simulated device = new Simulated(101);
        final InlineLimit limit = new InlineLimit();
        limit.create(256, device);
        for (final int requested : new int[]{256, 64, 512, 101}) {
            device.destroy();
            device.attempts.clear();
            assertEquals(0, limit.create(requested, device));
            assertEquals(List.of(Math.min(requested, 101)), device.attempts);
        }
    }

    @Test
    void otherFailureIsReturned() {
        final Simulated device = new Simulated(-1);
        assertEquals(Status.EINVAL, new InlineLimit().create(256, device));
        device.failure = Status.ENOMEM;
        assertEquals(Status.ENOMEM, new InlineLimit().create(256, device));
    }
}

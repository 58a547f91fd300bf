package io.verbus.internal.publisher;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PushPaceTest {
    private static final long PUSH_NS = 5_000;

    private final PushPace pace = new PushPace();
    private long nowNs = 1_000_000;

    private boolean push(final long afterNs) {
        nowNs += afterNs + PUSH_NS;
        return pace.isHurried(nowNs - PUSH_NS, nowNs);
    }

    @Test
    void threadThatOnlyPushesIsHurriedOnce() {
        assertFalse(push(100_000));
        for (int i = 0; i < 3; i++) {
            assertFalse(push(100));
        }
        assertTrue(push(100));
        assertFalse(push(100), "the count starts again");
    }

    @Test
    void pingPongIsNotHurried() {
        for (int i = 0; i < 100; i++) {
            assertFalse(push(PUSH_NS * 3 / 4));
        }
    }

    @Test
    void pausesStartTheCountAgain() {
        for (int i = 0; i < 100; i++) {
            assertFalse(push(i % 4 == 0 ? PUSH_NS : 100));
        }
    }
}

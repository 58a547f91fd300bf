package io.verbus.internal.conductor;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.internal.duty.IntervalTimer;
import org.junit.jupiter.api.Test;

class HeartbeatMonitorTest {
    private static final long TIMEOUT_NS = 500_000_000;
    private static final long CYCLE_NS = 20_000_000;

    private final HeartbeatMonitor life = new HeartbeatMonitor(TIMEOUT_NS, 0);

    @Test
    void runningProcessIsNotChecked() {
        for (long cycle = 1; cycle < 100; cycle++) {
            life.isMissing(cycle, 0, cycle * CYCLE_NS);
            assertFalse(life.isQuiet(cycle * CYCLE_NS));
        }
    }

    @Test
    void silentProcessIsCheckedLongBeforeTimeout() {
        life.isMissing(1, 0, CYCLE_NS);
        long nowNs = CYCLE_NS;
        while (!life.isQuiet(nowNs)) {
            nowNs += CYCLE_NS;
            assertFalse(life.isMissing(1, 0, nowNs));
        }
        assertTrue(nowNs - CYCLE_NS <= 2 * IntervalTimer.LIVENESS_NS, "asked after " + nowNs);
    }

    @Test
    void lateObserverStillChecks() {
        life.isMissing(1, 0, 1);
        assertFalse(life.isMissing(1, 0, 1 + TIMEOUT_NS));
        assertTrue(life.isQuiet(1 + TIMEOUT_NS));
    }
}

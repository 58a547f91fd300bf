package io.verbus.testkit.pause;

import io.verbus.Policy;
import io.verbus.testkit.chaos.Causes;
import io.verbus.testkit.chaos.ChaosEndpoints;
import org.junit.jupiter.api.Tag;

/** On one host. {@code -Dverbus.pauseRate=N} sets another rate, {@code -Dverbus.pauseSeconds=N} longer pauses. */
@Tag("long")
@Tag("processes")
class PauseTest extends Pausing {
    private static final int RATE = Integer.getInteger("verbus.pauseRate", 1_000_000);
    private static final int SECONDS = Integer.getInteger("verbus.pauseSeconds", 2);
    private static final long LONG_MS = 10_000;

    PauseTest() {
        super(RATE, SECONDS, LONG_MS);
    }

    @Override
    protected ChaosEndpoints meeting() {
        return ChaosEndpoints.HERE;
    }

    @Override
    protected String lapped(final Policy policy) {
        return switch (policy) {
            case CONFLATE -> Causes.CONFLATED;
            case EVICT -> Causes.LOST;
            default -> Causes.LAPPED;
        };
    }
}

package io.verbus.system.lab;

import io.verbus.Policy;
import io.verbus.testkit.chaos.Causes;
import io.verbus.testkit.chaos.ChaosEndpoints;
import io.verbus.testkit.pause.Pausing;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Pauses of readers on another host. {@code -Dverbus.pauseRate=N} sets the rate in messages per second. */
@Tag("lab")
@Tag("long")
@ExtendWith(Cable.class)
class CablePauseTest extends Pausing {
    private static final int RATE = Integer.getInteger("verbus.pauseRate", 50_000);
    private static final int SECONDS = 5;
    private static final long LONG_MS = 30_000;

    CablePauseTest() {
        super(RATE, SECONDS, LONG_MS);
    }

    @Override
    protected ChaosEndpoints meeting() {
        return ChaosEndpoints.at(Cable.atA(), Cable.fromB());
    }

    @Override
    protected String lapped(final Policy policy) {
        return switch (policy) {
            case CONFLATE -> "the subscription exhausted its credit or was lapped, .*";
            default -> Causes.LAPPED + ".*";
        };
    }
}

package io.verbus.internal.os;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class KernelClockTest {
    /** The kernel counts an error of 16 s as that of a clock that is not synchronised (NTP_PHASE_LIMIT). */
    @Test
    void errorOfASynchronisedClockIsBelowSixteenSeconds() {
        KernelClock.greatestError().ifPresent(error -> assertTrue(
                !error.isNegative() && error.compareTo(Duration.ofSeconds(16)) < 0, error::toString));
    }
}

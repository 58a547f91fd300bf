package io.verbus.internal.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class KernelClockTest {
    /** The kernel counts an error of 16 s as that of a clock that is not synchronised (NTP_PHASE_LIMIT). */
    @Test
    void errorOfASynchronisedClockIsBelowSixteenSeconds() {
        KernelClock.greatestError().ifPresent(error -> assertTrue(
                !error.isNegative() && error.compareTo(Duration.ofSeconds(16)) < 0, error::toString));
    }

    @Test
    void offsetOfATimeNamespaceHasSecondsAndNanoseconds() {
        assertEquals(-587_999_999_999L,
                KernelClock.offsetNs(List.of("monotonic        -588         1", "boottime 7 0")));
        assertEquals(0, KernelClock.offsetNs(List.of()));
    }
}

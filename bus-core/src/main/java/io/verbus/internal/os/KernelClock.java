package io.verbus.internal.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Reads the state of the kernel's UTC clock. */
public final class KernelClock {
    /** Of a struct timex on 64-bit Linux; with modes 0 the call only reads. */
    private static final long TIMEX_LENGTH = 208;
    private static final long MAX_ERROR_OFFSET = 24;
    private static final long STATUS_OFFSET = 40;
    private static final int UNSYNCHRONISED = 0x40;
    private static final int STATE_ERROR = 5;

    private KernelClock() {
    }

    /**
     * The bound of the error of the UTC clock, as the synchronising program reports it to the kernel.
     *
     * @return the bound; empty if no program synchronises the clock, or the kernel does not answer
     */
    public static Optional<Duration> greatestError() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment timex = arena.allocate(TIMEX_LENGTH, Long.BYTES);
            final int state = Libc.adjtimex(timex);
            return state < 0 || state == STATE_ERROR || (timex.get(JAVA_INT, STATUS_OFFSET) & UNSYNCHRONISED) != 0
                    ? Optional.empty()
                    : Optional.of(Duration.of(timex.get(JAVA_LONG, MAX_ERROR_OFFSET), ChronoUnit.MICROS));
        }
    }
}

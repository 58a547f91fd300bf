package io.verbus.os;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.verbus.BusException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/** Which cores a thread may run on. */
public final class Affinity {
    /** Bytes of a core mask: room for 8,192 cores, more than any kernel is built for. */
    private static final int MASK_LENGTH = 1024;

    private Affinity() {
    }

    /**
     * Pins the calling thread to one core, for good.
     *
     * @param core from 0, one of {@link #allowed()}
     * @throws BusException if this process may not run on that core
     */
    public static void pin(final int core) {
        final BitSet allowed = allowed();
        if (core < 0 || !allowed.get(core)) {
            throw new BusException("cannot pin to core " + core + ": this process may run on cores " + allowed);
        }
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment mask = arena.allocate(MASK_LENGTH, Long.BYTES);
            mask.set(JAVA_BYTE, core / Byte.SIZE, (byte) (1 << (core % Byte.SIZE)));
            final int status = Libc.setAffinity(mask);
            if (status < 0) {
                throw new BusException(
                        "cannot pin to core " + core + ": error " + -status + " of sched_setaffinity(2)");
            }
        }
    }

    /** {@return the cores that the calling thread may run on} */
    public static BitSet allowed() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment mask = arena.allocate(MASK_LENGTH, Long.BYTES);
            final int status = Libc.getAffinity(mask);
            if (status < 0) {
                throw new BusException("cannot tell which cores may be used: error " + -status
                        + " of sched_getaffinity(2)");
            }
            return BitSet.valueOf(mask.toArray(JAVA_BYTE));
        }
    }
}

package io.verbus.internal.os;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.verbus.BusException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/** The cores on which a thread may run. */
public final class CoreAffinity {
    /** Bytes of a core mask: room for 8,192 cores, more than any kernel is built for. */
    private static final int MASK_LENGTH = 1024;
    private static final int CALLING_THREAD = 0;

    private CoreAffinity() {
    }

    /**
     * Pins the calling thread to one core, permanently.
     *
     * @param core from 0, one of {@link #allowed()}
     * @throws BusException if this process may not run on that core
     */
    public static void pin(final int core) {
        final BitSet allowed = allowed();
        if (core < 0 || !allowed.get(core)) {
            throw new BusException("cannot pin to core " + core + ": this process may run on cores " + allowed);
        }
        final BitSet cores = new BitSet();
        cores.set(core);
        final int status = set(cores);
        if (status < 0) {
            throw new BusException("cannot pin to core " + core + ": error " + -status + " of sched_setaffinity(2)");
        }
    }

    /**
     * Lets the calling thread run on all cores of the process, for a thread that inherited the pinning of its parent.
     * Those are the cores of the process's first thread: the java command runs Java's main thread as another one, so a
     * Java program does not pin the first.
     *
     * @throws BusException if the kernel refuses it
     */
    public static void unpin() {
        final int status = set(ofProcess());
        if (status < 0) {
            throw new BusException("cannot run on all cores of the process: error " + -status
                    + " of sched_setaffinity(2)");
        }
    }

    /** {@return the cores at the start of the process, independent of the pinning of its threads} */
    public static BitSet ofProcess() {
        return allowed((int) ProcessHandle.current().pid());
    }

    /** {@return the cores that the calling thread may run on} */
    public static BitSet allowed() {
        return allowed(CALLING_THREAD);
    }

    private static BitSet allowed(final int thread) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment mask = arena.allocate(MASK_LENGTH, Long.BYTES);
            final int status = Libc.getAffinity(thread, mask);
            if (status < 0) {
                throw new BusException("cannot determine the allowed cores: error " + -status
                        + " of sched_getaffinity(2)");
            }
            return BitSet.valueOf(mask.toArray(JAVA_BYTE));
        }
    }

    private static int set(final BitSet cores) {
        try (Arena arena = Arena.ofConfined()) {
            final byte[] bytes = cores.toByteArray();
            final MemorySegment mask = arena.allocate(MASK_LENGTH, Long.BYTES);
            MemorySegment.copy(bytes, 0, mask, JAVA_BYTE, 0, bytes.length);
            return Libc.setAffinity(mask);
        }
    }
}

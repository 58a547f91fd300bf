package io.verbus.internal.os;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.verbus.BusException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

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
        final int status = set(CALLING_THREAD, cores);
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
        BitSet cores;
        do {
            cores = ofProcess();
            final int status = set(CALLING_THREAD, cores);
            if (status < 0) {
                throw new BusException("cannot run on all cores of the process: error " + -status
                        + " of sched_setaffinity(2)");
            }
        } while (!cores.equals(ofProcess())); // keepOthersOff has changed the first thread, and maybe this one, before
    }

    /**
     * Keeps every other thread of this process off a core, those of the JVM included, and the threads that they start.
     *
     * @param core for the calling thread alone
     * @throws BusException if the process has no other core, or the kernel refuses it
     */
    public static void keepOthersOff(final int core) {
        final BitSet cores = ofProcess();
        cores.clear(core);
        if (cores.isEmpty()) {
            throw new BusException("cannot keep other threads off core " + core + ": this process has no other core");
        }
        final Set<Integer> seen = new HashSet<>(Set.of(own()));
        boolean more = true;
        while (more) { // threads that start meanwhile may inherit the cores of one that was not changed yet
            more = false;
            for (final int thread : threads()) {
                more |= seen.add(thread) && keep(thread, cores);
            }
        }
    }

    private static boolean keep(final int thread, final BitSet cores) {
        final int status = set(thread, cores);
        if (status < 0 && status != -Libc.ESRCH) { // it has ended
            throw new BusException("cannot choose the cores of thread " + thread + ": error " + -status
                    + " of sched_setaffinity(2)");
        }
        return true;
    }

    private static List<Integer> threads() {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            return tasks.map(task -> Integer.valueOf(task.getFileName().toString())).toList();
        } catch (final IOException | UncheckedIOException e) {
            throw new BusException("cannot list the threads of this process: " + e.getMessage(), e);
        }
    }

    private static int own() {
        try {
            return Integer.parseInt(Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString());
        } catch (final IOException e) {
            throw new BusException("cannot determine the id of this thread: " + e.getMessage(), e);
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

    private static int set(final int thread, final BitSet cores) {
        try (Arena arena = Arena.ofConfined()) {
            final byte[] bytes = cores.toByteArray();
            final MemorySegment mask = arena.allocate(MASK_LENGTH, Long.BYTES);
            MemorySegment.copy(bytes, 0, mask, JAVA_BYTE, 0, bytes.length);
            return Libc.setAffinity(thread, mask);
        }
    }
}

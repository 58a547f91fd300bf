package io.verbus;

import io.verbus.internal.os.CoreAffinity;
import java.util.BitSet;

/** Pins threads to cores (sched_setaffinity(2)). Every method concerns the calling thread; any thread. */
public final class Affinity {
    private Affinity() {
    }

    /**
     * Pins the calling thread to one core, for good. Threads that it starts inherit this, the conductor of a bus does
     * not.
     *
     * @param core from 0, one of {@link #allowed()}
     * @throws BusException if this process may not run on that core
     */
    public static void pin(final int core) {
        CoreAffinity.pin(core);
    }

    /**
     * Keeps all other threads of this process off a core, for good: those of the application, of the bus and of the
     * JVM, and the threads that they start. For the core of a thread that spins; each interruption there lasts until
     * the scheduler returns, a millisecond or more. To be called before other threads are pinned: they lose that.
     *
     * @param core from 0
     * @throws BusException if the process has no other core
     */
    public static void keepOthersOff(final int core) {
        CoreAffinity.keepOthersOff(core);
    }

    /**
     * Lets the calling thread run on all cores of the process again.
     *
     * @throws BusException if the kernel refuses it
     */
    public static void unpin() {
        CoreAffinity.unpin();
    }

    /** {@return the cores that the process started with; independent of the pinning of its threads} */
    public static BitSet ofProcess() {
        return CoreAffinity.ofProcess();
    }

    /** {@return the cores that the calling thread may run on} */
    public static BitSet allowed() {
        return CoreAffinity.allowed();
    }
}

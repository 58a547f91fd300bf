package io.verbus.internal.os;

import java.lang.invoke.VarHandle;

/**
 * The expensive half of an asymmetric fence. One thread calls {@link #run()}, and every other thread of the process
 * executes a full memory barrier, so the other threads need none of their own.
 *
 * <pre>
 * owner, on the hot path                  closer, once
 * 1  store "inside", opaque               1  store "closed"
 * 2  keepOrder()                          2  run()
 * 3  load "closed"; set: leave again      3  load "inside"; clear: the owner will load "closed" as set
 * </pre>
 *
 * <p>The owner's step 2 prevents the compiler from moving step 3 before step 1. The barrier does the same for the
 * processor: wherever it falls between the owner's two accesses, one side observes the other.
 *
 * <p>membarrier(2) interrupts only the cores that run threads of this process, for a few microseconds. If a container
 * forbids it, the JVM stops all threads at a safepoint, which has the same effect and takes longer.
 */
public final class ProcessBarrier {
    private static final int PRIVATE_EXPEDITED = 1 << 3;
    private static final int REGISTER_PRIVATE_EXPEDITED = 1 << 4;
    private static final int NUMBER = switch (System.getProperty("os.arch")) {
        case "amd64", "x86_64" -> 324;
        case "aarch64" -> 283;
        default -> -1;
    };
    private static final boolean HAS_MEMBARRIER = NUMBER >= 0
            && Libc.membarrier(NUMBER, REGISTER_PRIVATE_EXPEDITED) == 0;

    private ProcessBarrier() {
    }

    /**
     * The cheap half: the compiler moves no access across it. An opaque store alone is not enough, as the compiler may
     * move a load of another field before it. No instruction on x86-64, a load fence on aarch64.
     */
    public static void keepOrder() {
        VarHandle.acquireFence();
    }

    /** Returns when every other thread of this process has executed a full memory barrier since the call. */
    public static void run() {
        if (!HAS_MEMBARRIER || Libc.membarrier(NUMBER, PRIVATE_EXPEDITED) != 0) {
            safepoint();
        }
    }

    /** The stack traces are not needed: taking them stops every thread at a safepoint. */
    static void safepoint() {
        Thread.getAllStackTraces();
    }
}

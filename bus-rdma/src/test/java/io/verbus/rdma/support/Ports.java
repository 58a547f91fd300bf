package io.verbus.rdma.support;

import java.util.concurrent.atomic.AtomicInteger;

/** Ports for tests: the tests of a process take different ones, and processes begin at scattered ones. */
public final class Ports {
    private static final int FIRST = 10_000;
    private static final int COUNT = 20_000;
    private static final AtomicInteger TAKEN = new AtomicInteger(
            (int) Math.floorMod(ProcessHandle.current().pid() * 7_919, (long) COUNT));

    private Ports() {
    }

    /** An even port; no other test of this process takes it or the one after it. */
    public static int next() {
        return FIRST + Math.floorMod(TAKEN.addAndGet(2) & ~1, COUNT);
    }
}

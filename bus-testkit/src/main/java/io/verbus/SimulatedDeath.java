package io.verbus;

/** Simulates the death of a bus that runs in this process. Package access for tests only. */
public final class SimulatedDeath {
    private SimulatedDeath() {
    }

    /**
     * Simulates the kernel at the death of a process: its lock is released, its files remain. Afterwards the bus must
     * not be used, except for {@link Bus#close()} at the end.
     *
     * @param bus to be killed
     */
    public static void of(final Bus bus) {
        bus.kill();
    }
}

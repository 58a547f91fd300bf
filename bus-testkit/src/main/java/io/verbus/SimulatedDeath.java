package io.verbus;

/** Lets a simulation kill a bus that lives in its own process: a door in this package, for tests only. */
public final class SimulatedDeath {
    private SimulatedDeath() {
    }

    /**
     * What the kernel does for a process that is killed: its lock is released, its files stay. The bus must not be used
     * after it, except {@link Bus#close()} when all is over.
     *
     * @param bus to be killed
     */
    public static void of(final Bus bus) {
        bus.kill();
    }
}

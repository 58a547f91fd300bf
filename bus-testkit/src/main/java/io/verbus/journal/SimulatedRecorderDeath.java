package io.verbus.journal;

/** Lets a simulation kill a recorder that lives in its own process: a door in this package, for tests only. */
public final class SimulatedRecorderDeath {
    private SimulatedRecorderDeath() {
    }

    /**
     * What the kernel does for a process that is killed: its lock is released, its files stay as they are.
     *
     * @param journal that was being written, and must not be used any more
     */
    public static void of(final JournalWriter journal) {
        journal.kill();
    }
}

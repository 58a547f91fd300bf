package io.verbus.journal;

/** Simulates the death of a recorder that runs in this process. Package access for tests only. */
public final class SimulatedRecorderDeath {
    private SimulatedRecorderDeath() {
    }

    /**
     * Simulates the kernel at the death of a process: its lock is released, its files remain unchanged.
     *
     * @param journal being written; must not be used afterwards
     */
    public static void of(final JournalWriter journal) {
        journal.kill();
    }
}

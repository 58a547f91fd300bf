package io.verbus.internal.os;

import java.util.concurrent.ThreadFactory;

/**
 * Creates the daemon threads of the bus. They may run on all cores of the process: a thread inherits the cores of its
 * creator, and one that writes files or standard error must not take the core of a pinned poller.
 */
public final class BusThreads {
    private BusThreads() {
    }

    /**
     * A factory of daemon threads. If the kernel refuses the cores, the thread keeps those of its creator.
     *
     * @param name of the threads
     * @return the factory
     */
    public static ThreadFactory named(final String name) {
        final ThreadFactory threads = Thread.ofPlatform().daemon().name(name).factory();
        return task -> threads.newThread(() -> {
            unpin();
            task.run();
        });
    }

    private static void unpin() {
        try {
            CoreAffinity.unpin();
        } catch (final RuntimeException | LinkageError e) {
            // For example without native access. The thread has work to do in any case.
        }
    }
}

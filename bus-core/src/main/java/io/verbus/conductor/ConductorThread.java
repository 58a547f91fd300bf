package io.verbus.conductor;

import io.verbus.BusException;
import io.verbus.os.Affinity;
import java.util.concurrent.ThreadFactory;
import org.agrona.ErrorHandler;

/**
 * Makes the conductor's thread. A thread inherits the cores of the thread that starts it. A program that pins its
 * polling thread first and launches the bus on it would put the conductor on the core that spins, so the thread chooses
 * its cores itself.
 *
 * @param name of the thread
 * @param core to run on; negative for all cores of the process
 * @param errorHandler is called if the kernel refuses the cores; the conductor runs on those that it has then
 */
public record ConductorThread(String name, int core, ErrorHandler errorHandler) implements ThreadFactory {
    /**
     * Checks a core before anything is made.
     *
     * @param core to run on; negative for all cores of the process
     * @throws BusException if the process may not run on it
     */
    public static void check(final int core) {
        if (core >= 0 && !Affinity.ofProcess().get(core)) {
            throw new BusException("conductor core " + core + ": this process may run on cores "
                    + Affinity.ofProcess() + "; choose one of them in BusSettings.withConductorCore");
        }
    }

    @Override
    public Thread newThread(final Runnable conductor) {
        return Thread.ofPlatform().name(name).daemon().unstarted(() -> {
            chooseCores();
            conductor.run();
        });
    }

    private void chooseCores() {
        try {
            Affinity.unpin();
            if (core >= 0) {
                Affinity.pin(core);
            }
        } catch (final BusException e) {
            errorHandler.onError(e);
        }
    }
}

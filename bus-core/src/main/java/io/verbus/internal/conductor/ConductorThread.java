package io.verbus.internal.conductor;

import io.verbus.BusException;
import io.verbus.internal.os.CoreAffinity;
import java.util.concurrent.ThreadFactory;
import org.agrona.ErrorHandler;

/**
 * Creates the conductor's thread by the factory of the settings. A thread inherits the cores of the thread that starts
 * it. If an application pins its polling thread first and then launches the bus on it, the conductor would run on the
 * spinning core; so the thread sets its cores itself.
 *
 * @param factory of the settings
 * @param core of the thread; negative for all cores of the process
 * @param errorHandler is called if the kernel refuses the cores; the conductor then keeps its present cores
 */
public record ConductorThread(ThreadFactory factory, int core, ErrorHandler errorHandler) implements ThreadFactory {
    /**
     * Checks a core in advance.
     *
     * @param core of the thread; negative for all cores of the process
     * @throws BusException if the process may not run on it
     */
    public static void check(final int core) {
        if (core >= 0 && !CoreAffinity.ofProcess().get(core)) {
            throw new BusException("conductor core " + core + " not available: this process may run on cores "
                    + CoreAffinity.ofProcess() + "; set one of them with BusSettings.withConductorCore");
        }
    }

    @Override
    public Thread newThread(final Runnable conductor) {
        return factory.newThread(() -> {
            chooseCores();
            conductor.run();
        });
    }

    private void chooseCores() {
        try {
            CoreAffinity.unpin();
            if (core >= 0) {
                CoreAffinity.pin(core);
            }
        } catch (final Throwable t) { // the conductor must run in any case
            errorHandler.onError(t);
        }
    }
}

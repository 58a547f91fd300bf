package io.verbus;

import java.nio.file.Path;
import java.time.Duration;
import org.agrona.ErrorHandler;

/**
 * How a bus runs in this process.
 *
 * @param directory where processes of this host meet, on tmpfs or hugetlbfs
 * @param dutyCycle how long the conductor rests when it has nothing to do; what it notices, it notices this late
 * @param progressTimeout after which a {@link Policy#BLOCK} subscription that holds up a claim and has read nothing is
 *     not waited for any more
 * @param errorHandler gets, from any thread, what goes wrong without a caller to be told; the error log gets it too
 * @param ownThread whether the conductor has a thread of its own; else {@link Bus#doWork()} has to be called
 */
public record BusSettings(Path directory, Duration dutyCycle, Duration progressTimeout, ErrorHandler errorHandler,
        boolean ownThread) {

    /** Refuses times that are not above 0. */
    public BusSettings {
        if (dutyCycle.toNanos() <= 0 || progressTimeout.toNanos() <= 0) {
            throw new BusException("duty cycle " + dutyCycle + " and progress time-out " + progressTimeout
                    + ": both must be above 0");
        }
    }

    /**
     * The defaults: directory from the environment's VERBUS_DIR, else {@code /dev/shm/verbus-USER}; a cycle of 20 ms; a
     * time-out of 10 s; errors go to standard error, one line each; a thread for the conductor.
     *
     * @return settings
     */
    public static BusSettings defaults() {
        final String directory = System.getenv("VERBUS_DIR");
        return new BusSettings(
                Path.of(directory == null || directory.isBlank()
                        ? "/dev/shm/verbus-" + System.getProperty("user.name")
                        : directory),
                Duration.ofMillis(20), Duration.ofSeconds(10), BusSettings::print,
                true);
    }

    private static void print(final Throwable t) {
        System.err.println("verbus: " + (t instanceof BusException ? t.getMessage() : t.toString()));
    }

    /**
     * With another directory.
     *
     * @param newDirectory where processes meet
     * @return settings
     */
    public BusSettings withDirectory(final Path newDirectory) {
        return new BusSettings(newDirectory, dutyCycle, progressTimeout, errorHandler, ownThread);
    }

    /**
     * With another rest of the conductor.
     *
     * @param newDutyCycle above 0; below 10 ms it costs noticeable CPU time
     * @return settings
     */
    public BusSettings withDutyCycle(final Duration newDutyCycle) {
        return new BusSettings(directory, newDutyCycle, progressTimeout, errorHandler, ownThread);
    }

    /**
     * With another time-out for blocking subscriptions without progress.
     *
     * @param newProgressTimeout above 0
     * @return settings
     */
    public BusSettings withProgressTimeout(final Duration newProgressTimeout) {
        return new BusSettings(directory, dutyCycle, newProgressTimeout, errorHandler, ownThread);
    }

    /**
     * With another handler of errors.
     *
     * @param newErrorHandler called from any thread
     * @return settings
     */
    public BusSettings withErrorHandler(final ErrorHandler newErrorHandler) {
        return new BusSettings(directory, dutyCycle, progressTimeout, newErrorHandler, ownThread);
    }

    /** {@return settings without a thread for the conductor: {@link Bus#doWork()} steps it} */
    public BusSettings withoutThread() {
        return new BusSettings(directory, dutyCycle, progressTimeout, errorHandler, false);
    }
}

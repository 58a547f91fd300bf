package io.verbus;

import io.verbus.counters.CountersLayout;
import io.verbus.print.StandardError;
import io.verbus.time.Clocks;
import io.verbus.transport.TransportProvider;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.random.RandomGenerator;
import org.agrona.ErrorHandler;

/**
 * How a bus runs in this process.
 *
 * @param directory where processes of this host meet, on tmpfs or hugetlbfs
 * @param dutyCycle how long the conductor rests when it has nothing to do; what it notices, it notices this late. Five
 *     times as long when nothing has happened for a second, on this host alone, but at most a fifth of the shorter
 *     time-out; a fifth of it in the first thousand turns
 * @param heartbeatTimeout after which a process that gives no sign of life is reported as silent, or its sessions as
 *     lost; nothing else follows from it
 * @param progressTimeout after which a {@link Policy#BLOCK} subscription that holds up a claim and has read nothing is
 *     not waited for any more
 * @param errorHandler gets, from any thread, what goes wrong without a caller to be told; the error log gets it too.
 *     The conductor calls it with its lock held: a handler that blocks stops the conductor, and then the stream
 * @param ownThread whether the conductor has a thread of its own; else {@link Bus#doWork()} has to be called
 * @param clocks what time it is; the system's, except in simulations
 * @param ids where the random ids of processes, sessions and subscriptions come from; nobody can guess the next, except
 *     in simulations. Thread-safe
 * @param transports what can carry logs to other hosts
 * @param counters number of counters that the process has room for, 64 to 65,536: 4 for each publication, 5 for each
 *     subscription, and up to 3 for each reader of a publication that holds up claims or is on another host
 * @param conductorCore core that the conductor's thread runs on; {@link #ANY_CORE} for all cores that the process
 *     started with, whatever the launching thread is pinned to
 */
public record BusSettings(Path directory, Duration dutyCycle, Duration heartbeatTimeout, Duration progressTimeout,
        ErrorHandler errorHandler, boolean ownThread, Clocks clocks, RandomGenerator ids,
        List<TransportProvider> transports, int counters, int conductorCore) {
    /** The conductor's thread is not pinned. */
    public static final int ANY_CORE = -1;
    /** Counters that a process has room for by default: some 400 publications and subscriptions, in 1.4 MB. */
    public static final int DEFAULT_COUNTERS = 2_048;

    private static final RandomGenerator UNPREDICTABLE = new SecureRandom();

    /** Of the conductor's looks, so many at least have to agree before somebody is accused. */
    private static final int MIN_CYCLES = 4;
    private static final Duration MAX_TIMEOUT = Duration.ofDays(1);

    /** Refuses times that are too short to be told. */
    public BusSettings {
        transports = List.copyOf(transports);
        if (dutyCycle.toNanos() <= 0) {
            throw new BusException("a duty cycle of " + dutyCycle + ": it must be above 0");
        }
        checkTimeout("heartbeat", heartbeatTimeout, dutyCycle);
        checkTimeout("progress", progressTimeout, dutyCycle);
        if (counters < CountersLayout.MIN_COUNTERS || counters > CountersLayout.MAX_COUNTERS) {
            throw new BusException("room for " + counters + " counters: give " + CountersLayout.MIN_COUNTERS + " to "
                    + CountersLayout.MAX_COUNTERS);
        }
        if (conductorCore < ANY_CORE) {
            throw new BusException("conductor core " + conductorCore + ": give a core number from 0");
        }
    }

    /**
     * The defaults: directory from the environment's VERBUS_DIR, else {@code /dev/shm/verbus-USER}; a cycle of 20 ms; a
     * heartbeat time-out of 500 ms; a progress time-out of 10 s; errors go to standard error, one line each, printed
     * in the background ({@link StandardError}); a thread for the conductor; the system's clocks; the transports that
     * are on the class path.
     *
     * <p>With four busy threads on two cores, a living process was seen to be without CPU time for more than 100 ms
     * twice in a minute; hence 500. A death is noticed sooner: it does not depend on heartbeats.
     *
     * @return settings
     * @throws BusException if VERBUS_DIR has characters that the locale lacks
     */
    public static BusSettings defaults() {
        return new BusSettings(defaultDirectory(System.getenv("VERBUS_DIR")), Duration.ofMillis(20),
                Duration.ofMillis(500), Duration.ofSeconds(10), BusSettings::print,
                true, Clocks.SYSTEM, UNPREDICTABLE,
                ServiceLoader.load(TransportProvider.class).stream().map(ServiceLoader.Provider::get).toList(),
                DEFAULT_COUNTERS, ANY_CORE);
    }

    static Path defaultDirectory(final String named) {
        final String directory = named == null || named.isBlank()
                ? "/dev/shm/verbus-" + System.getProperty("user.name")
                : named;
        try {
            return Path.of(directory);
        } catch (final InvalidPathException e) {
            throw new BusException("VERBUS_DIR=" + directory + " cannot be a path in this locale, whose encoding is "
                    + System.getProperty("sun.jnu.encoding") + ": set LC_ALL=C.UTF-8, or name another directory", e);
        }
    }

    /** The shorter of the two time-outs. */
    Duration shorterTimeout() {
        return heartbeatTimeout.compareTo(progressTimeout) < 0 ? heartbeatTimeout : progressTimeout;
    }

    private static void checkTimeout(final String clock, final Duration timeout, final Duration dutyCycle) {
        if (timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw new BusException("a " + clock + " time-out of " + timeout + ": it must be a day or less");
        }
        if (timeout.compareTo(dutyCycle.multipliedBy(MIN_CYCLES)) < 0) {
            throw new BusException("a " + clock + " time-out of " + timeout + " with a duty cycle of " + dutyCycle
                    + ": the conductor looks once a cycle, so it must be " + MIN_CYCLES + " cycles or more");
        }
    }

    private static void print(final Throwable t) {
        StandardError.stream().println("verbus: " + (t instanceof BusException ? t.getMessage() : t.toString()));
    }

    /**
     * With another directory.
     *
     * @param newDirectory where processes meet
     * @return settings
     */
    public BusSettings withDirectory(final Path newDirectory) {
        return new BusSettings(newDirectory, dutyCycle, heartbeatTimeout, progressTimeout, errorHandler, ownThread,
                clocks, ids, transports, counters, conductorCore);
    }

    /**
     * With another rest of the conductor.
     *
     * @param newDutyCycle above 0, at most a quarter of either time-out; below 10 ms it costs noticeable CPU time
     * @return settings
     */
    public BusSettings withDutyCycle(final Duration newDutyCycle) {
        return new BusSettings(directory, newDutyCycle, heartbeatTimeout, progressTimeout, errorHandler, ownThread,
                clocks, ids, transports, counters, conductorCore);
    }

    /**
     * With another time-out for processes that give no sign of life.
     *
     * @param newHeartbeatTimeout at least four duty cycles
     * @return settings
     */
    public BusSettings withHeartbeatTimeout(final Duration newHeartbeatTimeout) {
        return new BusSettings(directory, dutyCycle, newHeartbeatTimeout, progressTimeout, errorHandler, ownThread,
                clocks, ids, transports, counters, conductorCore);
    }

    /**
     * With another time-out for blocking subscriptions without progress.
     *
     * @param newProgressTimeout at least four duty cycles
     * @return settings
     */
    public BusSettings withProgressTimeout(final Duration newProgressTimeout) {
        return new BusSettings(directory, dutyCycle, heartbeatTimeout, newProgressTimeout, errorHandler, ownThread,
                clocks, ids, transports, counters, conductorCore);
    }

    /**
     * With another handler of errors.
     *
     * @param newErrorHandler called from any thread, also by the conductor with its lock held: it must not block
     * @return settings
     */
    public BusSettings withErrorHandler(final ErrorHandler newErrorHandler) {
        return new BusSettings(directory, dutyCycle, heartbeatTimeout, progressTimeout, newErrorHandler, ownThread,
                clocks, ids, transports, counters, conductorCore);
    }

    /** {@return settings without a thread for the conductor: {@link Bus#doWork()} steps it} */
    public BusSettings withoutThread() {
        return new BusSettings(directory, dutyCycle, heartbeatTimeout, progressTimeout, errorHandler, false, clocks,
                ids, transports, counters, conductorCore);
    }

    /**
     * With other clocks, for a simulation that makes its own time.
     *
     * @param newClocks read by any thread
     * @return settings
     */
    public BusSettings withClocks(final Clocks newClocks) {
        return new BusSettings(directory, dutyCycle, heartbeatTimeout, progressTimeout, errorHandler, ownThread,
                newClocks, ids, transports, counters, conductorCore);
    }

    /**
     * With another source of ids, for a simulation that can be repeated.
     *
     * @param newIds used by any thread
     * @return settings
     */
    public BusSettings withIds(final RandomGenerator newIds) {
        return new BusSettings(directory, dutyCycle, heartbeatTimeout, progressTimeout, errorHandler, ownThread, clocks,
                newIds, transports, counters, conductorCore);
    }

    /**
     * With other transports.
     *
     * @param newTransports what can carry logs to other hosts
     * @return settings
     */
    public BusSettings withTransports(final List<TransportProvider> newTransports) {
        return new BusSettings(directory, dutyCycle, heartbeatTimeout, progressTimeout, errorHandler, ownThread, clocks,
                ids, newTransports, counters, conductorCore);
    }

    /**
     * With room for another number of counters, for a process of many publications and subscriptions.
     *
     * @param newCounters 64 to 65,536; the counters file takes 640 bytes for each
     * @return settings
     */
    public BusSettings withCounters(final int newCounters) {
        return new BusSettings(directory, dutyCycle, heartbeatTimeout, progressTimeout, errorHandler, ownThread, clocks,
                ids, transports, newCounters, conductorCore);
    }

    /**
     * With the conductor's thread pinned to a core.
     *
     * @param newConductorCore from 0, one that the process may run on; {@link #ANY_CORE} for all of them
     * @return settings
     */
    public BusSettings withConductorCore(final int newConductorCore) {
        return new BusSettings(directory, dutyCycle, heartbeatTimeout, progressTimeout, errorHandler, ownThread, clocks,
                ids, transports, counters, newConductorCore);
    }
}

package io.verbus;

import io.verbus.internal.monitor.CountersLayout;
import io.verbus.internal.os.FileAccess;
import io.verbus.monitor.StandardError;
import io.verbus.spi.TransportProvider;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.IdleStrategy;

/** Settings of the bus in this process. Immutable: each {@code with} method returns changed settings. */
public final class BusSettings extends ImmutableSettings<BusSettings> {
    /** The conductor's thread is not pinned. */
    public static final int ANY_CORE = -1;
    /** Default counter capacity: enough for some thousand publications and subscriptions. */
    public static final int DEFAULT_COUNTERS = 65_536;

    /** Rights of the members of a group on the bus directory. */
    public enum GroupAccess {
        /** To read: tools show publications, subscriptions, counters, errors and losses. A log is readable too. */
        OBSERVE,
        /** To publish and to subscribe, each member with files of its own, which the others only read. */
        SHARE
    }

    private static final RandomGenerator UNPREDICTABLE = new SecureRandom();
    private static final ThreadFactory CONDUCTOR_THREADS = Thread.ofPlatform().name("verbus-conductor").daemon()
            .factory();

    /** A timeout covers at least this many duty cycles, so that one late cycle does not report a living process. */
    private static final int MIN_CYCLES = 4;
    private static final Duration MAX_TIMEOUT = Duration.ofDays(1);

    private Path directory;
    private Duration dutyCycle = Duration.ofMillis(20);
    private Duration heartbeatTimeout = Duration.ofMillis(500);
    private Duration progressTimeout = Duration.ofSeconds(10);
    private ErrorHandler errorHandler = BusSettings::print;
    private boolean ownThread = true;
    private Clocks clocks = Clocks.SYSTEM;
    private RandomGenerator ids = UNPREDICTABLE;
    private List<TransportProvider> transports;
    private int counters = DEFAULT_COUNTERS;
    private int conductorCore = ANY_CORE;
    private ThreadFactory conductorThreadFactory = CONDUCTOR_THREADS;
    private IdleStrategy conductorIdleStrategy;
    private String group = "";
    private GroupAccess groupAccess = GroupAccess.OBSERVE;

    private BusSettings() {
    }

    /**
     * The defaults: directory from the environment variable VERBUS_DIR, else {@code /dev/shm/verbus-USER}; a duty cycle
     * of 20 ms; a heartbeat timeout of 500 ms; a progress timeout of 10 s; errors are printed to standard error in the
     * background, one line each ({@link StandardError}); a daemon thread {@code verbus-conductor} with the idle
     * strategy of the bus; the system's clocks; the transports on the class path or module path; no group.
     *
     * <p>With four busy threads on two cores, a living process was without CPU time for more than 100 ms twice in a
     * minute; hence 500 ms. The death of a process is noticed sooner, without heartbeats.
     *
     * @return settings
     * @throws BusException if VERBUS_DIR has characters that the locale lacks
     */
    public static BusSettings defaults() {
        return new BusSettings().with(copy -> {
            copy.directory = defaultDirectory(System.getenv("VERBUS_DIR"));
            copy.transports = TransportProvider.installed();
        });
    }

    static Path defaultDirectory(final String named) {
        final String directory = named == null || named.isBlank()
                ? "/dev/shm/verbus-" + System.getProperty("user.name")
                : named;
        try {
            return Path.of(directory);
        } catch (final InvalidPathException e) {
            throw new BusException("VERBUS_DIR=" + directory + " is not a path in this locale with encoding "
                    + System.getProperty("sun.jnu.encoding") + ": set LC_ALL=C.UTF-8, or use another directory", e);
        }
    }

    /** The shorter of the two timeouts. */
    Duration shorterTimeout() {
        return heartbeatTimeout.compareTo(progressTimeout) < 0 ? heartbeatTimeout : progressTimeout;
    }

    /** The access of other users to the files of the bus; throws a {@link BusException} if the group does not exist. */
    FileAccess fileAccess() {
        return group.isEmpty() ? FileAccess.PRIVATE : FileAccess.ofGroup(group, groupAccess == GroupAccess.SHARE);
    }

    /** A random id of a process, session or subscription, never 0. */
    long newId() {
        long id;
        do {
            id = ids.nextLong();
        } while (id == 0);
        return id;
    }

    private static void checkTimeout(final String name, final Duration timeout, final Duration dutyCycle) {
        if (timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw new BusException(name + " timeout " + timeout + " above 1 day: use a day or less");
        }
        if (timeout.compareTo(dutyCycle.multipliedBy(MIN_CYCLES)) < 0) {
            throw new BusException(
                    name + " timeout " + timeout + " below " + MIN_CYCLES + " duty cycles of " + dutyCycle
                            + ": raise the timeout or shorten the duty cycle");
        }
    }

    private static void print(final Throwable t) {
        StandardError.stream().println("verbus: " + (t instanceof BusException ? t.getMessage() : t.toString()));
    }

    /**
     * With another directory.
     *
     * @param newDirectory where processes of this host find each other
     * @return settings
     */
    public BusSettings withDirectory(final Path newDirectory) {
        return with(copy -> copy.directory = newDirectory);
    }

    /**
     * With another duty cycle.
     *
     * @param newDutyCycle above 0, at most a quarter of either timeout; below 10 ms it costs noticeable CPU time
     * @return settings
     */
    public BusSettings withDutyCycle(final Duration newDutyCycle) {
        return with(copy -> copy.dutyCycle = newDutyCycle);
    }

    /**
     * With another timeout for processes without a heartbeat.
     *
     * @param newHeartbeatTimeout at least four duty cycles
     * @return settings
     */
    public BusSettings withHeartbeatTimeout(final Duration newHeartbeatTimeout) {
        return with(copy -> copy.heartbeatTimeout = newHeartbeatTimeout);
    }

    /**
     * With another timeout for blocking subscriptions without progress.
     *
     * @param newProgressTimeout at least four duty cycles
     * @return settings
     */
    public BusSettings withProgressTimeout(final Duration newProgressTimeout) {
        return with(copy -> copy.progressTimeout = newProgressTimeout);
    }

    /**
     * With another error handler.
     *
     * @param newErrorHandler called from any thread, also by the conductor with its lock held: it must not block
     * @return settings
     */
    public BusSettings withErrorHandler(final ErrorHandler newErrorHandler) {
        return with(copy -> copy.errorHandler = newErrorHandler);
    }

    /**
     * With errors to a logger, and so to the logging library of the application. A {@link BusException} is logged with
     * its message alone, which names cause and remedy, another exception with its stack trace.
     *
     * @param logger called from any thread, also by the conductor with its lock held: it must not block, so it needs an
     *     asynchronous appender
     * @return settings
     */
    public BusSettings withErrorLogger(final System.Logger logger) {
        return withErrorHandler(thrown -> {
            if (thrown instanceof BusException) {
                logger.log(System.Logger.Level.ERROR, thrown.getMessage());
            } else {
                logger.log(System.Logger.Level.ERROR, thrown.toString(), thrown);
            }
        });
    }

    /** {@return settings without a thread: {@link Bus#doWork()} or {@link Bus#conductor()} steps the conductor} */
    public BusSettings withoutThread() {
        return with(copy -> copy.ownThread = false);
    }

    /**
     * With other clocks, for a simulation with virtual time.
     *
     * @param newClocks read by any thread
     * @return settings
     */
    public BusSettings withClocks(final Clocks newClocks) {
        return with(copy -> copy.clocks = newClocks);
    }

    /**
     * With another source of ids, for a repeatable simulation.
     *
     * @param newIds used by any thread
     * @return settings
     */
    public BusSettings withIds(final RandomGenerator newIds) {
        return with(copy -> copy.ids = newIds);
    }

    /**
     * With other transports.
     *
     * @param newTransports that carry logs to other hosts
     * @return settings
     */
    public BusSettings withTransports(final List<TransportProvider> newTransports) {
        return with(copy -> copy.transports = List.copyOf(newTransports));
    }

    /**
     * With another counter capacity, to limit the memory of counters. Their file grows with their number.
     *
     * @param newCounters 64 to 65,536; each that is in use takes 640 bytes of the counters file
     * @return settings
     */
    public BusSettings withCounters(final int newCounters) {
        return with(copy -> copy.counters = newCounters);
    }

    /**
     * With the conductor's thread pinned to a core.
     *
     * @param newConductorCore from 0, a core that the process may run on; {@link #ANY_CORE} for all of them
     * @return settings
     */
    public BusSettings withConductorCore(final int newConductorCore) {
        return with(copy -> copy.conductorCore = newConductorCore);
    }

    /**
     * With another factory of the conductor's thread, for its name, its daemon flag, its priority or its group.
     *
     * @param newFactory creates a platform thread that is not started, each time that a bus is launched
     * @return settings
     */
    public BusSettings withConductorThreadFactory(final ThreadFactory newFactory) {
        return with(copy -> copy.conductorThreadFactory = newFactory);
    }

    /**
     * With another idle strategy of the conductor's thread. That of the bus follows the duty cycle: it idles for a
     * millisecond while a handshake, a close or a gap waits for the conductor, for a fifth of the duty cycle in the
     * first thousand cycles, in which peers are discovered, and for longer after a second without events. Another
     * strategy only gets the amount of work done. It must not idle for longer than the duty cycle: that is the rate of
     * the heartbeat, on which the timeouts are based.
     *
     * @param newIdleStrategy used by one bus, if it has a state; null for that of the bus
     * @return settings
     */
    public BusSettings withConductorIdleStrategy(final IdleStrategy newIdleStrategy) {
        return with(copy -> copy.conductorIdleStrategy = newIdleStrategy);
    }

    /**
     * With a group whose members may use the bus directory too. All processes that publish or subscribe there name the
     * same group with the same access. Root may look at any directory.
     *
     * @param newGroup name or number of a Unix group, of which this process is a member; empty for none
     * @param newAccess rights of its members; {@link GroupAccess#OBSERVE} without a group
     * @return settings
     * @throws BusException if the access is {@link GroupAccess#SHARE} without a group
     */
    public BusSettings withGroup(final String newGroup, final GroupAccess newAccess) {
        return with(copy -> {
            copy.group = newGroup;
            copy.groupAccess = newAccess;
        });
    }

    /** {@return where processes of this host find each other, on tmpfs or hugetlbfs} */
    public Path directory() {
        return directory;
    }

    /**
     * {@return longest idle time of the conductor, and so the delay until it notices an event. It is five times as long
     * after a second without events, without transports, but at most a fifth of the shorter timeout; it is a fifth of
     * it in the first thousand cycles}
     */
    public Duration dutyCycle() {
        return dutyCycle;
    }

    /**
     * {@return time without a heartbeat after which a process is reported as silent, or its sessions as lost; it has no
     * other effect}
     */
    public Duration heartbeatTimeout() {
        return heartbeatTimeout;
    }

    /**
     * {@return time after which a {@link Policy#BLOCK} subscription that causes refused claims and consumes nothing is
     * evicted}
     */
    public Duration progressTimeout() {
        return progressTimeout;
    }

    /** {@return receiver of the errors without a caller, from any thread; they are also stored in the error log} */
    public ErrorHandler errorHandler() {
        return errorHandler;
    }

    boolean ownThread() {
        return ownThread;
    }

    /** {@return clocks of the bus; the system's, except in simulations} */
    public Clocks clocks() {
        return clocks;
    }

    /**
     * {@return source of the random ids of processes, sessions and subscriptions; unpredictable, except in simulations.
     * Thread-safe}
     */
    public RandomGenerator ids() {
        return ids;
    }

    /** {@return transports that carry logs to other hosts} */
    public List<TransportProvider> transports() {
        return transports;
    }

    /**
     * {@return counter capacity of the process, 64 to 65,536: 4 for each publication, 5 for each subscription, and up
     * to 6 for each reader of a publication that causes refused claims or is on another host}
     */
    public int counters() {
        return counters;
    }

    /**
     * {@return core of the conductor's thread; {@link #ANY_CORE} for all cores that the process started with, even if
     * the launching thread is pinned}
     */
    public int conductorCore() {
        return conductorCore;
    }

    ThreadFactory conductorThreadFactory() {
        return conductorThreadFactory;
    }

    IdleStrategy conductorIdleStrategy() {
        return conductorIdleStrategy;
    }

    /**
     * {@return Unix group whose members may use the bus directory too; empty for none: the directory is private to its
     * user}
     */
    public String group() {
        return group;
    }

    /** {@return rights of the members of that group} */
    public GroupAccess groupAccess() {
        return groupAccess;
    }

    @Override
    protected void check() {
        if (dutyCycle.toNanos() <= 0) {
            throw new BusException("invalid duty cycle " + dutyCycle + ": use a duration above 0");
        }
        checkTimeout("heartbeat", heartbeatTimeout, dutyCycle);
        checkTimeout("progress", progressTimeout, dutyCycle);
        if (counters < CountersLayout.MIN_COUNTERS || counters > CountersLayout.MAX_COUNTERS) {
            throw new BusException(
                    "invalid counter capacity " + counters + ": use " + CountersLayout.MIN_COUNTERS + " to "
                            + CountersLayout.MAX_COUNTERS);
        }
        if (conductorCore < ANY_CORE) {
            throw new BusException("invalid conductor core " + conductorCore + ": use a core number from 0");
        }
        if (group.isEmpty() && groupAccess != GroupAccess.OBSERVE) {
            throw new BusException("group access " + groupAccess + " without a group: name the group too");
        }
    }
}

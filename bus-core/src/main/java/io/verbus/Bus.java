package io.verbus;

import io.verbus.build.Build;
import io.verbus.conductor.Conductor;
import io.verbus.conductor.ConductorThread;
import io.verbus.conductor.Duty;
import io.verbus.conductor.Farewell;
import io.verbus.conductor.LocalSessions;
import io.verbus.conductor.ReaderSettings;
import io.verbus.conductor.Readers;
import io.verbus.conductor.Rest;
import io.verbus.conductor.SafeSubscriberListener;
import io.verbus.conductor.Sessions;
import io.verbus.counters.BusCounters;
import io.verbus.counters.CounterKey;
import io.verbus.counters.CounterKind;
import io.verbus.counters.PublicationCounters;
import io.verbus.counters.SubscriptionCounters;
import io.verbus.counters.SubscriptionHoldUps;
import io.verbus.directory.BusDirectory;
import io.verbus.directory.StreamDirectory;
import io.verbus.directory.Sweep;
import io.verbus.image.ImageSettings;
import io.verbus.image.ReassemblyMemory;
import io.verbus.image.SafeListener;
import io.verbus.log.Log;
import io.verbus.log.LogIdentity;
import io.verbus.log.LogWriter;
import io.verbus.losses.Loss;
import io.verbus.losses.LossReport;
import io.verbus.losses.LossShare;
import io.verbus.os.NoRoomException;
import io.verbus.os.ProcessLock;
import io.verbus.position.Positions;
import io.verbus.position.SubscriptionIdentity;
import io.verbus.remote.PollingThreads;
import io.verbus.remote.RemoteReaders;
import io.verbus.remote.RemoteSessions;
import io.verbus.remote.Transports;
import io.verbus.transport.TransportContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * The bus in this process: makes publications and subscriptions, and runs the conductor that keeps house for them.
 *
 * <p>One a process is enough. Thread-safe.
 */
public final class Bus implements AutoCloseable {
    private static final int FAREWELL_TURNS = 500;
    private static final long FAREWELL_TURN_NS = 1_000_000;

    private final BusSettings settings;
    private final BusDirectory directory;
    private final long process;
    private final long pid = ProcessHandle.current().pid();
    private final ProcessLock lock;
    private final LossReport losses;
    private final BusCounters counters;
    private final ErrorHandler errorHandler;
    private final Conductor conductor;
    private final Transports transports;
    private final PollingThreads threads = new PollingThreads();
    private final AgentRunner runner;
    private final List<Farewell> farewells = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    private Bus(final BusSettings settings) {
        this.settings = settings;
        this.directory = BusDirectory.open(settings.directory());
        new Sweep(directory).run(settings.clocks().monotonic().nanoTime());
        this.process = newId();
        this.lock = directory.enter(process);
        final List<Throwable> early = new ArrayList<>(); // before there is a handler
        try {
            this.losses = LossReport.openOrSetAside(directory.losses(), process, early::add);
        } catch (final BusException e) {
            lock.close();
            throw e;
        }
        try {
            this.counters = BusCounters.create(directory.counters(process), process, pid,
                    settings.counters(), () -> settings.clocks().epoch().nanoTime() / 1_000_000);
        } catch (final BusException e) {
            losses.close();
            lock.close();
            throw e;
        }
        final AtomicCounter errors = counters.add(CounterKind.ERRORS, CounterKey.PROCESS);
        this.errorHandler = t -> report(t, errors);
        early.forEach(errorHandler::onError);
        this.conductor = new Conductor(settings.clocks().monotonic(), errorHandler);
        this.transports = new Transports(settings.transports(),
                new TransportContext(settings.clocks().monotonic(), settings.ids(), errorHandler));
        conductor.add(cycleMeter(counters.add(CounterKind.CONDUCTOR_MAX_CYCLE_NS, CounterKey.PROCESS)));
        conductor.add(transports);
        this.runner = new AgentRunner(new Rest(conductor, settings.dutyCycle(), settings.shorterTimeout()),
                errorHandler,
                null, conductor);
        if (settings.ownThread()) {
            AgentRunner.startOnThread(runner,
                    new ConductorThread(conductor.roleName(), settings.conductorCore(), errorHandler));
        }
    }

    /**
     * A bus with the default settings.
     *
     * @return the bus, to be closed
     * @throws BusException if the bus directory can't be used
     */
    public static Bus launch() {
        return launch(BusSettings.defaults());
    }

    /**
     * A bus.
     *
     * @param settings how it runs
     * @return the bus, to be closed
     * @throws BusException if the bus directory can't be used, the JVM lacks a flag, or the process may not run on the
     *     conductor's core
     */
    public static Bus launch(final BusSettings settings) {
        checkPlatform();
        ConductorThread.check(settings.conductorCore());
        return new Bus(settings);
    }

    /**
     * A publication with default settings.
     *
     * @param stream its name
     * @return the publication, to be closed
     * @throws BusException if the name is none, or there is no room for the log
     */
    public Publication publish(final String stream) {
        return publish(PublicationSettings.of(stream));
    }

    /**
     * A publication: a new session on a stream.
     *
     * @param wish what it is to be
     * @return the publication, to be closed
     * @throws BusException if the name or the capacity is none, or there is no room for the log
     * @throws IllegalStateException if the bus is closed
     */
    public Publication publish(final PublicationSettings wish) {
        checkIsOpen();
        final StreamDirectory stream = directory.stream(wish.stream());
        final long session = newId();
        final PublicationCounters counts = conductor.between(() -> PublicationCounters.of(counters,
                CounterKey.of(wish.stream(), session, wish.publisher(), pid), errorHandler));
        try {
            return publish(wish, stream, session, counts);
        } catch (final Throwable t) {
            conductor.between(counts::close);
            throw t;
        }
    }

    private Publication publish(final PublicationSettings wish, final StreamDirectory stream, final long session,
            final PublicationCounters counts) {
        final long epochNs = settings.clocks().epoch().nanoTime();
        final Log log = stream.make(() -> create(stream.log(session), new LogIdentity(wish.stream(), session,
                wish.publisher(), wish.capacity(), wish.timestamps(), process, pid, epochNs,
                epochNs - conductor.nowNs(), Build.description())));
        try {
            return publish(wish, stream, log, counts);
        } catch (final Throwable t) { // what fails leaves nothing behind
            log.unlink();
            stream.removeIfEmpty();
            log.close();
            throw t;
        }
    }

    /** Logs of the dead that are kept for silent subscriptions do not keep a publisher from starting. */
    private Log create(final Path path, final LogIdentity identity) {
        try {
            return Log.create(path, identity);
        } catch (final NoRoomException e) {
            if (new Sweep(directory).makeRoom(conductor.nowNs()) == 0) {
                throw e;
            }
            return Log.create(path, identity);
        }
    }

    private Publication publish(final PublicationSettings wish, final StreamDirectory stream, final Log log,
            final PublicationCounters counts) {
        final ReaderSettings dealings = new ReaderSettings(settings.heartbeatTimeout().toNanos(),
                settings.progressTimeout().toNanos(),
                new SafeSubscriberListener(wish.listener(), wish.stream(), errorHandler), errorHandler,
                reader -> new SubscriptionHoldUps(counters, CounterKey.of(wish.stream(), reader, false)
                        .in(log.identity().session(), ""), errorHandler));
        final Readers readers = new Readers(log, directory, stream, dealings, conductor.nowNs());
        final RemoteReaders remote = wish.endpoints().isEmpty()
                ? null
                : new RemoteReaders(log, dealings, conductor.between(() -> transports.of(wish.endpoints())));
        final LogWriter writer = new LogWriter(log,
                remote == null ? readers : () -> Math.min(readers.lowest(), remote.lowest()),
                settings.clocks().monotonic());
        readers.writer(writer);
        final Duty duty = new PublicationDuty(log, writer, readers, remote, counts);
        addOrUndo(duty, () -> conductor.run(readers::close));
        if (remote != null) {
            try {
                open(remote, writer, wish, log);
            } catch (final BusException e) {
                conductor.remove(duty);
                conductor.run(readers::close);
                throw e;
            }
        }
        final Publication publication = new Publication(
                new Publication.Parts(log, writer, readers, remote, wish.pushesOnCommit()), counts.backPressure(),
                new Closing.Lifetime(conductor, () -> {
                    conductor.remove(duty);
                    log.unlink();
                    stream.removeIfEmpty();
                    conductor.run(readers::close);
                    if (remote == null) {
                        log.close();
                    } else {
                        conductor.run(remote::close);
                    }
                    conductor.between(counts::close);
                    open.removeIf(
                            other -> other instanceof Publication p && p.isOf(log));
                }, wish.linger()));
        open.add(publication);
        return publication;
    }

    /** Meets subscriptions on other hosts, until the publication has closed and its log is not read any more. */
    private void open(final RemoteReaders remote, final LogWriter writer, final PublicationSettings wish,
            final Log log) {
        conductor.run(() -> {
            try {
                remote.open(writer, wish.endpoints());
            } catch (final BusException e) {
                remote.close();
                throw e;
            }
            bidFarewell(remote, remote::isClosed, log::close);
        });
    }

    private void bidFarewell(final Duty duty, final BooleanSupplier isOver, final Runnable cleanUp) {
        final Farewell[] farewell = new Farewell[1];
        farewell[0] = new Farewell(conductor, duty, isOver, () -> {
            farewells.remove(farewell[0]);
            cleanUp.run();
        });
        farewells.add(farewell[0]);
        conductor.add(farewell[0]);
    }

    /**
     * A subscription with default settings: live, {@link Policy#SKIP}.
     *
     * @param stream its name
     * @return the subscription, to be closed
     * @throws BusException if the name is none
     */
    public Subscription subscribe(final String stream) {
        return subscribe(SubscriptionSettings.of(stream));
    }

    /**
     * A subscription to a stream. It has joined the sessions that are there when this returns, and finds others as they
     * come.
     *
     * @param wish what it is to be
     * @return the subscription, to be closed
     * @throws BusException if the name is none
     * @throws IllegalStateException if the bus is closed
     */
    public Subscription subscribe(final SubscriptionSettings wish) {
        checkIsOpen();
        final StreamDirectory stream = directory.stream(wish.stream());
        final SubscriptionIdentity identity = new SubscriptionIdentity(newId(), wish.name(), wish.policy(), process,
                pid);
        final SubscriptionCounters counts = conductor.between(() -> SubscriptionCounters.of(counters,
                CounterKey.of(wish.stream(), identity, !wish.endpoints().isEmpty()), errorHandler));
        try {
            return subscribe(wish, stream, identity, counts);
        } catch (final Throwable t) {
            conductor.between(counts::close);
            throw t;
        }
    }

    private Subscription subscribe(final SubscriptionSettings wish, final StreamDirectory stream,
            final SubscriptionIdentity identity, final SubscriptionCounters counts) {
        final LossShare share = new LossShare(losses);
        final Subscription.Accounts accounts = new Subscription.Accounts(gap -> append(share, Loss.of(gap, identity)),
                counts);
        final SafeListener listener = new SafeListener(wish.listener(), accounts.losses(), errorHandler);
        final ImageSettings images = new ImageSettings(wish.repair(), wish.copies(),
                new ReassemblyMemory(wish.reassemblyLimit()), listener, counts, errorHandler,
                settings.clocks().epoch());
        final Subscription subscription = wish.endpoints().isEmpty()
                ? subscribeHere(wish, stream, identity, images, accounts)
                : subscribeElsewhere(wish, stream, identity, images, accounts);
        open.add(subscription);
        return subscription;
    }

    private Subscription subscribeHere(final SubscriptionSettings wish, final StreamDirectory stream,
            final SubscriptionIdentity identity, final ImageSettings images, final Subscription.Accounts accounts) {
        final Positions positions = stream.make(() -> Positions.create(stream.positions(identity.id()), identity));
        final LocalSessions sessions = new LocalSessions(directory, positions, stream, wish.start(), images,
                settings.heartbeatTimeout().toNanos());
        addOrUndo(sessions, sessions::close);
        return new Subscription(wish, sessions, null, accounts, new Subscription.Lifetime(conductor, () -> {
            conductor.remove(sessions);
            release(sessions, accounts.counters());
        }));
    }

    private Subscription subscribeElsewhere(final SubscriptionSettings wish, final StreamDirectory stream,
            final SubscriptionIdentity identity, final ImageSettings images, final Subscription.Accounts accounts) {
        return conductor.between(() -> {
            final RemoteSessions sessions = new RemoteSessions(
                    new RemoteSessions.Reader(stream, identity, wish.start(), wish.thread()), images,
                    settings.heartbeatTimeout().toNanos(), transports.of(wish.endpoints()), threads);
            try {
                sessions.open(wish.endpoints());
            } catch (final BusException e) {
                sessions.closing();
                sessions.release();
                throw e;
            }
            final CounterKey key = CounterKey.of(wish.stream(), identity, true);
            bidFarewell(new RemoteSubscriptionDuty(sessions, key, accounts.counters().lags()), sessions::isClosed,
                    sessions::release);
            return new Subscription(wish, sessions, sessions.arrivals(), accounts,
                    new Subscription.Lifetime(conductor, () -> release(sessions, accounts.counters())));
        });
    }

    private void release(final Sessions sessions, final SubscriptionCounters counts) {
        conductor.between(counts::close);
        open.removeIf(other -> other instanceof Subscription s && s.isOf(sessions));
    }

    private void append(final LossShare share, final Loss loss) {
        if (!share.append(loss)) {
            errorHandler.onError(new BusException("the loss report " + directory.losses() + " is full of entries that"
                    + " nobody finishes: move it away when no bus runs"));
        }
    }

    /** {@return what this bus was launched with} */
    public BusSettings settings() {
        return settings;
    }

    /** {@return where errors without a caller go: counted, kept in the error log, and told to the settings' handler} */
    public ErrorHandler errorHandler() {
        return errorHandler;
    }

    /**
     * One turn of the conductor, for a bus without a thread of its own.
     *
     * @return how much was done
     * @throws IllegalStateException if the bus is closed
     */
    public int doWork() {
        checkIsOpen();
        return conductor.doWork();
    }

    /**
     * Closes what is still open, publications first, and leaves the bus directory. Threads that use publications or
     * subscriptions must have stopped.
     *
     * @throws IllegalStateException if called by a listener or an error handler that the conductor calls
     */
    @Override
    public void close() {
        conductor.checkIsNotTurning();
        for (final AutoCloseable closeable : open) {
            if (closeable instanceof Publication publication) {
                publication.close();
            }
        }
        for (final AutoCloseable closeable : open) {
            if (closeable instanceof Subscription subscription) {
                subscription.close();
            }
        }
        closed = true;
        takeLeave();
        runner.close();
        conductor.run(() -> {
            transports.close(); // now nobody reads or writes our memory
            List.copyOf(farewells).forEach(Farewell::end);
        });
        counters.close();
        losses.close();
        lock.close();
    }

    /** Gives other hosts and devices a moment to let go: what is said last is on its way. */
    private void takeLeave() {
        for (int turn = 0; turn < FAREWELL_TURNS && !farewells.isEmpty(); turn++) {
            conductor.doWork();
            LockSupport.parkNanos(FAREWELL_TURN_NS);
        }
    }

    /** The counters of a closed bus are unmapped. */
    private void checkIsOpen() {
        if (closed) {
            throw new IllegalStateException("this bus is closed: launch another");
        }
    }

    /** If the first turn of a duty fails, it leaves nothing behind. */
    private void addOrUndo(final Duty duty, final Runnable undo) {
        try {
            conductor.add(duty);
        } catch (final Throwable t) {
            undo.run();
            throw t;
        }
    }

    /** Whatever a handler of errors does, the duty cycle and the message in hand go on. */
    private void report(final Throwable t, final AtomicCounter errors) {
        counters.errors().record(t);
        errors.increment();
        try {
            settings.errorHandler().onError(t);
        } catch (final Throwable thrown) {
            counters.errors().record(thrown);
            errors.increment();
        }
    }

    /**
     * What the kernel does for a process that is killed: its lock is released, its files stay. For simulations; nothing
     * of this bus may be used after it, except {@link #close()} when it is all over, which gives its memory back.
     */
    void kill() {
        lock.release();
    }

    private static Duty cycleMeter(final AtomicCounter longest) {
        final long[] lastNs = {Long.MAX_VALUE};
        return nowNs -> {
            longest.setOpaque(Math.max(longest.getPlain(), lastNs[0] == Long.MAX_VALUE ? 0 : nowNs - lastNs[0]));
            lastNs[0] = nowNs;
            return 0;
        };
    }

    private long newId() {
        long id;
        do {
            id = settings.ids().nextLong();
        } while (id == 0);
        return id;
    }

    private static void checkPlatform() {
        if (!System.getProperty("os.name").equals("Linux")) {
            throw new BusException("Verbus runs on Linux only, this is " + System.getProperty("os.name"));
        }
        if (!Object.class.getModule().isOpen("jdk.internal.misc", UnsafeBuffer.class.getModule())) {
            throw new BusException("the JVM was started without a flag that Agrona needs: add"
                    + " --add-opens java.base/jdk.internal.misc=ALL-UNNAMED to the java command");
        }
    }
}

package io.verbus;

import io.verbus.build.Build;
import io.verbus.conductor.Conductor;
import io.verbus.conductor.ConductorThread;
import io.verbus.conductor.CycleMeter;
import io.verbus.conductor.Duty;
import io.verbus.conductor.LocalSessions;
import io.verbus.conductor.PublishingThread;
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
import io.verbus.watch.BlockingTerms;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AgentRunner;

/**
 * The bus in this process: makes publications and subscriptions, and runs the conductor that keeps house for them.
 * One a process is enough. Thread-safe.
 */
public final class Bus implements AutoCloseable {
    private static final long REST_NS = 1_000_000;

    private final BusSettings settings;
    private final BusDirectory directory;
    private final long process;
    private final long pid = ProcessHandle.current().pid();
    private final ProcessLock lock;
    private final LossReport losses;
    private final BusCounters counters;
    private final CountedErrors errorHandler;
    private final Conductor conductor;
    private final Transports transports;
    private final PollingThreads threads = new PollingThreads();
    private final AgentRunner runner;
    private final Farewells farewells;
    /** Publications and subscriptions whose memory has not been given back. */
    private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();
    private final Object closeLock = new Object();
    /** Publications and subscriptions in the making: memory is not given back under them. */
    private final AtomicInteger making = new AtomicInteger();
    private volatile boolean closed;
    private boolean ended;

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
        this.errorHandler = new CountedErrors(counters, settings.errorHandler());
        early.forEach(errorHandler::onError);
        this.conductor = new Conductor(settings.clocks().monotonic(), errorHandler);
        this.farewells = new Farewells(conductor);
        this.transports = new Transports(settings.transports(),
                new TransportContext(settings.clocks().monotonic(), settings.ids(), errorHandler));
        conductor.add(new CycleMeter(counters.add(CounterKind.CONDUCTOR_MAX_CYCLE_NS, CounterKey.PROCESS)));
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
        Platform.check();
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
        return whileOpen(() -> make(wish));
    }

    private Publication make(final PublicationSettings wish) {
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
        final long progressTimeoutNs = settings.progressTimeout().toNanos();
        final ReaderSettings dealings = new ReaderSettings(settings.heartbeatTimeout().toNanos(),
                progressTimeoutNs, new BlockingTerms(wish.blocking(), progressTimeoutNs, wish.capacity()),
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
        final Duty duty = new PublicationDuty(log, writer, new PublishingThread(log, writer), readers, remote,
                counts);
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
                }, wish.linger(), farewells::defer));
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
            farewells.add(remote, remote::isClosed, log::close);
        });
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
        return whileOpen(() -> make(wish));
    }

    private Subscription make(final SubscriptionSettings wish) {
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
        }, farewells::defer));
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
            farewells.add(new RemoteSubscriptionDuty(sessions, key, accounts.counters().lags()), sessions::isClosed,
                    sessions::release);
            return new Subscription(wish, sessions, sessions.arrivals(), accounts,
                    new Subscription.Lifetime(conductor, () -> release(sessions, accounts.counters()),
                            farewells::defer));
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
        return conductor.doWork(); // does nothing if another thread closes the bus meanwhile
    }

    /**
     * Closes the publications and subscriptions that are open, publications first, and leaves the bus directory. Any
     * thread may call it at any time, also in a shutdown hook, while other threads publish and poll: claims return
     * {@link Publication#CLOSED}, polls return 0, and neither throws. See {@link Publication#close()} and
     * {@link Subscription#close()} for how long each is waited for. A second call does nothing; if another thread is
     * closing the bus, it waits until that has finished.
     *
     * <p>When this returns the bus has ended: its thread has stopped, its files are removed, other processes see that
     * it has left, and {@link #publish}, {@link #subscribe} and {@link #doWork()} throw. If a thread has stayed in a
     * claim or a handler for longer than it was waited for, the memory of the bus stays mapped, without names, until
     * the process ends, so that thread can go on.
     *
     * @throws IllegalStateException if called by a listener or an error handler that the conductor calls: the conductor
     *     would wait for itself
     */
    @Override
    public void close() {
        conductor.checkIsNotTurning();
        synchronized (closeLock) {
            if (!ended) {
                ended = true;
                end();
            }
        }
    }

    private void end() {
        closed = true;
        while (making.get() > 0) {
            LockSupport.parkNanos(REST_NS);
        }
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
        farewells.await();
        runner.close();
        conductor.run(() -> {
            conductor.stop();
            if (open.isEmpty()) {
                transports.close(); // nothing reads or writes our memory now
                farewells.end();
                errorHandler.unmap();
                losses.close();
            } else { // a thread is inside a claim or a poll
                counters.unlink();
            }
        });
        lock.close();
    }

    /** {@return whether {@link #close()} was called; any thread} */
    public boolean isClosed() {
        return closed;
    }

    private <T> T whileOpen(final Supplier<T> maker) {
        making.incrementAndGet();
        try {
            checkIsOpen();
            return maker.get();
        } finally {
            making.decrementAndGet();
        }
    }

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

    /**
     * What the kernel does for a process that is killed: its lock is released, its files stay. For simulations; nothing
     * of this bus may be used after it, except {@link #close()} when it is all over, which gives its memory back.
     */
    void kill() {
        lock.release();
    }

    private long newId() {
        long id;
        do {
            id = settings.ids().nextLong();
        } while (id == 0);
        return id;
    }
}

package io.verbus;

import io.verbus.internal.access.InternalViews;
import io.verbus.internal.access.Relaying;
import io.verbus.internal.conductor.Conductor;
import io.verbus.internal.conductor.ConductorIdleStrategy;
import io.verbus.internal.conductor.ConductorRunner;
import io.verbus.internal.conductor.ConductorThread;
import io.verbus.internal.conductor.CopiedCounters;
import io.verbus.internal.conductor.CountedErrors;
import io.verbus.internal.conductor.CycleMeter;
import io.verbus.internal.conductor.DeferredCloses;
import io.verbus.internal.conductor.Transports;
import io.verbus.internal.duty.Duty;
import io.verbus.internal.image.ImageSettings;
import io.verbus.internal.image.ReassemblyMemory;
import io.verbus.internal.image.SafeListener;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogHeader;
import io.verbus.internal.log.LogWriter;
import io.verbus.internal.monitor.LossReportFile;
import io.verbus.internal.monitor.LossShare;
import io.verbus.internal.monitor.PublicationCounters;
import io.verbus.internal.monitor.SubscriptionBackPressure;
import io.verbus.internal.monitor.SubscriptionCounters;
import io.verbus.internal.os.ProcessLock;
import io.verbus.internal.os.SimulatedDeath;
import io.verbus.internal.publisher.BlockingBudgets;
import io.verbus.internal.publisher.LocalReaders;
import io.verbus.internal.publisher.PublicationCloser;
import io.verbus.internal.publisher.PublicationDuty;
import io.verbus.internal.publisher.PublicationParts;
import io.verbus.internal.publisher.PublishingThreadMonitor;
import io.verbus.internal.publisher.ReaderSettings;
import io.verbus.internal.publisher.RemoteReaders;
import io.verbus.internal.publisher.SafeSubscriberListener;
import io.verbus.internal.publisher.StandbyPusher;
import io.verbus.internal.shm.BusDirectory;
import io.verbus.internal.shm.Positions;
import io.verbus.internal.shm.StreamDirectory;
import io.verbus.internal.shm.Sweep;
import io.verbus.internal.subscriber.LocalSessions;
import io.verbus.internal.subscriber.PollingThreads;
import io.verbus.internal.subscriber.RemoteSessions;
import io.verbus.internal.subscriber.RemoteSubscriptionDuty;
import io.verbus.internal.subscriber.Sessions;
import io.verbus.monitor.ApplicationCounters;
import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKey;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.SubscriptionIdentity;
import io.verbus.spi.TransportContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.Agent;

/**
 * The bus in this process: creates publications and subscriptions, and runs their conductor. One bus per process is
 * enough. Thread-safe.
 */
public final class Bus implements AutoCloseable {
    private static final long REST_NS = 1_000_000;

    static {
        SimulatedDeath.provide(Bus.class, bus -> bus.lock.release());
        InternalViews.provide(Relaying.OfBus.class, Bus.class, bus -> bus.new Relayed());
    }

    private final BusSettings settings;
    private final BusDirectory directory;
    private final long process;
    private final long pid = ProcessHandle.current().pid();
    private final ProcessLock lock;
    private final LossReportFile losses;
    private final BusCounters counters;
    private final CountedErrors errorHandler;
    private final CopiedCounters applicationCounters;
    private final Conductor conductor;
    private final Transports transports;
    private final PollingThreads threads = new PollingThreads();
    private final ConductorRunner runner;
    /** Null without a thread of the bus: all runs on threads of the application then. */
    private final StandbyPusher standby;
    private final DeferredCloses deferredCloses;
    /** Publications and subscriptions with mapped memory. */
    private final OpenParts open = new OpenParts();
    private final Object closeLock = new Object();
    /** Number of publications and subscriptions under construction: their memory must stay mapped. */
    private final AtomicInteger underConstruction = new AtomicInteger();
    private volatile boolean closed;
    private boolean ended;

    private Bus(final BusSettings settings) {
        this.settings = settings;
        this.directory = BusDirectory.open(settings.directory(), settings.fileAccess());
        this.process = settings.newId();
        this.lock = directory.enter(process);
        final EarlyErrors earlyErrors = new EarlyErrors();
        final boolean hasSwept;
        try {
            hasSwept = new Sweep(directory).run(settings.clocks().monotonic().nanoTime()) > 0;
            this.losses = LossReportFile.openOrSetAside(directory.losses(), process, directory.access(), earlyErrors);
        } catch (final BusException e) {
            lock.close();
            throw e;
        }
        directory.shareChanges(process, hasSwept, earlyErrors);
        try {
            this.counters = BusCounters.create(directory.counters(process), process, pid, settings.counters(),
                    directory.access(), () -> settings.clocks().epoch().nanoTime() / 1_000_000);
        } catch (final BusException e) {
            directory.close();
            losses.close();
            lock.close();
            throw e;
        }
        this.errorHandler = new CountedErrors(counters, settings.errorHandler());
        earlyErrors.passTo(errorHandler);
        this.conductor = new Conductor(settings.clocks().monotonic(), errorHandler, !settings.ownThread());
        this.deferredCloses = new DeferredCloses(conductor);
        this.transports = new Transports(settings.transports(),
                new TransportContext(settings.clocks().monotonic(), settings.ids(), errorHandler));
        conductor.add(CycleMeter.of(counters));
        conductor.add(transports);
        this.applicationCounters = new CopiedCounters(counters, conductor, pid);
        this.runner = new ConductorRunner(conductor, settings.conductorIdleStrategy() == null
                ? new ConductorIdleStrategy(conductor, settings.dutyCycle(), settings.shorterTimeout())
                : settings.conductorIdleStrategy(), errorHandler, settings.dutyCycle(),
                settings.progressTimeout(), this::breakOff);
        this.standby = settings.ownThread() ? new StandbyPusher(settings.clocks().monotonic(), errorHandler) : null;
        if (settings.ownThread()) {
            startThread();
        }
    }

    private void startThread() {
        try {
            new ConductorThread(settings.conductorThreadFactory(), settings.conductorCore(), errorHandler)
                    .newThread(runner).start();
        } catch (final Throwable t) { // from the application's factory
            close();
            throw t;
        }
    }

    /**
     * Launches a bus with the default settings.
     *
     * @return the bus, to be closed
     * @throws BusException if the bus directory cannot be used
     */
    public static Bus launch() {
        return launch(BusSettings.defaults());
    }

    /**
     * Launches a bus.
     *
     * @param settings of the bus
     * @return the bus, to be closed
     * @throws BusException if the bus directory cannot be used, the JVM lacks a flag, or the process may not run on the
     *     conductor's core
     */
    public static Bus launch(final BusSettings settings) {
        Platform.check();
        ConductorThread.check(settings.conductorCore());
        return new Bus(settings);
    }

    /**
     * Creates a publication with default settings.
     *
     * @param stream name of the stream
     * @return the publication, to be closed
     * @throws BusException if the name is invalid, or there is no room for the log
     */
    public Publication publish(final String stream) {
        return publish(PublicationSettings.of(stream));
    }

    /**
     * Creates a publication: a new session on a stream.
     *
     * @param requested settings of the publication
     * @return the publication, to be closed
     * @throws BusException if the name or the capacity is invalid, or there is no room for the log
     * @throws IllegalStateException if the bus is closed
     */
    public Publication publish(final PublicationSettings requested) {
        return whileOpen(() -> {
            final long epochNs = settings.clocks().epoch().nanoTime();
            return make(requested, Boundary.START, new LogIdentity(requested.stream(), settings.newId(),
                    requested.publisher(), requested.capacity(), requested.timestamps(), process, pid, epochNs,
                    epochNs - conductor.nowNs(), Build.description()));
        });
    }

    private Publication make(final PublicationSettings requested, final Boundary start, final LogIdentity identity) {
        final StreamDirectory stream = directory.stream(requested.stream());
        final PublicationCounters ownCounters = conductor.between(() -> PublicationCounters.of(counters,
                CounterKey.of(requested.stream(), identity.session(), identity.publisher(), pid), errorHandler));
        try {
            return publish(requested, stream, start, identity, ownCounters);
        } catch (final Throwable t) {
            conductor.between(ownCounters::close);
            throw t;
        }
    }

    private Publication publish(final PublicationSettings requested, final StreamDirectory stream,
            final Boundary start, final LogIdentity identity, final PublicationCounters ownCounters) {
        final Log log = stream.make(() -> new Sweep(directory).withRoom(conductor.nowNs(),
                () -> Log.create(stream.log(identity.session()), identity, start, directory.access())));
        try {
            return publish(requested, stream, log, ownCounters);
        } catch (final Throwable t) { // a failure leaves no files
            log.unlink();
            stream.fileRemoved();
            log.close();
            throw t;
        }
    }

    private Publication publish(final PublicationSettings requested, final StreamDirectory stream, final Log log,
            final PublicationCounters ownCounters) {
        final long progressTimeoutNs = settings.progressTimeout().toNanos();
        final ReaderSettings readerSettings = new ReaderSettings(settings.heartbeatTimeout().toNanos(),
                progressTimeoutNs,
                new BlockingBudgets(requested.blocking(), progressTimeoutNs, log.identity().capacity()),
                new SafeSubscriberListener(requested.listener(), requested.stream(), errorHandler), errorHandler,
                reader -> new SubscriptionBackPressure(counters,
                        SubscriptionCounters.key(requested.stream(), reader, false)
                                .in(log.identity().session(), ""),
                        errorHandler));
        final LocalReaders readers = new LocalReaders(log, directory, stream, readerSettings, conductor.nowNs());
        final RemoteReaders remote = requested.endpoints().isEmpty()
                ? null
                : new RemoteReaders(log, readerSettings, conductor.between(() -> transports.of(requested.endpoints())),
                        conductor::wake);
        final LogWriter writer = new LogWriter(log,
                remote == null ? readers : () -> Math.min(readers.lowest(), remote.lowest()),
                settings.clocks().monotonic());
        readers.writer(writer);
        final Duty duty = new PublicationDuty(log, writer, new PublishingThreadMonitor(log, writer), readers, remote,
                ownCounters);
        conductor.addOrUndo(duty, () -> conductor.run(readers::close));
        if (remote != null) {
            try {
                open(remote, writer, requested, log);
            } catch (final Throwable t) { // also an error: the duty must not run after the log is unmapped
                conductor.remove(duty);
                conductor.run(readers::close);
                throw t;
            }
        }
        final Publication publication = new Publication(
                new PublicationParts(log, writer, readers, remote, requested.isPushedByCommits()),
                ownCounters.backPressure(),
                new PublicationCloser.Lifetime(conductor, () -> {
                    conductor.remove(duty);
                    log.unlink();
                    stream.fileRemoved();
                    conductor.run(readers::close);
                    if (remote == null) {
                        log.close();
                    } else {
                        conductor.run(remote::close);
                    }
                    conductor.between(ownCounters::close);
                    open.remove(log);
                }, requested.linger(), deferredCloses::defer));
        return open.add(publication);
    }

    /** Accepts subscriptions on other hosts, until the publication has closed and its log has no more readers. */
    private void open(final RemoteReaders remote, final LogWriter writer, final PublicationSettings requested,
            final Log log) {
        conductor.run(() -> {
            try {
                remote.open(writer, requested.endpoints(), requested.cursorPushers(), standby);
            } catch (final Throwable t) {
                remote.close();
                throw t;
            }
            deferredCloses.add(remote, remote::isClosed, log::close);
        });
    }

    /**
     * Creates a subscription with default settings: live, {@link Policy#SKIP}.
     *
     * @param stream name of the stream
     * @return the subscription, to be closed
     * @throws BusException if the name is invalid
     */
    public Subscription subscribe(final String stream) {
        return subscribe(SubscriptionSettings.of(stream));
    }

    /**
     * Creates a subscription to a stream. It has joined all present sessions when this returns, and joins later ones as
     * they start.
     *
     * @param requested settings of the subscription
     * @return the subscription, to be closed
     * @throws BusException if the name is invalid
     * @throws IllegalStateException if the bus is closed
     */
    public Subscription subscribe(final SubscriptionSettings requested) {
        return whileOpen(() -> make(requested, new ReassemblyMemory(requested.reassemblyLimit())));
    }

    private Subscription make(final SubscriptionSettings requested, final ReassemblyMemory memory) {
        final StreamDirectory stream = directory.stream(requested.stream());
        final SubscriptionIdentity identity = new SubscriptionIdentity(settings.newId(), requested.name(),
                requested.policy(), process, pid);
        final SubscriptionCounters ownCounters = conductor.between(() -> SubscriptionCounters.of(counters,
                SubscriptionCounters.key(requested.stream(), identity, !requested.endpoints().isEmpty()),
                requested.latencies() ? requested.lateFrom().toNanos() : 0, errorHandler));
        try {
            return subscribe(requested, stream, identity, memory, ownCounters);
        } catch (final Throwable t) {
            conductor.between(ownCounters::close);
            throw t;
        }
    }

    private Subscription subscribe(final SubscriptionSettings requested, final StreamDirectory stream,
            final SubscriptionIdentity identity, final ReassemblyMemory memory,
            final SubscriptionCounters ownCounters) {
        final LossShare share = new LossShare(losses);
        final Subscription.Accounts accounts = new Subscription.Accounts(
                gap -> share.append(gap, identity, errorHandler), ownCounters, settings.clocks());
        final SafeListener listener = new SafeListener(requested.listener(), accounts.losses(), errorHandler);
        final ImageSettings images = new ImageSettings(requested.name(), requested.repair(), requested.copies(),
                memory, listener, ownCounters, errorHandler, settings.clocks().epoch());
        final Subscription subscription = requested.endpoints().isEmpty()
                ? subscribeHere(requested, stream, identity, images, accounts)
                : subscribeElsewhere(requested, stream, identity, images, accounts);
        return open.add(subscription);
    }

    private Subscription subscribeHere(final SubscriptionSettings requested, final StreamDirectory stream,
            final SubscriptionIdentity identity, final ImageSettings images, final Subscription.Accounts accounts) {
        final Positions positions = stream.createPositions(identity, requested.sessionLimit());
        final LocalSessions sessions = new LocalSessions(directory, positions, stream, requested.start(), images,
                settings.heartbeatTimeout().toNanos());
        conductor.addOrUndo(sessions, sessions::close);
        return new Subscription(requested, sessions, null, accounts, new Subscription.Lifetime(conductor, () -> {
            conductor.remove(sessions);
            release(sessions, accounts.counters());
        }, deferredCloses::defer, settings.dutyCycle()));
    }

    private Subscription subscribeElsewhere(final SubscriptionSettings requested, final StreamDirectory stream,
            final SubscriptionIdentity identity, final ImageSettings images, final Subscription.Accounts accounts) {
        return conductor.between(() -> {
            final RemoteSessions sessions = new RemoteSessions(
                    new RemoteSessions.Reader(stream, identity, requested.start(), requested.relays(),
                            requested.thread()),
                    images,
                    settings.heartbeatTimeout().toNanos(), transports.of(requested.endpoints()), threads);
            try {
                sessions.open(requested.endpoints());
            } catch (final Throwable t) {
                sessions.closing();
                sessions.release();
                throw t;
            }
            final CounterKey key = SubscriptionCounters.key(requested.stream(), identity, true);
            deferredCloses.add(new RemoteSubscriptionDuty(sessions, key, accounts.counters()),
                    sessions::isClosed,
                    sessions::release);
            return new Subscription(requested, sessions, sessions.receivePoller(), accounts,
                    new Subscription.Lifetime(conductor, () -> release(sessions, accounts.counters()),
                            deferredCloses::defer, settings.dutyCycle()));
        });
    }

    private void release(final Sessions sessions, final SubscriptionCounters ownCounters) {
        conductor.between(ownCounters::close);
        open.remove(sessions);
    }

    /** {@return the settings of this bus} */
    public BusSettings settings() {
        return settings;
    }

    /** {@return the application's own counters, which tools show beside those of the bus} */
    public ApplicationCounters counters() {
        return applicationCounters;
    }

    /** {@return the handler for errors without a caller: it counts and stores them, and calls that of the settings} */
    public ErrorHandler errorHandler() {
        return errorHandler;
    }

    /**
     * Runs one duty cycle of the conductor, for a bus without a thread of its own.
     *
     * @return the amount of work done
     * @throws IllegalStateException if the bus is closed
     */
    public int doWork() {
        checkOpen();
        return conductor.doWork(); // does nothing if another thread has closed the bus in between
    }

    /**
     * {@return the conductor of a bus without a thread of its own, for an {@link org.agrona.concurrent.AgentInvoker} or
     * a composite agent} Its name is {@code verbus-conductor}. It is to be called at least once per {@link
     * BusSettings#dutyCycle()}, by one thread at a time. Its close does nothing: close the bus. When the bus is closed,
     * it does no work.
     *
     * @throws IllegalStateException if the bus has a thread of its own
     */
    public Agent conductor() {
        if (settings.ownThread()) {
            throw new IllegalStateException("the conductor runs on a thread of its own: launch the bus with"
                    + " BusSettings.withoutThread()");
        }
        return conductor;
    }

    /**
     * Closes the open publications and then the open subscriptions, and leaves the bus directory. Any thread may call
     * it at any time, also in a shutdown hook, while other threads publish and poll: claims return {@link
     * Publication#CLOSED}, polls return 0, and neither throws. {@link Publication#close()} and {@link
     * Subscription#close()} give the time that each close may take. A second call does nothing; if another thread is
     * closing the bus, the call waits until that has finished.
     *
     * <p>When this returns, the bus has ended: its thread has stopped, its files are removed, other processes see that
     * it has left, and {@link #publish}, {@link #subscribe} and {@link #doWork()} throw. If a thread is still in a
     * claim or a handler when its close times out, the memory of the bus stays mapped, without files, until the process
     * ends, so that thread can continue.
     *
     * @throws IllegalStateException if called by a listener or an error handler that the conductor calls: the conductor
     *     would wait for itself
     */
    @Override
    public void close() {
        conductor.checkNotInCycle();
        synchronized (closeLock) {
            if (!ended) {
                ended = true;
                end();
            }
        }
    }

    private void end() {
        closed = true;
        while (underConstruction.get() > 0) {
            LockSupport.parkNanos(REST_NS);
        }
        try {
            open.close(errorHandler);
            deferredCloses.await();
            if (standby != null) {
                standby.close();
            }
            runner.close();
            conductor.run(() -> {
                conductor.stop();
                if (open.isEmpty()) {
                    transports.close(); // no thread or device accesses the memory now
                    deferredCloses.end();
                    applicationCounters.close();
                    errorHandler.unmap();
                    losses.close();
                    directory.close();
                } else { // a thread is inside a claim or a poll
                    counters.unlink();
                }
            });
        } finally {
            lock.close(); // other processes remove what a failure has left
        }
    }

    /** The conductor has given up: no session gets a regular end. */
    private void breakOff() {
        open.breakOff();
        close();
    }

    /** {@return whether {@link #close()} was called; any thread} */
    public boolean isClosed() {
        return closed;
    }

    /** For a relay. */
    private final class Relayed implements Relaying.OfBus {
        @Override
        public Subscription subscribe(final SubscriptionSettings requested) {
            return whileOpen(() -> make(requested.withCopies(false), ReassemblyMemory.NONE));
        }

        @Override
        public Publication publish(final PublicationSettings requested, final String name, final LogIdentity origin,
                final Boundary start) {
            final Path path = directory.stream(origin.stream()).log(origin.session());
            if (Files.exists(path) && directory.isAlive(LogHeader.read(path).process())) {
                throw new BusException("session " + Long.toHexString(origin.session()) + " of stream "
                        + origin.stream() + " is in this bus directory already, of pid " + LogHeader.read(path).pid()
                        + ": read it there, or relay it to another host");
            }
            final Publication publication = whileOpen(
                    () -> make(requested, start, origin.relayedBy(process, pid, name)));
            publication.breakOff();
            return publication;
        }
    }

    private <T> T whileOpen(final Supplier<T> maker) {
        underConstruction.incrementAndGet();
        try {
            checkOpen();
            return maker.get();
        } finally {
            underConstruction.decrementAndGet();
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("this bus is closed: launch another");
        }
    }
}

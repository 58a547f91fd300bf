package io.verbus.journal;

import io.verbus.BusException;
import io.verbus.Session;
import io.verbus.internal.journal.JournalLock;
import io.verbus.internal.journal.JournalMaintenance;
import io.verbus.internal.journal.JournalRecovery;
import io.verbus.internal.journal.RecoveredSession;
import io.verbus.internal.journal.SegmentHeader;
import io.verbus.internal.journal.SegmentName;
import io.verbus.internal.journal.SegmentNote;
import io.verbus.internal.journal.SegmentWriter;
import io.verbus.internal.os.BusThreads;
import io.verbus.internal.os.HeldFile;
import io.verbus.internal.os.MappedFile;
import io.verbus.internal.os.OsErrors;
import io.verbus.internal.os.SimulatedDeath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

/**
 * The writing end of a journal: one stream, one directory, one writer at a time. Readers are separate, and may read at
 * the same time.
 *
 * <p>Used by one thread. Appending allocates nothing, and makes no system call except at the end of a segment and under
 * {@link Durability.EveryBatch}.
 */
public final class JournalWriter implements StreamRecording, AutoCloseable {
    private static final long MAX_IDLE_MS = 10;

    static {
        SimulatedDeath.provide(JournalWriter.class, JournalWriter::die);
    }

    private final Path directory;
    private final String stream;
    private final JournalSettings settings;
    private final HeldFile lock;
    private final Map<Long, RecoveredSession> found;
    private final List<TornTail> cuts;
    private final Map<Long, SessionWriter> sessions = new HashMap<>();
    private final JournalMaintenance maintenance;
    private final AgentRunner runner;
    private boolean closed;

    private JournalWriter(final Path directory, final String stream, final JournalSettings settings,
            final HeldFile lock) {
        this.directory = directory;
        this.stream = stream;
        this.settings = settings;
        this.lock = lock;
        removeUnfinished();
        final JournalRecovery recovery = new JournalRecovery(directory, stream, settings.files());
        recovery.run();
        this.found = recovery.found().stream().collect(Collectors.toMap(one -> one.session().id(), one -> one));
        this.cuts = List.copyOf(recovery.cuts());
        this.maintenance = new JournalMaintenance(directory, settings, recovery.sealed());
        if (settings.ownThread()) {
            maintenance.allocateFirst();
            final long idleMs = settings.durability() instanceof Durability.Every every
                    ? Math.min(MAX_IDLE_MS, every.period().toMillis())
                    : MAX_IDLE_MS;
            this.runner = new AgentRunner(new SleepingMillisIdleStrategy(idleMs), maintenance::failed, null,
                    maintenance);
            AgentRunner.startOnThread(runner, BusThreads.named("journal"));
        } else {
            this.runner = null;
        }
    }

    /**
     * Opens a journal to continue it, or creates one. Bytes that are not whole are cut: see {@link #cuts()}.
     *
     * @param directory of the journal; created if it does not exist
     * @param stream that is recorded
     * @param settings how it is written
     * @return the journal, to be closed
     * @throws BusException if another recorder writes into it, it belongs to another stream, its files can't be
     *     written, or there is no room for a segment
     */
    public static JournalWriter open(final Path directory, final String stream, final JournalSettings settings) {
        final Path absolute = directory.toAbsolutePath().normalize();
        final HeldFile lock = JournalLock.acquire(absolute);
        try {
            return new JournalWriter(absolute, stream, settings, lock);
        } catch (final RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** {@return the parts that were not whole when the journal was opened} */
    public List<TornTail> cuts() {
        return cuts;
    }

    @Override
    public Map<Long, Long> unfinished() {
        return found.values().stream().filter(one -> !one.isOver())
                .collect(Collectors.toMap(one -> one.session().id(), RecoveredSession::next));
    }

    @Override
    public SessionWriter session(final Session session) {
        if (!session.stream().equals(stream)) {
            throw new IllegalArgumentException("cannot record " + session + " in a journal of stream " + stream);
        }
        return sessions.computeIfAbsent(session.id(), id -> new SessionWriter(this, session, found.get(id)));
    }

    @Override
    public void abandon(final long session, final String cause) {
        session(found.get(session).session()).breakOff(0, cause, settings.clocks().epoch().nanoTime());
    }

    /**
     * To be called after each batch of messages: syncs it, under {@link Durability.EveryBatch}.
     *
     * @throws BusException if the disk has refused a write or a sync, now or before
     */
    @Override
    public void endBatch() {
        if (settings.durability() instanceof Durability.EveryBatch) {
            maintenance.syncNow();
        }
        maintenance.check();
    }

    /**
     * One duty cycle of the housekeeping, for a journal without a thread.
     *
     * @return the amount of work
     */
    public int doWork() {
        return maintenance.doWork();
    }

    /**
     * Passes on the reports of the housekeeping since the last call, such as removed segments and unreadable ones.
     *
     * @param listener receives each report, one message for a person, on the calling thread
     */
    public void reports(final Consumer<String> listener) {
        maintenance.reports().drain(listener);
    }

    /**
     * Ends the recording: syncs it, whatever the durability, and seals its segments.
     *
     * @throws BusException if the disk has refused something that no call has reported; everything is closed then
     */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            if (runner != null) {
                runner.close();
            }
            try {
                maintenance.finish();
            } finally {
                lock.close();
            }
            maintenance.checkUnreported();
        }
    }

    /** Leaves the same state as a killed recorder. */
    private void die() {
        closed = true;
        maintenance.abandon();
        lock.close();
    }

    /** A segment that has room for at least one record of this length. The preceding one is null if there is none. */
    SegmentWriter begin(final Session session, final long first, final Path preceding, final int recordLength) {
        final int length = SegmentWriter.lengthFor(settings.segmentLength(), recordLength);
        final Path path = SegmentName.of(directory, session.id(), first);
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new BusException(path + " already exists, but this journal has not recorded it: move it away");
        }
        final MappedFile file = allocate(length);
        final SegmentWriter segment;
        try {
            segment = new SegmentWriter(file, path,
                    new SegmentHeader(session, first, settings.clocks().epoch().nanoTime(), length),
                    preceding == null ? SegmentNote.NONE : SegmentName.first(preceding), settings.files()::sync);
        } catch (final BusException e) {
            file.unlink();
            file.close();
            throw e;
        }
        maintenance.opened(segment);
        return segment;
    }

    void retire(final SegmentWriter segment) {
        maintenance.retire(segment);
    }

    boolean keeps(final Path newest) {
        return maintenance.keeps(newest);
    }

    void followed(final Path segment, final long first) {
        maintenance.followed(segment, first);
    }

    private MappedFile allocate(final int length) {
        final MappedFile spare = length == settings.segmentLength() ? maintenance.takeSpare() : null;
        return spare != null ? spare : settings.files().create(directory.resolve(".segment"), length);
    }

    private void removeUnfinished() {
        for (final String name : List.of(".spare", ".segment")) {
            try {
                Files.deleteIfExists(directory.resolve(name));
            } catch (final IOException e) {
                throw new BusException("cannot remove " + directory.resolve(name) + ": " + OsErrors.of(e), e);
            }
        }
    }
}

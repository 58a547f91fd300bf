package io.verbus.journal;

import io.verbus.BusException;
import io.verbus.journal.segment.SegmentHeader;
import io.verbus.journal.segment.SegmentName;
import io.verbus.journal.segment.SegmentWriter;
import io.verbus.os.HeldFile;
import io.verbus.os.MappedFile;
import io.verbus.os.Reason;
import io.verbus.peer.Session;
import io.verbus.time.Clocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

/**
 * The writing end of a journal: one stream, one directory, one writer at a time. Whoever reads is separate, and may do
 * so meanwhile.
 *
 * <p>Used by one thread. Appending allocates nothing, and makes no system call except where a segment ends and under
 * {@link Durability.EveryBatch}.
 */
public final class JournalWriter implements AutoCloseable {
    private static final long LONGEST_REST_MS = 10;

    private final Path directory;
    private final String stream;
    private final JournalSettings settings;
    private final HeldFile lock;
    private final Map<Long, Found> found;
    private final List<Cut> cuts;
    private final Map<Long, SessionWriter> sessions = new HashMap<>();
    private final Housekeeper housekeeper;
    private final AgentRunner runner;
    private boolean closed;

    private JournalWriter(final Path directory, final String stream, final JournalSettings settings,
            final HeldFile lock) {
        this.directory = directory;
        this.stream = stream;
        this.settings = settings;
        this.lock = lock;
        removeUnfinished();
        final Recovery recovery = new Recovery(directory, stream, settings.files());
        recovery.run();
        this.found = recovery.found().stream().collect(Collectors.toMap(Found::session, one -> one));
        this.cuts = List.copyOf(recovery.cuts());
        this.housekeeper = new Housekeeper(directory, settings, recovery.sealed());
        if (settings.ownThread()) {
            housekeeper.prepareFirst();
            final long restMs = settings.durability() instanceof Durability.Every every
                    ? Math.min(LONGEST_REST_MS, every.period().toMillis())
                    : LONGEST_REST_MS;
            this.runner = new AgentRunner(new SleepingMillisIdleStrategy(restMs), housekeeper::failed, null,
                    housekeeper);
            AgentRunner.startOnThread(runner, Thread.ofPlatform().name("journal").daemon().factory());
        } else {
            this.runner = null;
        }
    }

    /**
     * Opens a journal to go on with, or begins one. What is not whole in it is cut: {@link #cuts()} tells.
     *
     * @param directory of the journal; made, if it is not there
     * @param stream that is recorded in it
     * @param settings how it is written
     * @return the journal, to be closed
     * @throws BusException if somebody else records into it, it is another stream's, its files can't be written, or
     *     there is no room for a segment
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

    /** {@return what was not whole when the journal was opened} */
    public List<Cut> cuts() {
        return cuts;
    }

    /** {@return the next sequence for the id of each session that was recorded in part when the journal was opened} */
    public Map<Long, Long> unfinished() {
        return found.values().stream().filter(one -> !one.isOver())
                .collect(Collectors.toMap(Found::session, Found::next));
    }

    /** {@return the directory of the journal} */
    public Path directory() {
        return directory;
    }

    /**
     * The place of a session in the journal: behind what is recorded of it.
     *
     * @param session of the stream that is recorded
     * @return where it is appended to; always the same for a session
     */
    public SessionWriter session(final Session session) {
        if (!session.stream().equals(stream)) {
            throw new IllegalArgumentException(session + " in a journal of stream " + stream);
        }
        return sessions.computeIfAbsent(session.id(), id -> new SessionWriter(this, session, found.get(id)));
    }

    /**
     * To be called when what has come at once is appended: brings it to the disk, if that is wanted so often.
     *
     * @throws BusException if the disk has refused something, now or before
     */
    public void endBatch() {
        if (settings.durability() instanceof Durability.EveryBatch) {
            housekeeper.syncNow();
        }
        housekeeper.check();
    }

    /**
     * One turn of the housekeeping, for a journal without a thread of its own.
     *
     * @return how much was done
     */
    public int doWork() {
        return housekeeper.doWork();
    }

    /**
     * Passes on what the housekeeping has done since the last call: segments that were removed, or cannot be judged.
     *
     * @param listener gets each message, one sentence for a person, on the calling thread
     */
    public void reports(final Consumer<String> listener) {
        housekeeper.reports().drain(listener);
    }

    /** {@return the clocks of the journal} */
    public Clocks clocks() {
        return settings.clocks();
    }

    /**
     * Ends the recording: brings it to the disk, whatever the durability, and leaves whole segments.
     *
     * @throws BusException if the disk has refused something and no call has reported that; all is closed then
     */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            if (runner != null) {
                runner.close();
            }
            try {
                housekeeper.finish();
            } finally {
                lock.close();
            }
            housekeeper.checkUnreported();
        }
    }

    /**
     * What the kernel does for a recorder that is killed: its lock is released, its files stay as they are. For
     * simulations; nothing of this journal may be used after it.
     */
    void kill() {
        closed = true;
        housekeeper.abandon();
        lock.close();
    }

    JournalSettings settings() {
        return settings;
    }

    /** A segment that has room for a record at least. */
    SegmentWriter begin(final Session session, final long first, final int recordLength) {
        final int length = SegmentWriter.lengthFor(settings.segmentLength(), recordLength);
        final Path path = SegmentName.of(directory, session.id(), first);
        if (Files.exists(path)) {
            throw new BusException(path + " is there already, which nobody has recorded here: move it away");
        }
        final MappedFile file = allocate(length);
        final SegmentWriter segment;
        try {
            segment = new SegmentWriter(file, path,
                    new SegmentHeader(session, first, settings.clocks().epoch().nanoTime(), length),
                    settings.files()::sync);
        } catch (final BusException e) {
            file.unlink();
            file.close();
            throw e;
        }
        housekeeper.opened(segment);
        return segment;
    }

    void retire(final SegmentWriter segment) {
        housekeeper.retire(segment);
    }

    private MappedFile allocate(final int length) {
        final MappedFile spare = length == settings.segmentLength() ? housekeeper.takeSpare() : null;
        return spare != null ? spare : settings.files().create(directory.resolve(".segment"), length);
    }

    private void removeUnfinished() {
        for (final String name : List.of(".spare", ".segment")) {
            try {
                Files.deleteIfExists(directory.resolve(name));
            } catch (final IOException e) {
                throw new BusException("cannot remove " + directory.resolve(name) + ": " + Reason.of(e), e);
            }
        }
    }
}

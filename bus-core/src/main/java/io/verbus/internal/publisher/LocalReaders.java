package io.verbus.internal.publisher;

import io.verbus.BusException;
import io.verbus.DepartureCause;
import io.verbus.EvictionCause;
import io.verbus.Refusal;
import io.verbus.Subscriber;
import io.verbus.internal.conductor.HeartbeatMonitor;
import io.verbus.internal.duty.Duty;
import io.verbus.internal.duty.DutyCyclePace;
import io.verbus.internal.duty.IntervalTimer;
import io.verbus.internal.log.Acknowledgements;
import io.verbus.internal.log.BlockRefusals;
import io.verbus.internal.log.GatingPositions;
import io.verbus.internal.log.Horizon;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogWriter;
import io.verbus.internal.peer.AttachRetries;
import io.verbus.internal.publisher.LocalReader.Standing;
import io.verbus.internal.shm.BusDirectory;
import io.verbus.internal.shm.PeerPositions;
import io.verbus.internal.shm.StreamDirectory;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The local subscriptions of one publication's log: finds them, acknowledges those under BLOCK, releases those that
 * left, died, or made no progress for too long, and reports to the publication's listener.
 *
 * <pre>
 *   found ──▶ joined ──▶ left (closed, died, done with the session)
 *              ▲  │        ▲
 *      requests│  ▼ stuck  │
 *             evicted ─────╯
 * </pre>
 *
 * <p>Used by the conductor, except {@link #lowest()}, which the publisher's thread calls.
 */
public final class LocalReaders implements Duty, GatingPositions {
    private static final String LOG_REMOVED = "the log of stream %s was removed by another program, and no"
            + " subscription can join it: start the publisher again (systemd removes the files of a user at logout"
            + " unless RemoveIPC=no; see docs/operate/operations.md#logout)";

    private final Log log;
    private final BusDirectory directory;
    private final StreamDirectory stream;
    private final StreamDirectory.Watch watch;
    private final ReaderSettings settings;
    /** Time at which subscriptions could find the log file. */
    private final long visibleNs;
    private final Map<Long, LocalReader> known = new HashMap<>();
    /** The values of {@link #known}; replaced, never modified. */
    private LocalReader[] readers = {};
    private final AttachRetries refusals;
    private final BlockingReaders blockingReaders = new BlockingReaders();
    private final IntervalTimer liveness = new IntervalTimer(IntervalTimer.LIVENESS_NS);
    private LogWriter writer;
    private long refusedClaims;
    /** Whether a claim was refused since the last cycle. */
    private boolean isClaimRefused;
    private boolean complete;
    private volatile boolean logRemoved;

    /**
     * Creates the readers of a new log.
     *
     * @param log of the publication, writable
     * @param directory of the bus
     * @param stream of the log
     * @param settings for readers
     * @param nowNs on the monotonic clock, read after the log file became visible
     */
    public LocalReaders(final Log log, final BusDirectory directory, final StreamDirectory stream,
            final ReaderSettings settings, final long nowNs) {
        this.log = log;
        this.directory = directory;
        this.stream = stream;
        this.watch = stream.watch();
        this.settings = settings;
        this.visibleNs = nowNs;
        this.refusals = new AttachRetries(settings.errorHandler());
    }

    /**
     * Sets the writer, for its position and refused claims. Before the first cycle.
     *
     * @param newWriter of the log
     */
    public void writer(final LogWriter newWriter) {
        writer = newWriter;
    }

    @Override
    public long lowest() {
        return blockingReaders.lowest();
    }

    /**
     * Attributes a refused claim to the readers that cause it. By the publisher's thread.
     *
     * @param isFirst whether the claim was not refused before
     * @param additionalNs time since its last refusal
     */
    public void attributeRefusal(final boolean isFirst, final long additionalNs) {
        blockingReaders.attributeRefusal(writer.awaited(), isFirst, additionalNs);
    }

    @Override
    public int doWork(final long nowNs) {
        int work = discover(nowNs);
        final boolean checksLiveness = liveness.isDue(nowNs);
        isClaimRefused = refusedClaims != writer.refusedClaims();
        refusedClaims = writer.refusedClaims();
        for (final LocalReader reader : readers) { // a check may retire it
            work += check(reader, checksLiveness, nowNs);
            reader.backPressure().show();
        }
        blockingReaders.unmapRetired();
        return work;
    }

    /** A reader that causes refused claims may be dead, or too slow. */
    @Override
    public DutyCyclePace pace() {
        return isClaimRefused ? DutyCyclePace.USUAL : DutyCyclePace.CALM;
    }

    /** {@return the present local subscriptions of this log} */
    public List<Subscriber> describe() {
        return known.values().stream().filter(LocalReader::isReading).map(this::describe).toList();
    }

    /** {@return the number of local subscriptions of the stream, also those that do not read this log} */
    public int count() {
        return known.size();
    }

    /** {@return the processes with local subscriptions of a name, also those that have not found this log} */
    public Set<Long> present(final String name) {
        listOnce(visibleNs);
        return known.values().stream().filter(reader -> reader.identity().name().equals(name))
                .map(reader -> reader.identity().process()).collect(Collectors.toSet());
    }

    /**
     * Whether a subscription that existed at the first call may still join: it has not looked for sessions since this
     * one began, or waits for its acknowledgement.
     *
     * @param nowNs on the monotonic clock
     * @return true if so
     */
    public boolean isJoinPending(final long nowNs) {
        listOnce(nowNs);
        return known.values().stream()
                .anyMatch(reader -> !reader.hasLooked(visibleNs) || reader.isReading() && reader.isRequesting()
                        && reader.refusal() == Refusal.NONE);
    }

    private void listOnce(final long nowNs) {
        if (!complete) {
            complete = true;
            try {
                list(nowNs, false);
            } catch (final BusException e) {
                refusals.listingFailed(e);
            }
        }
    }

    /**
     * Unmaps everything; the publisher's thread must not call {@link #lowest()} afterwards. Under the conductor's lock.
     */
    public void close() {
        blockingReaders.close();
        known.values().forEach(LocalReader::close);
        known.clear();
        changed();
    }

    private int discover(final long nowNs) {
        try {
            final boolean again = refusals.isRetryDue(nowNs);
            if (!watch.changed(nowNs) && !again) {
                return 0;
            }
            checkLog();
            int work = 0;
            final Map<Long, Path> present = list(nowNs, again);
            for (final LocalReader reader : readers) {
                if (!present.containsKey(reader.identity().id())) {
                    retire(reader);
                    work++;
                }
            }
            return work;
        } catch (final BusException e) {
            refusals.listingFailed(e);
            checkLog();
            return 0;
        }
    }

    /**
     * The publisher removes the log file only after this duty has ended; if it is missing now, another program removed
     * it.
     */
    private void checkLog() {
        if (!logRemoved && !Files.exists(log.path(), LinkOption.NOFOLLOW_LINKS)) {
            logRemoved = true;
            settings.errorHandler().onError(new BusException(LOG_REMOVED.formatted(stream.name())));
        }
    }

    /** {@return whether another program has removed the log file, so that no subscription can join; any thread} */
    public boolean isLogRemoved() {
        return logRemoved;
    }

    /** Attaches new subscriptions, and returns all present files. */
    private Map<Long, Path> list(final long nowNs, final boolean again) {
        final Map<Long, Path> present = stream.positions();
        refusals.listed(present.keySet());
        for (final Map.Entry<Long, Path> entry : present.entrySet()) {
            if (!known.containsKey(entry.getKey()) && refusals.allow(entry.getKey(), again)) {
                attach(entry.getKey(), entry.getValue(), nowNs);
            }
        }
        return present;
    }

    private void attach(final long subscription, final Path path, final long nowNs) {
        try {
            final PeerPositions positions = PeerPositions.attach(path);
            if (positions.identity().id() != subscription) {
                positions.close();
                throw new BusException(path + " has the name of another subscription: remove it");
            }
            known.put(subscription, new LocalReader(positions, path, log.identity().session(),
                    new HeartbeatMonitor(settings.heartbeatTimeoutNs(), nowNs), settings));
            changed();
            refusals.accept(subscription);
        } catch (final BusException e) {
            refusals.refuse(subscription, path, e);
        }
    }

    private void changed() {
        readers = known.values().toArray(LocalReader[]::new);
    }

    private int check(final LocalReader reader, final boolean checksLiveness, final long nowNs) {
        final boolean missing = reader.isMissing(nowNs);
        final boolean changed = missing != reader.isSilent();
        if ((checksLiveness && reader.isQuiet(nowNs) || changed && missing)
                && !directory.isAlive(reader.identity().process())) {
            removeDead(reader);
            return 1;
        }
        if (!reader.isReading()) {
            reportLap(reader);
            leave(reader, DepartureCause.CLOSED,
                    reader.isClosing() ? "it was closed" : "it is done with this session");
            reader.silent(missing);
            return 0;
        }
        final int work = reader.isBlocking() ? checkBlocking(reader, nowNs) : reportJoin(reader);
        reader.silent(missing);
        reportSilence(reader);
        return work;
    }

    private int checkBlocking(final LocalReader reader, final long nowNs) {
        final int work = reader.isRequesting() && acknowledge(reader, nowNs) ? 1 : 0;
        final long position = reader.position();
        final boolean isGating = blockingReaders.contains(reader);
        reader.account().update(position, Horizon.of(log.header()), writer.position(), reader.backPressure().ns(),
                isGating);
        if (!isGating) {
            return work;
        }
        final EvictionCause cause = reader.evictionCause(position, writer, isClaimRefused, nowNs);
        if (cause != null) {
            evict(reader, cause);
        }
        return cause == null ? work : work + 1;
    }

    /**
     * The publisher announces the wanted horizon and then reads the gating positions. This adds the reader's position
     * first and checks the announced horizon afterwards. So either the publisher sees the reader, or this sees that the
     * reader came too late: then the reader requests again at a later position.
     */
    private boolean acknowledge(final LocalReader reader, final long nowNs) {
        final long join = reader.join();
        final Refusal refusal = settings.refusalOf(reader.identity().name(),
                Acknowledgements.hasRoom(log.header(), reader.identity().id()));
        if (refusal != Refusal.NONE) {
            refuse(reader, refusal);
            return false;
        }
        if (isAwaitedOrGone(reader.position())) {
            release(reader); // so that the position never gates
            return false;
        }
        if (!blockingReaders.contains(reader)) {
            blockingReaders.add(reader);
            reader.progress().begin(nowNs);
        }
        VarHandle.fullFence(); // SYNC promise with LogWriter
        if (isAwaitedOrGone(reader.position())) {
            release(reader);
            return false;
        }
        final boolean isAcknowledged = Acknowledgements.acknowledge(log.header(), reader.identity().id(), join);
        assert isAcknowledged : "no room for an acknowledgement after hasRoom";
        reader.acknowledged(join);
        reader.refusal(Refusal.NONE);
        BlockRefusals.withdraw(log.header(), reader.identity().id());
        reportJoin(reader);
        return true;
    }

    /** The reader keeps its request: the cause may pass. Its request ends an earlier eviction. */
    private void refuse(final LocalReader reader, final Refusal cause) {
        release(reader);
        Acknowledgements.withdraw(log.header(), reader.identity().id());
        if (cause == Refusal.BUDGET) {
            reader.account().markIndebted();
        }
        if (reader.refusal() != cause) {
            reader.refusal(cause);
            BlockRefusals.refuse(log.header(), reader.identity().id(), cause);
            if (reader.standing() == Standing.UNKNOWN) {
                reportJoin(reader);
            }
            settings.listener().onRefused(describe(reader));
        }
    }

    /** Whether the publisher has released a position, or announced that. In this order, see awaited(). */
    private boolean isAwaitedOrGone(final long position) {
        return writer.awaited() > position || Horizon.of(log.header()) > position;
    }

    private int reportJoin(final LocalReader reader) {
        if (reader.standing() == Standing.JOINED) {
            return 0;
        }
        reader.standing(Standing.JOINED);
        settings.listener().onJoined(describe(reader));
        return 1;
    }

    /** Reports a reader as back only after it was reported as silent. */
    private void reportSilence(final LocalReader reader) {
        if (reader.standing() == Standing.UNKNOWN || !reader.takeSilenceChange()) {
            return;
        }
        if (reader.isSilent()) {
            settings.listener().onSilent(describe(reader));
        } else {
            settings.listener().onBack(describe(reader));
        }
    }

    private void evict(final LocalReader reader, final EvictionCause cause) {
        // first, so that a later lap of the reader has the right cause
        Acknowledgements.evict(log.header(), reader.identity().id());
        blockingReaders.remove(reader);
        reader.standing(Standing.EVICTED);
        settings.reportEvicted(describe(reader), cause);
    }

    /** Why a reader has left. Another process may have removed the file of a dead one. */
    private DepartureCause leaveCause(final LocalReader reader) {
        if (reader.isClosing()) {
            return DepartureCause.CLOSED;
        }
        return directory.isAlive(reader.identity().process()) ? DepartureCause.FILE_REMOVED : DepartureCause.DIED;
    }

    private void removeDead(final LocalReader reader) {
        retire(reader);
        try {
            Files.deleteIfExists(reader.path());
            stream.fileRemoved();
        } catch (final IOException e) {
            settings.errorHandler().onError(new BusException("cannot remove " + reader.path()
                    + " of a dead process: " + e.getMessage(), e));
        }
    }

    /** A reader that left because it was lapped under EVICT is reported as evicted, not as gone. */
    private void reportLap(final LocalReader reader) {
        if (reader.standing() != Standing.UNKNOWN && !reader.isReading() && reader.isLapped()) {
            reader.standing(Standing.UNKNOWN);
            settings.reportEvicted(describe(reader), EvictionCause.LAPPED);
        }
    }

    private void retire(final LocalReader reader) {
        final DepartureCause cause = leaveCause(reader);
        reportLap(reader); // it may have closed right after the lap
        leave(reader, cause, cause == DepartureCause.CLOSED ? "it was closed" : cause.description());
        known.remove(reader.identity().id());
        changed();
        blockingReaders.retire(reader);
    }

    private void leave(final LocalReader reader, final DepartureCause cause, final String description) {
        release(reader);
        BlockRefusals.withdraw(log.header(), reader.identity().id());
        if (reader.standing() != Standing.UNKNOWN) {
            Acknowledgements.withdraw(log.header(), reader.identity().id()); // also that of an evicted reader
            reader.standing(Standing.UNKNOWN);
            settings.listener().onLeft(describe(reader), cause, description);
        }
    }

    private void release(final LocalReader reader) {
        if (blockingReaders.contains(reader)) {
            Acknowledgements.withdraw(log.header(), reader.identity().id());
            blockingReaders.remove(reader);
        }
    }

    private Subscriber describe(final LocalReader reader) {
        return reader.describe(blockingReaders.contains(reader), writer.position());
    }
}

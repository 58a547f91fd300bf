package io.verbus.conductor;

import io.verbus.BusException;
import io.verbus.conductor.Reader.Standing;
import io.verbus.directory.BusDirectory;
import io.verbus.directory.StreamDirectory;
import io.verbus.log.Acknowledgements;
import io.verbus.log.BlockRefusals;
import io.verbus.log.Holdback;
import io.verbus.log.Horizon;
import io.verbus.log.Log;
import io.verbus.log.LogWriter;
import io.verbus.peer.Refusal;
import io.verbus.peer.Subscriber;
import io.verbus.position.PeerPositions;
import io.verbus.watch.Pulse;
import io.verbus.watch.SignOfLife;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The subscriptions that read one publication's log on this host: finds them, acknowledges those that ask to be waited
 * for, lets go of those that left, died, or stood still for too long, and tells the publication's listener.
 *
 * <pre>
 *   found ──▶ joined ──▶ left (closed, died, done with the session)
 *              ▲  │        ▲
 *    asks again│  ▼ stuck  │
 *             evicted ─────╯
 * </pre>
 *
 * <p>Two clocks, never mixed: a process that is silent is only reported; a reader that holds up a claim is evicted,
 * whether its process is silent or not.
 *
 * <p>Everything is the conductor's, except {@link #lowest()}, which the publisher's thread calls.
 */
public final class Readers implements Duty, Holdback {
    private static final String LOG_REMOVED = "the log of stream %s was removed by another program, so that no"
            + " subscription can join it: start the publisher again (systemd removes the files of a user at logout"
            + " unless RemoveIPC=no; see README.md)";

    private final Log log;
    private final BusDirectory directory;
    private final StreamDirectory stream;
    private final StreamDirectory.Watch watch;
    private final ReaderSettings settings;
    /** When the log had its name, so that subscriptions could find it. */
    private final long visibleNs;
    private final Map<Long, Reader> known = new HashMap<>();
    private final Refusals refusals;
    private final WaitedFor waitedFor = new WaitedFor();
    private final Pulse liveness = new Pulse(Pulse.LIVENESS_NS);
    private LogWriter writer;
    private long refusedClaims;
    /** Whether a claim was refused since the last turn: who stood in the way of a claim that nobody repeats stays. */
    private boolean isClaimRefused;
    private boolean complete;
    private volatile boolean logRemoved;

    /**
     * For a new log.
     *
     * @param log of the publication, writable
     * @param directory that processes meet in
     * @param stream of the log
     * @param settings how to deal with readers
     * @param nowNs on the monotonic clock, read after the log got its name
     */
    public Readers(final Log log, final BusDirectory directory, final StreamDirectory stream,
            final ReaderSettings settings, final long nowNs) {
        this.log = log;
        this.directory = directory;
        this.stream = stream;
        this.watch = stream.watch();
        this.settings = settings;
        this.visibleNs = nowNs;
        this.refusals = new Refusals(settings.errorHandler());
    }

    /**
     * Tells whose position and waits to look at. Before the first turn.
     *
     * @param newWriter of the log
     */
    public void writer(final LogWriter newWriter) {
        writer = newWriter;
    }

    @Override
    public long lowest() {
        return waitedFor.lowest();
    }

    /**
     * Notes who stands in the way of a claim that was refused. By the publisher's thread.
     *
     * @param isFirst whether the claim was not refused before
     * @param moreNs since it was refused last
     */
    public void noteHoldUps(final boolean isFirst, final long moreNs) {
        waitedFor.noteHoldUps(writer.awaited(), isFirst, moreNs);
    }

    @Override
    public int doWork(final long nowNs) {
        int work = discover(nowNs);
        final boolean looksForDead = liveness.isDue(nowNs);
        isClaimRefused = refusedClaims != writer.refusedClaims();
        refusedClaims = writer.refusedClaims();
        for (final Reader reader : List.copyOf(known.values())) {
            work += attend(reader, looksForDead, nowNs);
            reader.holdUp().show();
        }
        waitedFor.unmapRetired();
        return work;
    }

    /** Who holds up a claim may be dead, or too slow. */
    @Override
    public Pace pace() {
        return isClaimRefused ? Pace.USUAL : Pace.CALM;
    }

    /** {@return the subscriptions that read this log now} */
    public List<Subscriber> describe() {
        return known.values().stream().filter(Reader::isReading).map(this::describe).toList();
    }

    /** {@return how many subscriptions there are on the stream, whether they read this log or not} */
    public int count() {
        return known.size();
    }

    /**
     * Whether a subscription that was there when this was first asked may be about to join: it has not looked for
     * sessions since this one began, or waits for its acknowledgement.
     *
     * @param nowNs on the monotonic clock
     * @return true if so
     */
    public boolean isSomebodyComing(final long nowNs) {
        if (!complete) {
            complete = true;
            try {
                list(nowNs, false);
            } catch (final BusException e) {
                refusals.unseen(e);
            }
        }
        return known.values().stream()
                .anyMatch(reader -> !reader.hasLooked(visibleNs) || reader.isReading() && reader.asks()
                        && reader.refusal() == Refusal.NONE);
    }

    /**
     * Unmaps everything; the publisher's thread must not call {@link #lowest()} any more. Under the conductor's lock.
     */
    public void close() {
        waitedFor.close();
        known.values().forEach(Reader::close);
        known.clear();
    }

    private int discover(final long nowNs) {
        try {
            final boolean again = refusals.areDue(nowNs);
            if (!watch.changed(nowNs) && !again) {
                return 0;
            }
            checkLog();
            int work = 0;
            final Map<Long, Path> present = list(nowNs, again);
            for (final Reader reader : List.copyOf(known.values())) {
                if (!present.containsKey(reader.identity().id())) {
                    retire(reader, farewell(reader));
                    work++;
                }
            }
            return work;
        } catch (final BusException e) {
            refusals.unseen(e);
            checkLog();
            return 0;
        }
    }

    /** The publisher removes the name of its log when this duty has ended; if it is gone now, another program did. */
    private void checkLog() {
        if (!logRemoved && !Files.exists(log.path(), LinkOption.NOFOLLOW_LINKS)) {
            logRemoved = true;
            settings.errorHandler().onError(new BusException(LOG_REMOVED.formatted(stream.name())));
        }
    }

    /** {@return whether another program has removed the log's file, so that no subscription can join; any thread} */
    public boolean isLogRemoved() {
        return logRemoved;
    }

    /** Attaches what is new, and gives what is there. */
    private Map<Long, Path> list(final long nowNs, final boolean again) {
        final Map<Long, Path> present = stream.positions();
        refusals.seen(present.keySet());
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
                throw new BusException(path + " has the name of another subscription; remove it");
            }
            known.put(subscription, new Reader(positions, path, log.identity().session(),
                    new SignOfLife(settings.heartbeatTimeoutNs(), nowNs), settings));
            refusals.accept(subscription);
        } catch (final BusException e) {
            refusals.refuse(subscription, path, e);
        }
    }

    private int attend(final Reader reader, final boolean looksForDead, final long nowNs) {
        final boolean missing = reader.isMissing(nowNs);
        final boolean isNews = missing != reader.isSilent();
        if ((looksForDead && reader.isQuiet(nowNs) || isNews && missing)
                && !directory.isAlive(reader.identity().process())) {
            bury(reader);
            return 1;
        }
        if (!reader.isReading()) {
            tellLapped(reader);
            leave(reader, reader.isClosing() ? "it was closed" : "it is done with this session");
            reader.silent(missing);
            return 0;
        }
        final int work = reader.isBlocking() ? attendBlocking(reader, nowNs) : greet(reader);
        reader.silent(missing);
        tellSilence(reader);
        return work;
    }

    private int attendBlocking(final Reader reader, final long nowNs) {
        final int work = reader.asks() && acknowledge(reader, nowNs) ? 1 : 0;
        final long position = reader.position();
        final boolean isWaitedFor = waitedFor.contains(reader);
        reader.account().look(position, Horizon.of(log.header()), writer.position(), reader.holdUp().ns(),
                isWaitedFor);
        if (!isWaitedFor) {
            return work;
        }
        final boolean isStuck = reader.progress().isStuck(position, writer.awaited(), nowNs);
        if (isClaimRefused && isStuck) {
            evict(reader, "read nothing", settings.progressTimeoutNs());
            return work + 1;
        }
        if (isClaimRefused && position < writer.awaited() && reader.account().isOverdrawn()) {
            evict(reader, "has never read since it joined", settings.terms().firstReadNs());
            return work + 1;
        }
        return work;
    }

    /**
     * The publisher says which horizon it wants and then looks at the positions. We put the reader before the
     * publisher's eyes first and look at what the publisher wants after that, so either the publisher sees the reader,
     * or we see that the reader came too late: then it asks again from where it goes on.
     */
    private boolean acknowledge(final Reader reader, final long nowNs) {
        final long join = reader.join();
        final Refusal refusal = refusal(reader);
        if (refusal != Refusal.NONE) {
            refuse(reader, refusal);
            return false;
        }
        if (isAwaitedOrGone(reader.position())) {
            letGo(reader); // not even for a moment
            return false;
        }
        if (!waitedFor.contains(reader)) {
            waitedFor.add(reader);
            reader.progress().begin(nowNs);
        }
        VarHandle.fullFence(); // SYNC promise: pairs with the fence in LogWriter
        if (isAwaitedOrGone(reader.position())) {
            letGo(reader);
            return false;
        }
        final boolean isAcknowledged = Acknowledgements.acknowledge(log.header(), reader.identity().id(), join);
        assert isAcknowledged : "no room for an acknowledgement, though there was";
        reader.answered(join);
        reader.refusal(Refusal.NONE);
        BlockRefusals.withdraw(log.header(), reader.identity().id());
        greet(reader);
        return true;
    }

    private Refusal refusal(final Reader reader) {
        final Refusal refusal = settings.terms().refusalOf(reader.identity().name());
        return refusal != Refusal.NONE || Acknowledgements.hasRoom(log.header(), reader.identity().id())
                ? refusal
                : Refusal.LIMIT;
    }

    /** The reader keeps asking: its cause may pass. An eviction that it has answered by asking again is over. */
    private void refuse(final Reader reader, final Refusal cause) {
        letGo(reader);
        Acknowledgements.withdraw(log.header(), reader.identity().id());
        if (cause == Refusal.BUDGET) {
            reader.account().owes();
        }
        if (reader.refusal() != cause) {
            reader.refusal(cause);
            BlockRefusals.refuse(log.header(), reader.identity().id(), cause);
            if (reader.standing() == Standing.UNKNOWN) {
                greet(reader);
            }
            settings.listener().onRefused(describe(reader));
        }
    }

    /** Whether the publisher has given up what is at a position, or is about to. In this order, see awaited(). */
    private boolean isAwaitedOrGone(final long position) {
        return writer.awaited() > position || Horizon.of(log.header()) > position;
    }

    private int greet(final Reader reader) {
        if (reader.standing() == Standing.JOINED) {
            return 0;
        }
        reader.standing(Standing.JOINED);
        settings.listener().onJoined(describe(reader));
        return 1;
    }

    /** Only whoever was said to be silent is said to be back. */
    private void tellSilence(final Reader reader) {
        if (reader.standing() == Standing.UNKNOWN || !reader.isNewsToTell()) {
            return;
        }
        if (reader.isSilent()) {
            settings.listener().onSilent(describe(reader));
        } else {
            settings.listener().onBack(describe(reader));
        }
    }

    private void evict(final Reader reader, final String failure, final long timeNs) {
        // First: a reader that is lapped after that knows why.
        Acknowledgements.evict(log.header(), reader.identity().id());
        waitedFor.remove(reader);
        reader.standing(Standing.EVICTED);
        settings.listener().onEvicted(describe(reader), "it held up its publisher and " + failure + " for "
                + timeNs / 1_000_000 + " ms: it is not waited for any more");
    }

    /** Why a reader is not there any more. Its file may be gone because another process has cleaned up behind it. */
    private String farewell(final Reader reader) {
        if (reader.isClosing()) {
            return "it was closed";
        }
        return directory.isAlive(reader.identity().process()) ? "its file was removed" : "its process died";
    }

    private void bury(final Reader reader) {
        retire(reader, farewell(reader));
        try {
            Files.deleteIfExists(reader.path());
        } catch (final IOException e) {
            settings.errorHandler().onError(new BusException("cannot remove " + reader.path()
                    + ", which a dead process left: " + e.getMessage(), e));
        }
    }

    /** Who has lost the session under EVICT, and does not read it any more, has not just left. */
    private void tellLapped(final Reader reader) {
        if (reader.standing() != Standing.UNKNOWN && !reader.isReading() && reader.isLapped()) {
            reader.standing(Standing.UNKNOWN);
            settings.listener().onEvicted(describe(reader), ReaderSettings.GONE_PAST);
        }
    }

    private void retire(final Reader reader, final String cause) {
        tellLapped(reader); // it may have closed as soon as it knew
        leave(reader, cause);
        known.remove(reader.identity().id());
        waitedFor.retire(reader);
    }

    private void leave(final Reader reader, final String cause) {
        letGo(reader);
        BlockRefusals.withdraw(log.header(), reader.identity().id());
        if (reader.standing() != Standing.UNKNOWN) {
            Acknowledgements.withdraw(log.header(), reader.identity().id()); // that of the evicted too
            reader.standing(Standing.UNKNOWN);
            settings.listener().onLeft(describe(reader), cause);
        }
    }

    private void letGo(final Reader reader) {
        if (waitedFor.contains(reader)) {
            Acknowledgements.withdraw(log.header(), reader.identity().id());
            waitedFor.remove(reader);
        }
    }

    private Subscriber describe(final Reader reader) {
        return reader.describe(waitedFor.contains(reader), writer.position());
    }
}

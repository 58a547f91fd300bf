package io.verbus.marketdata.live;

import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.LiveSource;
import io.verbus.marketdata.source.SnapshotSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.agrona.concurrent.NanoClock;

/**
 * A live source whose losses are repaired by snapshots of the venue. After a loss it continues to return live messages,
 * stores them too, and requests a snapshot. When a snapshot includes everything that was lost, it returns the messages
 * of the snapshot, then those of the stored ones that the snapshot does not include. From then on the books are sound.
 *
 * <pre>
 *   source     1 2 3 (4 5 lost) 6 7 8 9
 *   snapshot   continues with 7
 *   returned   1 2 3  GAP  6 7 8  SNAPSHOT  snapshot, 7 8 (repeated)  RECOVERED  9
 * </pre>
 *
 * <p>A snapshot that continues before the first message after the loss is of no use: the messages between are not
 * known. One that continues after the newest message waits for it, because each message of the source is returned as
 * new, with its trades. Messages that arrive while a snapshot is returned wait for its end. What then comes with a
 * change of its own, such as another loss, waits too: up to it the books are right.
 *
 * <p>For one thread, which polls and never sleeps. The snapshots remain the caller's to close.
 */
public final class RecoveringSource implements LiveSource {
    /** Packets taken between two slices of a snapshot: about 200 to 500 µs of it are returned in between. */
    private static final int PACKETS_PER_SLICE = 64;

    private enum Phase {
        /** Live messages are returned; no snapshot is needed, or none can be had. */
        FOLLOW,
        /** Live messages are returned and stored; a snapshot is requested. */
        SEEK,
        /** The messages of a snapshot are returned; live messages are stored. */
        SNAPSHOT,
        /** Stored messages that were returned before are repeated; live messages are stored. */
        REPEAT,
        /** Stored messages that are new are returned. */
        CATCH_UP
    }

    private final LiveSource source;
    private final SnapshotSource snapshots;
    private final SourceRecovery settings;
    private final NanoClock clock;
    private final Block block = new Block();
    private final HeldBlocks held = new HeldBlocks();
    private final List<String> news = new ArrayList<>();
    private Phase phase = Phase.FOLLOW;
    private Change change = Change.NONE;
    private boolean isRepeated;
    /** The live block that was returned last; null if it was another one. */
    private Block returned;
    /** Whether messages could not be used while those after a snapshot were returned: it is no longer enough. */
    private boolean isOutdated;
    /** Whether all attempts after the latest loss have failed. */
    private boolean isGivenUp;
    /** The sequence from which all messages are stored: at least the first one after the loss. */
    private long heldFrom;
    /** All stored messages before this sequence were returned before the snapshot. */
    private long returnedBefore;
    private boolean isPostponed;
    private Block postponed;
    private int attempts;
    private boolean wasRequested;
    private long requestedNs;
    private long lostNs;
    private boolean isAhead;
    private long aheadNs;
    private boolean isFirstSlice;
    private boolean catchesUpNext;

    /**
     * Repairs the losses of a source.
     *
     * @param source from which no block has been taken
     * @param snapshots of the same session
     * @param settings limits
     * @param clock for intervals
     */
    public RecoveringSource(final LiveSource source, final SnapshotSource snapshots, final SourceRecovery settings,
            final NanoClock clock) {
        this.source = source;
        this.snapshots = snapshots;
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public Block next() {
        change = Change.NONE;
        isRepeated = false;
        returned = null;
        if (phase == Phase.FOLLOW || phase == Phase.SEEK) {
            return follow();
        }
        block.next();
        switch (phase) {
            case SNAPSHOT -> returnSnapshot();
            case REPEAT -> repeat();
            default -> catchUp();
        }
        return block;
    }

    private Block follow() {
        final Block live = isPostponed ? postponed : source.next();
        isPostponed = false;
        postponed = null;
        if (live == null) {
            snapshots.cancel();
            return null;
        }
        change = source.change();
        if (change == Change.GAP) {
            seek(source.nextSequence());
        } else if (change == Change.SESSION_BEGINS) {
            isGivenUp = false;
            stop();
        }
        if (phase == Phase.SEEK) {
            store(live);
            proceed(clock.nanoTime());
        }
        returned = live;
        return live;
    }

    /** As after a loss, but a venue that sends such messages again and again is not asked forever. */
    @Override
    public void onUnusable() {
        if (returned == null) {
            isOutdated = true;
            if (change == Change.RECOVERED) {
                news.removeLast();
                news.add("feed: warning: the snapshot of " + snapshots.shown() + " has a message of a wrong length; it"
                        + " is requested again");
            }
        } else if (phase != Phase.FOLLOW) {
            phase = Phase.SEEK; // also if the snapshot was judged before this block was known
            restart(held.nextSequence());
        } else if (!isGivenUp) {
            seek(returned.firstSequence() + returned.messages());
        }
    }

    /** A loss: a snapshot that was requested before it may still include it. */
    private void seek(final long afterGap) {
        if (phase == Phase.FOLLOW) {
            phase = Phase.SEEK;
            lostNs = clock.nanoTime();
        }
        isGivenUp = false;
        attempts = 0;
        restart(afterGap);
    }

    private void restart(final long sequence) {
        heldFrom = sequence;
        held.restart(sequence);
    }

    private void stop() {
        phase = Phase.FOLLOW;
        held.restart(0);
        snapshots.cancel();
    }

    private void store(final Block live) {
        if (live.length() == 0) {
            return;
        }
        if (held.bytes() + live.length() > settings.heldBytes()) {
            restart(live.firstSequence());
            if (snapshots.poll(clock.nanoTime()) != SnapshotSource.State.IDLE) {
                fail(String.format(Locale.ROOT, "the messages since the loss exceed %,d bytes before it is complete",
                        settings.heldBytes()));
            }
        }
        if (phase == Phase.SEEK) {
            held.append(live);
        }
    }

    private void proceed(final long nowNs) {
        if (phase != Phase.SEEK) {
            return;
        }
        switch (snapshots.poll(nowNs)) {
            case IDLE -> request(nowNs);
            case READING -> {
            }
            case FAILED -> fail(snapshots.failure());
            case COMPLETE -> judge(nowNs);
        }
    }

    private void request(final long nowNs) {
        if (wasRequested && nowNs - requestedNs < settings.intervalNs(attempts)) {
            return;
        }
        wasRequested = true;
        requestedNs = nowNs;
        attempts++;
        isAhead = false;
        snapshots.request(nowNs);
        news.add("feed: snapshot requested from " + snapshots.shown());
    }

    private void judge(final long nowNs) {
        final long next = snapshots.nextSequence();
        if (next < heldFrom) {
            fail(String.format(Locale.ROOT,
                    "it continues at message %,d, and of those before message %,d some are missing", next, heldFrom));
        } else if (next <= held.nextSequence()) {
            returnedBefore = held.nextSequence();
            isFirstSlice = true;
            phase = Phase.SNAPSHOT;
        } else if (!isAhead) {
            isAhead = true;
            aheadNs = nowNs;
        } else if (nowNs - aheadNs >= settings.aheadNs()) {
            fail(String.format(Locale.ROOT, "it continues at message %,d, and the next one of the feed is still %,d",
                    next, held.nextSequence()));
        }
    }

    private void fail(final String cause) {
        final String failure = "feed: warning: no snapshot of " + snapshots.shown() + ": " + cause;
        snapshots.cancel();
        if (attempts < settings.attempts()) {
            news.add(failure + "; it is requested again");
        } else {
            news.add(String.format(Locale.ROOT, "%s; after %,d requests, the books stay suspect until another session"
                    + " or loss", failure, attempts));
            stop();
            isGivenUp = true;
        }
    }

    private void returnSnapshot() {
        storeArrived(PACKETS_PER_SLICE);
        change = isFirstSlice ? Change.SNAPSHOT : Change.NONE;
        isFirstSlice = false;
        isRepeated = true;
        if (!snapshots.fill(block)) {
            phase = Phase.REPEAT;
        }
    }

    private void repeat() {
        storeArrived(PACKETS_PER_SLICE);
        if (held.sequence() < returnedBefore) {
            isRepeated = true;
            held.take(block, snapshots.nextSequence());
            return;
        }
        news.add(String.format(Locale.ROOT, "feed: the books are sound again from message %,d on: recovered by the"
                + " snapshot of %s at message %,d, %,.1f s after the loss", returnedBefore, snapshots.shown(),
                snapshots.nextSequence(), (clock.nanoTime() - lostNs) / 1e9));
        snapshots.cancel();
        change = Change.RECOVERED;
        phase = Phase.CATCH_UP;
    }

    /** Takes at most one packet for two that it returns, so that it comes to an end. */
    private void catchUp() {
        catchesUpNext = !catchesUpNext;
        if (catchesUpNext) {
            storeArrived(1);
        }
        if (!held.take(block, 0)) {
            final long next = held.nextSequence();
            stop();
            if (isOutdated) {
                isOutdated = false;
                phase = Phase.SEEK;
                lostNs = clock.nanoTime();
                restart(next);
            }
        }
    }

    /** Stores live messages, up to one with a change. */
    private void storeArrived(final int mostPackets) {
        for (int i = 0; i < mostPackets && !isPostponed && held.bytes() < settings.heldBytes(); i++) {
            final Block live = source.next();
            if (live == null || source.change() != Change.NONE) {
                isPostponed = true;
                postponed = live;
            } else if (live.length() > 0) {
                held.append(live);
            } else {
                return;
            }
        }
    }

    @Override
    public Change change() {
        return change;
    }

    @Override
    public long nextSequence() {
        return change == Change.RECOVERED ? returnedBefore : source.nextSequence();
    }

    @Override
    public boolean isRepeated() {
        return isRepeated;
    }

    @Override
    public long timeNs() {
        return source.timeNs();
    }

    @Override
    public double fraction() {
        return source.fraction();
    }

    @Override
    public List<String> news() {
        if (news.isEmpty()) {
            return source.news();
        }
        final List<String> lines = new ArrayList<>(source.news());
        lines.addAll(news);
        news.clear();
        return lines;
    }
}

package io.verbus.marketdata.join;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.Gap;
import io.verbus.Header;
import io.verbus.LostSession;
import io.verbus.PollHandler;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.marketdata.book.SnapshotStream;
import java.util.Locale;
import org.agrona.DirectBuffer;

/**
 * Builds the books of a session that is already running: holds its live messages, loads the first snapshot that they
 * continue, applies the messages that are not in it, and then passes all messages to the handler of the books. For one
 * thread, which polls the stream with this as handler and listener, and the snapshots; {@link JoiningSubscription} does
 * that.
 *
 * <pre>
 *   SEEKING ── usable snapshot ──▶ CATCHING_UP ── no held messages left ──▶ JOINED
 *      ▲  │                        (no gap between snapshot, held and live messages)
 *      └──┘ the session is over, another starts
 * </pre>
 */
public final class Join implements PollHandler, SessionListener, SnapshotReader.Judge {
    private enum Phase {
        SEEKING, CATCHING_UP, JOINED
    }

    /** More than the limit of a poll, so that the held messages become fewer. */
    private static final int DRAIN_LIMIT = 4_096;
    /** Refusals reported one by one; the rest are only counted. */
    private static final int MAX_REPORTED = 5;

    private final PollHandler books;
    private final Joiner joiner;
    private final SnapshotReader reader;
    private final HeldMessages held;
    private final long timeoutNs;
    private Phase phase = Phase.SEEKING;
    private Session session;
    /** Reports the end or loss of the session once it is joined. Null while the session is running. */
    private Runnable endReport;
    private boolean hasEnded;
    private boolean isTimed;
    private long deadlineNs;
    /** The last message that the snapshot includes. */
    private long included;
    private long refused;
    private long tooOld;
    private boolean isOverflowReported;
    /** The reason why the books lack a message; null if they lack none. */
    private Throwable failure;

    /**
     * Creates a join without a session.
     *
     * @param books receives the messages that are not in the snapshot
     * @param joiner is notified when the books are joined, and receives the events of the session from then on
     * @param reader loads snapshots into the same books
     * @param memoryBytes memory for held live messages, at least 2 MiB
     * @param timeoutNs timeout for a usable snapshot, in nanoseconds
     */
    public Join(final PollHandler books, final Joiner joiner, final SnapshotReader reader, final long memoryBytes,
            final long timeoutNs) {
        this.books = books;
        this.joiner = joiner;
        this.reader = reader;
        this.held = new HeldMessages(memoryBytes);
        this.timeoutNs = timeoutNs;
        reader.judgedBy(this);
    }

    /** {@return whether snapshots must be polled: a session is known, its books are not, and it began earlier} */
    public boolean needsSnapshots() {
        return phase == Phase.SEEKING && session != null && held.first() > 0;
    }

    /** {@return whether no snapshot has been loaded yet} */
    public boolean isSeeking() {
        return phase == Phase.SEEKING;
    }

    /** {@return whether the books are joined, and the stream can be polled with their handler directly} */
    public boolean isJoined() {
        return phase == Phase.JOINED;
    }

    /**
     * Does the work between two polls.
     *
     * @param nowNs the current time, on any clock
     * @return amount of work done
     * @throws BusException if there is no usable snapshot in time, or a message was not applied
     */
    public int doWork(final long nowNs) {
        if (failure != null) {
            throw new BusException("cannot join the books, a message was not applied: " + failure, failure);
        }
        return switch (phase) {
            case SEEKING -> session == null ? 0 : seek(nowNs);
            case CATCHING_UP -> catchUp();
            case JOINED -> 0;
        };
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header frame) {
        if (phase == Phase.JOINED || session == null || frame.session() != session.id()) {
            return books.onMessage(buffer, offset, length, frame);
        }
        if (phase == Phase.CATCHING_UP) {
            if (frame.sequence() <= included) {
                held.restart(frame.sequence() + frame.frames()); // the snapshot is newer than the live messages
                return Action.TAKEN;
            }
            if (!held.hasRoom(length)) { // a message dropped now would be in no snapshot
                finish();
                return books.onMessage(buffer, offset, length, frame);
            }
        }
        held.add(buffer, offset, length, frame);
        if (held.dropped() > 0 && !isOverflowReported) {
            isOverflowReported = true;
            joiner.report("the memory (--join-memory) is too small for the messages held for a snapshot: the oldest are"
                    + " dropped, and a newer snapshot is needed");
        }
        return Action.TAKEN;
    }

    @Override
    public void onEvent(final SessionEvent event) {
        switch (event) {
            case SessionEvent.Started(Session started, long first) when phase == Phase.SEEKING ->
                onStarted(started, first);
            case SessionEvent.Restarted(_, Session restarted) when phase == Phase.SEEKING ->
                joiner.report("the publisher was restarted, joining its new session: " + restarted);
            case Gap gap when phase != Phase.JOINED && isFollowed(gap.session()) -> onGap(gap);
            case SessionEvent.Doubtful(Session affected, _) when phase == Phase.SEEKING && isFollowed(affected) ->
                held.restart(held.next());
            case SessionEvent.Failed(_, _, Throwable thrown) -> {
                failure = thrown;
                joiner.onEvent(event);
            }
            case SessionEvent.Ended(Session ended, _) when phase != Phase.JOINED && isFollowed(ended) -> {
                hasEnded = true;
                endReport = () -> joiner.onEvent(event);
            }
            case LostSession lost when phase != Phase.JOINED && lost.forGood() && isFollowed(lost.session()) ->
                endReport = () -> joiner.onEvent(event);
            default -> joiner.onEvent(event);
        }
    }

    private void onStarted(final Session started, final long first) {
        if (session != null && endReport == null) {
            joiner.report("another session is on the stream, the books ignore its messages: " + started);
            return;
        }
        session = started;
        endReport = null;
        hasEnded = false;
        isTimed = false;
        held.restart(first);
        reader.discard();
        if (first > 0) {
            joiner.report("joins " + started + " at message %,d, waiting for a snapshot".formatted(first));
        }
    }

    private void onGap(final Gap gap) {
        if (phase == Phase.SEEKING || gap.last() <= included) {
            held.restart(gap.last() + 1); // a snapshot has the missing messages
        } else {
            finish();
            joiner.onEvent(new Gap(gap.session(), Math.max(gap.first(), included + 1), gap.last(), gap.epochNs(),
                    gap.cause(), gap.description()));
        }
    }

    @Override
    public boolean isNeeded(final long ofSession, final long sequence) {
        if (phase != Phase.SEEKING || session == null || ofSession != session.id() || sequence < 0) {
            return false;
        }
        if (isOlderThanHeld(sequence)) {
            onTooOld(sequence);
            return false;
        }
        return true;
    }

    @Override
    public void onState(final int type, final DirectBuffer buffer, final int offset, final int length) {
        joiner.onState(session, type, buffer, offset, length);
    }

    @Override
    public void onRefused(final String reason) {
        if (++refused <= MAX_REPORTED) {
            joiner.report("a snapshot is refused: " + reason + (refused < MAX_REPORTED
                    ? "; waiting for the next"
                    : "; more refusals are only counted"));
        }
    }

    private int seek(final long nowNs) {
        if (!isTimed) {
            isTimed = true;
            deadlineNs = nowNs + timeoutNs;
        }
        if (held.first() == 0) {
            reader.discard();
            join(-1, -1);
            return 1;
        }
        if (reader.isWhole()) {
            if (!isOlderThanHeld(reader.sequence())) {
                join(reader.sequence(), reader.entries());
                return 1;
            }
            onTooOld(reader.sequence());
            reader.discard();
        }
        if (hasEnded && reader.publishersSeen() > 0 && reader.publishers() == 0) {
            throw new BusException(session + " ended before there was a usable snapshot (" + counted()
                    + "): start the books earlier, or make snapshots more often (feed --snapshot-interval)");
        }
        if (nowNs - deadlineNs > 0) {
            throw new BusException(timeoutMessage());
        }
        return 0;
    }

    private void join(final long lastIncluded, final int entries) {
        included = lastIncluded;
        held.dropBefore(included + 1);
        phase = Phase.CATCHING_UP;
        joiner.onJoined(session, included + 1, entries);
    }

    private int catchUp() {
        final int drained = held.drain(books, DRAIN_LIMIT);
        if (held.isEmpty() && (endReport != null || held.next() > included)) {
            finish();
        }
        return drained;
    }

    private void finish() {
        try {
            while (held.drain(books, DRAIN_LIMIT) > 0) {
                assert phase == Phase.CATCHING_UP;
            }
        } catch (final RuntimeException | Error e) {
            onEvent(new SessionEvent.Failed(session, included, e)); // no caller of a listener would report it
            throw e;
        }
        phase = Phase.JOINED;
        if (endReport != null) {
            endReport.run();
        }
    }

    private boolean isOlderThanHeld(final long sequence) {
        return sequence + 1 < held.first();
    }

    private void onTooOld(final long sequence) {
        if (++tooOld <= MAX_REPORTED) {
            joiner.report("the snapshot at message %,d is too old, the held messages start at %,d; waiting for the next"
                    .formatted(sequence, held.first()));
        }
    }

    private String timeoutMessage() {
        final String stream = SnapshotStream.of(session.stream());
        return reader.publishersSeen() == 0
                ? "no publisher of snapshots on stream " + stream
                        + ": its feed or gateway must make them (--snapshots),"
                        + " or the books start with the oldest message (--join oldest)"
                : "no usable snapshot of %s on stream %s in time (%s): use a longer timeout (--join-timeout), and"
                        .formatted(session, stream, counted()) + " more memory (--join-memory) if they were too old";
    }

    private String counted() {
        return String.format(Locale.ROOT, "%,d refused, %,d too old", refused, tooOld);
    }

    private boolean isFollowed(final Session other) {
        return session != null && other.id() == session.id();
    }
}

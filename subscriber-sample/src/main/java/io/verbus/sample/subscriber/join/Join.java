package io.verbus.sample.subscriber.join;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.Header;
import io.verbus.MessageHandler;
import io.verbus.peer.Gap;
import io.verbus.peer.LostSession;
import io.verbus.peer.Refusal;
import io.verbus.peer.Session;
import io.verbus.peer.SessionListener;
import io.verbus.sample.book.messages.SnapshotStream;
import java.util.Locale;
import org.agrona.DirectBuffer;

/**
 * Makes books of a session that began long ago: holds its live messages, takes the first snapshot that they go on
 * behind, applies those that are not in it, and hands over to who keeps the books. For one thread: the one that polls
 * the stream, with this as handler and listener, and the snapshots.
 *
 * <pre>
 *   SEEKING ── a snapshot fits ──▶ CATCHING_UP ── nothing is held any more ──▶ JOINED
 *      ▲  │                        (no gap in the sequence: snapshot, held, live)
 *      └──┘ the session is over, another begins
 * </pre>
 */
public final class Join implements MessageHandler, SessionListener, SnapshotReader.Judge {
    private enum Phase {
        SEEKING, CATCHING_UP, JOINED
    }

    /** More than a poll takes, so that what is held becomes less. */
    private static final int DRAIN_LIMIT = 4_096;
    /** Refusals that are told one by one. */
    private static final int TOLD = 5;

    private final MessageHandler books;
    private final Joiner joiner;
    private final SnapshotReader reader;
    private final HeldMessages held;
    private final long timeoutNs;
    private Phase phase = Phase.SEEKING;
    private Session session;
    /** What became of the session while it was not joined; told when it is. Null while it goes on. */
    private Runnable fate;
    private boolean hasEnded;
    private boolean isTimed;
    private long deadlineNs;
    /** The last message that the books have from the snapshot. */
    private long included;
    private long refused;
    private long tooOld;
    private boolean overflowTold;
    /** Why the books lack a message; null if they lack none. */
    private Throwable failure;

    /**
     * A join that has heard of no session yet.
     *
     * @param books gets the messages that are not in the snapshot
     * @param joiner hears when the books stand, and of the session from then on
     * @param reader puts snapshots into the same books
     * @param memoryBytes for live messages that wait, 2 MiB or more
     * @param timeoutNs after which a session without a usable snapshot is given up, nanoseconds
     */
    public Join(final MessageHandler books, final Joiner joiner, final SnapshotReader reader, final long memoryBytes,
            final long timeoutNs) {
        this.books = books;
        this.joiner = joiner;
        this.reader = reader;
        this.held = new HeldMessages(memoryBytes);
        this.timeoutNs = timeoutNs;
        reader.judgedBy(this);
    }

    /** {@return whether snapshots are to be polled: there is a session, and no books of it} */
    public boolean wantsSnapshots() {
        return phase == Phase.SEEKING && session != null;
    }

    /** {@return whether books are still sought} */
    public boolean isSeeking() {
        return phase == Phase.SEEKING;
    }

    /** {@return whether the books stand, and the joiner's handler can be polled with directly} */
    public boolean isJoined() {
        return phase == Phase.JOINED;
    }

    /**
     * A step between two polls.
     *
     * @param nowNs the time now, on any clock
     * @return how much was done
     * @throws BusException if no snapshot of the session could be had in time, or a message was not applied
     */
    public int turn(final long nowNs) {
        if (failure != null) {
            throw new BusException("the books cannot be joined, a message was not applied: " + failure, failure);
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
                held.restart(frame.sequence() + frame.frames()); // the snapshot was ahead of what is live
                return Action.TAKEN;
            }
            if (!held.hasRoom(length)) { // no snapshot would bring what had to be dropped
                finish();
                return books.onMessage(buffer, offset, length, frame);
            }
        }
        held.add(buffer, offset, length, frame);
        if (held.dropped() > 0 && !overflowTold) {
            overflowTold = true;
            joiner.tell("the messages that wait for a snapshot need more than --join-memory: the oldest are dropped,"
                    + " and only a newer snapshot can be used");
        }
        return Action.TAKEN;
    }

    @Override
    public void onStarted(final Session started, final long first) {
        if (phase != Phase.SEEKING) {
            joiner.onStarted(started, first);
        } else if (session == null || fate != null) {
            session = started;
            fate = null;
            hasEnded = false;
            isTimed = false;
            held.restart(first);
            reader.discard();
            if (first > 0) {
                joiner.tell("joins " + started + " at message %,d; waits for a snapshot".formatted(first));
            }
        } else {
            joiner.tell("another session is on the stream, its messages are left out of the books: " + started);
        }
    }

    @Override
    public void onRestarted(final Session earlier, final Session restarted) {
        if (phase == Phase.SEEKING) {
            joiner.tell("the publisher was restarted, its new session is joined: " + restarted);
        } else {
            joiner.onRestarted(earlier, restarted);
        }
    }

    @Override
    public void onGap(final Gap gap) {
        if (phase == Phase.JOINED || !isFollowed(gap.session())) {
            joiner.onGap(gap);
        } else if (phase == Phase.SEEKING || gap.last() <= included) {
            held.restart(gap.last() + 1); // a snapshot has what is missing
        } else {
            finish();
            joiner.onGap(new Gap(gap.session(), Math.max(gap.first(), included + 1), gap.last(), gap.epochNs(),
                    gap.cause()));
        }
    }

    @Override
    public void onDoubtful(final Session which, final long sequence) {
        if (phase == Phase.SEEKING && isFollowed(which)) {
            held.restart(held.next());
        } else {
            joiner.onDoubtful(which, sequence);
        }
    }

    @Override
    public void onRefused(final Session which, final Refusal cause) {
        joiner.onRefused(which, cause);
    }

    @Override
    public void onFailed(final Session which, final long sequence, final Throwable thrown) {
        failure = thrown;
        joiner.onFailed(which, sequence, thrown);
    }

    @Override
    public void onEnded(final Session ended, final long messages) {
        if (phase != Phase.JOINED && isFollowed(ended)) {
            hasEnded = true;
            fate = () -> joiner.onEnded(ended, messages);
        } else {
            joiner.onEnded(ended, messages);
        }
    }

    @Override
    public void onLost(final LostSession lost) {
        if (phase != Phase.JOINED && lost.forGood() && isFollowed(lost.session())) {
            fate = () -> joiner.onLost(lost);
        } else {
            joiner.onLost(lost);
        }
    }

    @Override
    public void onBack(final Session back, final long next) {
        joiner.onBack(back, next);
    }

    @Override
    public boolean isWanted(final long ofSession, final long sequence) {
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
    public void onRefused(final String reason) {
        if (++refused <= TOLD) {
            joiner.tell("a snapshot is refused: " + reason + (refused < TOLD
                    ? "; waits for the next"
                    : "; more such are only counted"));
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
                join(reader.sequence(), reader.orders());
                return 1;
            }
            onTooOld(reader.sequence());
            reader.discard();
        }
        if (hasEnded && reader.publishersSeen() > 0 && reader.publishers() == 0) {
            throw new BusException(session + " ended before a snapshot of it could be used (" + counted()
                    + "): start the books earlier, or feed with a shorter --snapshot-interval");
        }
        if (nowNs - deadlineNs > 0) {
            throw new BusException(failure());
        }
        return 0;
    }

    private void join(final long lastIncluded, final int orders) {
        included = lastIncluded;
        held.dropBefore(included + 1);
        phase = Phase.CATCHING_UP;
        joiner.onJoined(session, included + 1, orders);
    }

    private int catchUp() {
        final int drained = held.drain(books, session.id(), DRAIN_LIMIT);
        if (held.isEmpty() && (fate != null || held.next() > included)) {
            finish();
        }
        return drained;
    }

    private void finish() {
        try {
            while (held.drain(books, session.id(), DRAIN_LIMIT) > 0) {
                assert phase == Phase.CATCHING_UP;
            }
        } catch (final RuntimeException | Error e) {
            onFailed(session, included, e); // within a listener's call nothing else would report it
            throw e;
        }
        phase = Phase.JOINED;
        if (fate != null) {
            fate.run();
        }
    }

    private boolean isOlderThanHeld(final long sequence) {
        return sequence + 1 < held.first();
    }

    private void onTooOld(final long sequence) {
        if (++tooOld <= TOLD) {
            joiner.tell("the snapshot at message %,d is too old: what is held begins with message %,d; waits for the"
                    .formatted(sequence, held.first()) + " next");
        }
    }

    private String failure() {
        final String stream = SnapshotStream.of(session.stream());
        return reader.publishersSeen() == 0
                ? "nobody publishes snapshots on stream " + stream + ": start the feed with --snapshots, or the books"
                        + " with --join oldest"
                : "no snapshot of %s on stream %s could be used in time (%s): give a longer --join-timeout, and more"
                        .formatted(session, stream, counted()) + " --join-memory if they were too old";
    }

    private String counted() {
        return String.format(Locale.ROOT, "%,d refused, %,d too old", refused, tooOld);
    }

    private boolean isFollowed(final Session other) {
        return session != null && other.id() == session.id();
    }
}

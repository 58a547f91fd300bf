package io.verbus.journal.replay;

import io.verbus.Action;
import io.verbus.Header;
import io.verbus.Publication;
import io.verbus.journal.JournalHandler;
import io.verbus.journal.RecordHeader;
import io.verbus.journal.SessionReader;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * Publishes a session of a journal again, up to its end, the end of a range, or the first hole. Used by the thread of
 * the publication; a turn never waits, and allocates nothing within a segment.
 *
 * <p>The published session has a regular end only if the recorded one has, or the range ends before it. Where the
 * journal has a hole (a recorded loss, damage, an absent segment), where the publisher was lost, and where the
 * recording breaks off, the published session breaks off too ({@link Publication#breakOff()}): every reader of it
 * learns that it is incomplete. What follows a hole is for another replay, by the same reader, on another publication.
 *
 * <p>The time between two messages is that between their publication, if the stream had timestamps, else that between
 * their reception.
 */
public final class Replay {
    private static final int LIMIT = 256;

    private final SessionReader reader;
    private final Publication publication;
    private final Range range;
    private final Pace pace;
    private final NanoClock clock;
    private final JournalHandler listener;
    private final JournalHandler publisher = new Publisher();
    private boolean begun;
    private long firstNs;
    private long beganNs;
    private boolean waiting;
    private boolean done;
    private boolean ended;
    private long messages;

    /**
     * From where a reader stands.
     *
     * @param reader of the session, where the range begins
     * @param publication to publish on
     * @param range of which the end is heeded
     * @param pace how fast
     * @param clock that runs with real time
     * @param listener receives holes and the end; gets no messages
     */
    public Replay(final SessionReader reader, final Publication publication, final Range range, final Pace pace,
            final NanoClock clock, final JournalHandler listener) {
        this.reader = reader;
        this.publication = publication;
        this.range = range;
        this.pace = pace;
        this.clock = clock;
        this.listener = listener;
    }

    /**
     * Publishes what is due.
     *
     * @return how many records were dealt with; 0 while the next is not due, or has no room
     * @throws io.verbus.BusException if the journal is damaged
     * @throws IllegalArgumentException if a message is longer than the publication takes
     */
    public int turn() {
        waiting = false;
        final int count = reader.poll(publisher, LIMIT);
        publication.flush();
        if (count == 0 && !waiting && !done) {
            finish(ended);
        }
        return count;
    }

    private void finish(final boolean regularly) {
        done = true;
        if (!regularly) {
            publication.breakOff();
        }
    }

    /** {@return whether everything was published that the journal holds in the range, or before a hole in it} */
    public boolean isDone() {
        return done;
    }

    /** {@return messages published so far} */
    public long messages() {
        return messages;
    }

    private boolean isDue(final RecordHeader header) {
        final long ns = header.publishedNs() == Header.NO_TIMESTAMP ? header.receivedNs() : header.publishedNs();
        final long nowNs = clock.nanoTime();
        if (!begun) {
            begun = true;
            firstNs = ns;
            beganNs = nowNs;
        }
        return nowNs - beganNs >= (ns - firstNs) / pace.speed();
    }

    private final class Publisher implements JournalHandler {
        @Override
        public Action onMessage(final DirectBuffer buffer, final int offset, final int length,
                final RecordHeader header) {
            if (done) {
                return Action.NOT_TAKEN;
            }
            if (range.isBehind(header.sequence(), header.receivedNs())) {
                finish(true);
                return Action.NOT_TAKEN;
            }
            if (!pace.isMax() && !isDue(header) || publication.offer(buffer, offset, length) < 0) {
                waiting = true;
                return Action.NOT_TAKEN;
            }
            messages++;
            return Action.TAKEN;
        }

        @Override
        public void onLoss(final long first, final long last, final long receivedNs, final String cause) {
            if (passHole(first, receivedNs)) {
                listener.onLoss(first, last, receivedNs, cause);
            }
        }

        /** A hole, also if no sequence is known to be in it. */
        @Override
        public void onDamage(final long first, final long last, final long receivedNs, final String damage) {
            if (passHole(first, receivedNs)) {
                listener.onDamage(first, last, receivedNs, damage);
            }
        }

        /** Ends the replay; false for a hole after the end of the range. */
        private boolean passHole(final long first, final long receivedNs) {
            final boolean isWanted = !range.isBehind(first, receivedNs);
            if (!done) {
                finish(!isWanted);
            }
            return isWanted;
        }

        @Override
        public void onEnd(final long count, final long receivedNs, final String cause) {
            ended = cause.isEmpty();
            listener.onEnd(count, receivedNs, cause);
        }
    }
}

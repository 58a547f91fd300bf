package io.verbus.journal;

import io.verbus.Action;
import io.verbus.Header;
import io.verbus.Publication;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * Publishes a session of a journal again, up to its end, the end of a range, or the first hole. Used by the thread of
 * the publication; a duty cycle never waits, and allocates nothing within a segment.
 *
 * <p>The published session ends regularly only if the recorded one does, or the range ends before it. Where the journal
 * has a hole (a recorded loss, damage, a missing segment), where the publisher was lost, and where the recording breaks
 * off, the published session breaks off too ({@link Publication#breakOff()}): every reader of it is notified that it is
 * incomplete. The part after a hole needs another replay, from the same reader, on another publication.
 *
 * <p>The interval between two messages is that between their publications, if the stream had timestamps, else that
 * between their receive times.
 */
public final class Replay {
    private static final int LIMIT = 256;

    private final SessionReader reader;
    private final Publication publication;
    private final ReplayRange range;
    private final ReplayPace pace;
    private final NanoClock clock;
    private final JournalHandler listener;
    private final JournalHandler publisher = new Publisher();
    private boolean started;
    private long firstNs;
    private long startedNs;
    private boolean waiting;
    private boolean done;
    private boolean ended;
    private long messages;

    /**
     * A replay from the reader's position.
     *
     * @param reader of the session, at the beginning of the range
     * @param publication to publish on
     * @param range to replay; only its end applies
     * @param pace speed of the replay
     * @param clock of real time
     * @param listener receives holes and the end, but no messages
     */
    public Replay(final SessionReader reader, final Publication publication, final ReplayRange range,
            final ReplayPace pace,
            final NanoClock clock, final JournalHandler listener) {
        this.reader = reader;
        this.publication = publication;
        this.range = range;
        this.pace = pace;
        this.clock = clock;
        this.listener = listener;
    }

    /**
     * Publishes the due records.
     *
     * @return the number of records handled; 0 while the next one is not due, or has no room
     * @throws io.verbus.BusException if the journal is damaged
     * @throws IllegalArgumentException if a message is longer than the publication allows
     */
    public int doWork() {
        waiting = false;
        final int count = reader.poll(publisher, LIMIT);
        publication.flush();
        if (count == 0 && !waiting && !done) {
            finish(ended);
        }
        return count;
    }

    private void finish(final boolean isComplete) {
        done = true;
        if (!isComplete) {
            publication.breakOff();
        }
    }

    /** {@return whether everything in the range, or up to the first hole in it, was published} */
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
        if (!started) {
            started = true;
            firstNs = ns;
            startedNs = nowNs;
        }
        return nowNs - startedNs >= (ns - firstNs) / pace.speed();
    }

    private final class Publisher implements JournalHandler {
        @Override
        public Action onMessage(final DirectBuffer buffer, final int offset, final int length,
                final RecordHeader header) {
            if (done) {
                return Action.NOT_TAKEN;
            }
            if (range.isAfterEnd(header.sequence(), header.receivedNs())) {
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

        /** A hole, also if it contains no known sequence. */
        @Override
        public void onDamage(final long first, final long last, final long receivedNs, final String damage) {
            if (passHole(first, receivedNs)) {
                listener.onDamage(first, last, receivedNs, damage);
            }
        }

        /** Ends the replay; returns false for a hole after the end of the range. */
        private boolean passHole(final long first, final long receivedNs) {
            final boolean isInRange = !range.isAfterEnd(first, receivedNs);
            if (!done) {
                finish(!isInRange);
            }
            return isInRange;
        }

        @Override
        public void onEnd(final long count, final long receivedNs, final String cause) {
            ended = cause.isEmpty();
            listener.onEnd(count, receivedNs, cause);
        }
    }
}

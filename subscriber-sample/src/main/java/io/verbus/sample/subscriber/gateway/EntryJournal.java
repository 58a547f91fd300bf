package io.verbus.sample.subscriber.gateway;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.journal.JournalHandler;
import io.verbus.journal.JournalReader;
import io.verbus.journal.RecordHeader;
import io.verbus.journal.RecordedSession;
import io.verbus.journal.SessionReader;
import io.verbus.orders.MessageHead;
import io.verbus.orders.gateway.EntryReplay;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * The entries of the earlier gateways of a market, from a journal of its orders.log. Each of these gateways has written
 * a session, which continues the event numbers of the one before. If it did not have all entries of that one, those
 * from its own first event number on are void. A session that begins with event 1 began a market: the last such one
 * counts.
 */
final class EntryJournal {
    private static final int LIMIT = 1_000;
    /** A recorder that lives learns of the end of a gateway in 200 ms, and has then read all that it had written. */
    private static final long SILENCE_NS = 2_000_000_000L;
    private static final long PAUSE_NS = 1_000_000;

    private final Path directory;
    private final JournalReader journal;
    private final NanoClock clock;

    /** Entries of a session, up to an event number. */
    private record Part(long session, long endEvent) {}

    private EntryJournal(final Path directory, final JournalReader journal, final NanoClock clock) {
        this.directory = directory;
        this.journal = journal;
        this.clock = clock;
    }

    /**
     * Opens a journal.
     *
     * @param directory that ./bus record writes
     * @param stream of the entries
     * @param clock monotonic
     * @throws BusException if there is no journal, or it has another stream
     */
    static EntryJournal open(final Path directory, final String stream, final NanoClock clock) {
        final JournalReader journal = JournalReader.open(directory);
        for (final RecordedSession one : journal.sessions()) {
            if (!one.session().stream().equals(stream)) {
                throw new BusException(directory + " has a journal of stream " + one.session().stream()
                        + ", expected " + stream + ": name the directory of ./bus record --stream " + stream);
            }
        }
        return new EntryJournal(directory, journal, clock);
    }

    /**
     * Repeats the entries. Waits until the recorder has read all of the last gateway.
     *
     * @param own session of orders.log, which the journal may have already; it is ignored
     * @param earlier sessions of dead gateways that are known to have entries: the journal has to have their ends
     * @param replay repeats them
     * @return whether the journal has all entries of the last gateway. If not, that gateway may have written more: its
     *         recorder had ended before it, or does not run any more
     * @throws BusException if there are no entries, some are missing before others, or the journal is damaged
     */
    boolean repeat(final long own, final Set<Long> earlier, final EntryReplay replay) {
        boolean isOver = true;
        for (final long session : earlier) {
            isOver &= awaitRecorded(session) && awaitEnd(session, false);
        }
        final List<RecordedSession> sessions = sessions(own);
        if (sessions.isEmpty()) {
            throw noEntries();
        }
        isOver &= awaitEnd(sessions.getLast().session().id(), sessions.getLast().sealed());
        final Repetition repetition = new Repetition(replay);
        for (final Part part : parts(own)) {
            repetition.begin(part.endEvent());
            try (SessionReader in = journal.read(part.session())) {
                while (!repetition.isOver && in.poll(repetition, LIMIT) > 0) {
                    // Until all is read.
                }
            }
        }
        return isOver && repetition.missing == null;
    }

    /** Waits until the journal has a session; returns false if that does not happen. */
    private boolean awaitRecorded(final long session) {
        final long beginNs = clock.nanoTime();
        while (journal.sessions().stream().noneMatch(one -> one.session().id() == session)) {
            if (clock.nanoTime() - beginNs > SILENCE_NS) {
                return false;
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
        return true;
    }

    /** Waits for the end of a session; returns false if it does not come, or no recorder writes to a sealed one. */
    private boolean awaitEnd(final long session, final boolean isSealed) {
        try (SessionReader in = journal.read(session)) {
            in.seek(Long.MAX_VALUE);
            long readNs = clock.nanoTime();
            while (!in.isOver() && clock.nanoTime() - readNs < SILENCE_NS) {
                if (in.poll((buffer, offset, length, header) -> Action.TAKEN, LIMIT) > 0) {
                    readNs = clock.nanoTime();
                } else if (isSealed && !in.isOver()) {
                    return false;
                } else if (!in.isOver()) {
                    LockSupport.parkNanos(PAUSE_NS);
                }
            }
            return in.isOver();
        }
    }

    private List<RecordedSession> sessions(final long own) {
        return journal.sessions().stream().filter(one -> one.session().id() != own).toList();
    }

    /** The sessions of the last market, from the first event on. */
    private Deque<Part> parts(final long own) {
        final Deque<Part> parts = new ArrayDeque<>();
        final List<RecordedSession> sessions = sessions(own);
        long end = Long.MAX_VALUE;
        for (int i = sessions.size() - 1; i >= 0 && end > 1; i--) {
            final long session = sessions.get(i).session().id();
            final long first = firstEvent(session);
            if (first > 0 && first < end) {
                parts.addFirst(new Part(session, end));
                end = first;
            }
        }
        if (parts.isEmpty()) {
            throw noEntries();
        }
        if (end > 1) {
            throw new BusException("the journal in " + directory + " begins with entry " + end
                    + ", expected 1: the recorder has to run from the beginning of the market; without --entries a new"
                    + " market begins");
        }
        return parts;
    }

    /** Event number of the first entry in a session, or 0 if it has none. */
    private long firstEvent(final long session) {
        final MessageHead head = new MessageHead();
        final long[] first = new long[1];
        try (SessionReader in = journal.read(session)) {
            in.poll((buffer, offset, length, header) -> {
                first[0] = head.wrap(buffer, offset, length) ? head.number() : Long.MAX_VALUE;
                return Action.NOT_TAKEN;
            }, 2); // the record of a loss may be before it
        }
        return first[0];
    }

    private BusException noEntries() {
        return new BusException("the journal in " + directory
                + " has no entries: without --entries a new market begins");
    }

    /** Repeats the entries of one part after the other. */
    private final class Repetition implements JournalHandler {
        private final EntryReplay replay;
        private final MessageHead head = new MessageHead();
        private long endEvent;
        private boolean isOver;
        /** Messages that the recorder has not got; null if there are none. */
        private String missing;

        Repetition(final EntryReplay replay) {
            this.replay = replay;
        }

        void begin(final long newEndEvent) {
            endEvent = newEndEvent;
            isOver = false;
            missing = null;
        }

        @Override
        public Action onMessage(final DirectBuffer buffer, final int offset, final int length,
                final RecordHeader header) {
            if (head.wrap(buffer, offset, length) && head.number() >= endEvent) {
                isOver = true;
                return Action.NOT_TAKEN;
            }
            if (missing != null) {
                throw new BusException("the journal in " + directory + " lacks " + missing + ": entries after those"
                        + " cannot be repeated; without --entries a new market begins");
            }
            try {
                replay.repeat(buffer, offset, length);
            } catch (final BusException e) {
                throw new BusException("the entries in " + directory + " cannot be repeated: " + e.getMessage(), e);
            }
            return Action.TAKEN;
        }

        @Override
        public void onLoss(final long first, final long last, final long receivedNs, final String cause) {
            missing = "messages " + first + " to " + last + " of a session (" + cause + ")";
        }
    }
}

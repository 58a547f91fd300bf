package io.verbus.orders.gateway;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.journal.JournalHandler;
import io.verbus.journal.JournalReader;
import io.verbus.journal.RecordHeader;
import io.verbus.journal.RecordedSession;
import io.verbus.journal.SessionReader;
import io.verbus.orders.MessageHead;
import io.verbus.orders.intake.EntryReplay;
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
 * counts. An entry that is repeated has all before it: entries that are missing or damaged before others are refused,
 * and those at the end are void, as if the recorder had died before them.
 */
final class EntryJournal {
    private static final int LIMIT = 1_000;
    private static final String SEGMENT = ".segment";
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
     * Opens a journal, if the directory has one: a recorder that has not received anything leaves an empty directory,
     * or none.
     *
     * @param directory that ./bus record writes
     * @param stream of the entries
     * @param clock monotonic
     * @return null if the directory has no segment
     * @throws BusException if it has another stream
     */
    static EntryJournal openIfAny(final Path directory, final String stream, final NanoClock clock) {
        final String[] segments = directory.toFile().list((folder, name) -> name.endsWith(SEGMENT));
        return segments == null || segments.length == 0 ? null : open(directory, stream, clock);
    }

    /** As {@link #openIfAny}, waits for a recorder of a gateway that has written entries. */
    static EntryJournal await(final Path directory, final String stream, final NanoClock clock) {
        final long beginNs = clock.nanoTime();
        EntryJournal journal = openIfAny(directory, stream, clock);
        while (journal == null) {
            if (clock.nanoTime() - beginNs > SILENCE_NS) {
                throw new BusException("the gateway before has written entries, of which " + directory
                        + " has none: start ./bus record --stream " + stream + " --dir " + directory
                        + "; without --entries a new market begins");
            }
            LockSupport.parkNanos(PAUSE_NS);
            journal = openIfAny(directory, stream, clock);
        }
        return journal;
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
     * Repeats the entries. Waits until the recorder has read all of the last gateway with entries.
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
        isOver &= awaitEnds(sessions);
        final Repetition repetition = new Repetition(replay);
        for (final Part part : parts(own)) {
            repetition.begin(part.endEvent());
            try (SessionReader in = journal.read(part.session())) {
                while (!repetition.isOver && in.poll(repetition, LIMIT) > 0) {
                    // Until all is read.
                }
            }
        }
        return isOver && repetition.missing == null && journal.damagedFiles().isEmpty();
    }

    /** Whether all gateways in it ended in their start, before their first entry. */
    boolean isWithoutEntries(final long own) {
        return sessions(own).stream().allMatch(one -> {
            final Beginning beginning = beginning(one.session().id());
            return beginning.event == 0 && beginning.missing == null && one.first() == 0;
        });
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

    /**
     * Waits for the end of the last session with entries, and of those after it. A gateway that is refused, or killed
     * in its start, leaves a session without entries: its end shows nothing about the gateway before.
     */
    private boolean awaitEnds(final List<RecordedSession> sessions) {
        for (final RecordedSession one : sessions.reversed()) {
            if (!awaitEnd(one.session().id(), one.sealed())) {
                return false;
            }
            final Beginning beginning = beginning(one.session().id());
            if (beginning.event > 0) {
                return true;
            }
            if (beginning.missing != null || one.first() > 0) {
                return false; // it had entries, of which none is known
            }
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

    /**
     * The sessions of the last market, from the first event on. Those after its last entry of which no entry can be
     * read are at the end: they had entries.
     */
    private Deque<Part> parts(final long own) {
        final Deque<Part> parts = new ArrayDeque<>();
        final List<RecordedSession> sessions = sessions(own);
        long end = Long.MAX_VALUE;
        for (int i = sessions.size() - 1; i >= 0 && end > 1; i--) {
            final long session = sessions.get(i).session().id();
            final Beginning beginning = beginning(session);
            if (beginning.event > 0 && beginning.event < end) {
                parts.addFirst(new Part(session, end));
                end = beginning.event;
            } else if (beginning.event == 0 && end == Long.MAX_VALUE && beginning.missing != null) {
                parts.addFirst(new Part(session, end));
            } else if (beginning.event == 0 && beginning.isDamaged) {
                // The next gateway may have repeated them. One that the recorder had lost is void.
                throw lacks(beginning.missing);
            }
        }
        if (end == Long.MAX_VALUE) {
            throw noEntries();
        }
        if (end > 1) {
            throw new BusException("the journal in " + directory + " begins with entry " + end
                    + ", expected 1: the recorder has to run from the beginning of the market; without --entries a new"
                    + " market begins");
        }
        return parts;
    }

    private Beginning beginning(final long session) {
        final Beginning beginning = new Beginning();
        try (SessionReader in = journal.read(session)) {
            while (beginning.event == 0 && in.poll(beginning, 1) > 0) {
                // Losses and damage may be before the first entry.
            }
        }
        return beginning;
    }

    private BusException lacks(final String missing) {
        return new BusException("the journal in " + directory + " lacks " + missing + ": entries after those cannot be"
                + " repeated; without --entries a new market begins");
    }

    private static String range(final long first, final long last, final String cause) {
        return "messages " + first + " to " + last + " of a session (" + cause + ")";
    }

    private BusException noEntries() {
        return new BusException("the journal in " + directory
                + " has no entries: without --entries a new market begins");
    }

    /** The first entry of a session. */
    private static final class Beginning implements JournalHandler {
        private final MessageHead head = new MessageHead();
        /** Its event number; 0 without one. */
        private long event;
        /** The first messages before it that cannot be read; null if there are none. */
        private String missing;
        private boolean isDamaged;

        @Override
        public Action onMessage(final DirectBuffer buffer, final int offset, final int length,
                final RecordHeader header) {
            event = head.wrap(buffer, offset, length) ? head.number() : Long.MAX_VALUE;
            return Action.NOT_TAKEN;
        }

        @Override
        public void onLoss(final long first, final long last, final long receivedNs, final String cause) {
            missing = missing == null ? range(first, last, cause) : missing;
        }

        @Override
        public void onDamage(final long first, final long last, final long receivedNs, final String damage) {
            isDamaged |= first <= last;
            JournalHandler.super.onDamage(first, last, receivedNs, damage);
        }
    }

    /** Repeats the entries of one part after the other. */
    private final class Repetition implements JournalHandler {
        private final EntryReplay replay;
        private final MessageHead head = new MessageHead();
        private long endEvent;
        private boolean isOver;
        /** The first messages of the part that cannot be read; null if there are none. */
        private String missing;
        /** Those at the end of the part before. The next gateway may not have had them either: then they are void. */
        private String missingBefore;

        Repetition(final EntryReplay replay) {
            this.replay = replay;
        }

        void begin(final long newEndEvent) {
            endEvent = newEndEvent;
            isOver = false;
            missingBefore = missing;
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
                throw lacks(missing);
            }
            try {
                replay.repeat(buffer, offset, length);
                missingBefore = null;
            } catch (final BusException e) {
                if (missingBefore != null) {
                    throw lacks(missingBefore);
                }
                throw new BusException("the entries in " + directory + " cannot be repeated: " + e.getMessage(), e);
            }
            return Action.TAKEN;
        }

        @Override
        public void onLoss(final long first, final long last, final long receivedNs, final String cause) {
            missing = missing == null ? range(first, last, cause) : missing;
        }
    }
}

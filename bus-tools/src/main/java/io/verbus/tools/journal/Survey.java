package io.verbus.tools.journal;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.journal.JournalHandler;
import io.verbus.journal.JournalReader;
import io.verbus.journal.RecordHeader;
import io.verbus.journal.ReplayRange;
import io.verbus.journal.SessionReader;
import io.verbus.tools.Texts;
import java.nio.file.Path;
import java.util.ArrayList;

import java.util.List;
import org.agrona.DirectBuffer;

/** Reads a range of a journal before it is published, to check that it has messages and no holes. */
final class Survey {
    private static final int LIMIT = 1_024;

    private final ReplayRange range;
    private final List<String> holes = new ArrayList<>();
    private final List<String> sessions = new ArrayList<>();
    private long messages;

    /** @param damaged files that are holes by themselves */
    Survey(final ReplayRange range, final List<String> damaged) {
        this.range = range;
        holes.addAll(damaged);
    }

    /** Reads the sessions. */
    Survey of(final JournalReader journal, final List<Long> ids) {
        for (final long id : ids) {
            try (SessionReader reader = journal.read(id)) {
                read(reader);
            }
        }
        return this;
    }

    /** Refuses a range without messages, and holes unless they are allowed. */
    void check(final Path directory, final boolean allowGaps) {
        if (!holes.isEmpty() && !allowGaps) {
            throw new BusException(holes.getFirst() + (holes.size() == 1
                    ? ""
                    : ", and " + Texts.count(holes.size() - 1L, "more hole"))
                    + "; nothing is published, because subscribers would not see the holes: --allow-gaps publishes the"
                    + " parts as sessions that are lost at their end");
        }
        if (messages == 0) {
            throw new BusException("no message of the journal in " + directory + " is in the range: it has "
                    + String.join(", ", sessions));
        }
    }

    private void read(final SessionReader reader) {
        final long first = reader.next();
        range.begin(reader);
        final Messages counter = new Messages(new Holes(reader, range, holes::add));
        try {
            while (!counter.isAfterEnd && reader.poll(counter, LIMIT) > 0) {
                assert LIMIT > 0 : "poll returns 0 at the end of the recorded data";
            }
        } catch (final BusException e) { // damage at the end of the journal
            holes.add(e.getMessage());
        }
        reader.seek(Long.MAX_VALUE);
        sessions.add("session " + Texts.hex(reader.session().id()) + " with sequences " + first
                + " to " + (reader.next() - 1));
    }

    /** Counts the messages in the range and forwards losses and damage to {@link Holes}. */
    private final class Messages implements JournalHandler {
        private final Holes reported;
        private boolean isAfterEnd;

        Messages(final Holes reported) {
            this.reported = reported;
        }

        @Override
        public Action onMessage(final DirectBuffer buffer, final int offset, final int length,
                final RecordHeader header) {
            isAfterEnd = range.isAfterEnd(header.sequence(), header.receivedNs());
            messages += isAfterEnd ? 0 : 1;
            return isAfterEnd ? Action.NOT_TAKEN : Action.TAKEN;
        }

        @Override
        public void onLoss(final long first, final long last, final long receivedNs, final String cause) {
            reported.onLoss(first, last, receivedNs, cause);
        }

        @Override
        public void onDamage(final long first, final long last, final long receivedNs, final String damage) {
            reported.onDamage(first, last, receivedNs, damage);
        }
    }
}

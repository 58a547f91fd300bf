package io.verbus.tools.journal;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.journal.JournalHandler;
import io.verbus.journal.JournalReader;
import io.verbus.journal.RecordHeader;
import io.verbus.journal.SessionReader;
import io.verbus.journal.replay.Range;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.agrona.DirectBuffer;

/** Reads a range of a journal before it is published: whether it has messages, and no hole. */
final class Survey {
    private static final int LIMIT = 1_024;

    private final Range range;
    private final List<String> holes = new ArrayList<>();
    private final List<String> sessions = new ArrayList<>();
    private long messages;

    Survey(final Range range) {
        this.range = range;
    }

    /** Reads sessions. */
    Survey of(final JournalReader journal, final List<Long> ids) {
        for (final long id : ids) {
            try (SessionReader reader = journal.read(id)) {
                read(reader);
            }
        }
        return this;
    }

    /** Refuses what cannot be published honestly: a range without a message, and holes that were not allowed. */
    void check(final Path directory, final boolean allowGaps) {
        if (!holes.isEmpty() && !allowGaps) {
            throw new BusException(holes.getFirst() + (holes.size() == 1
                    ? ""
                    : ", and " + Amounts.count(holes.size() - 1L, "more hole"))
                    + "; nothing is published, as readers of"
                    + " the stream would not see it: --allow-gaps publishes the parts, as sessions that are lost at"
                    + " their end");
        }
        if (messages == 0) {
            throw new BusException("no message of the journal in " + directory + " is in the range; it has "
                    + String.join(", ", sessions));
        }
    }

    private void read(final SessionReader reader) {
        final long first = reader.next();
        range.begin(reader);
        final Holes found = new Holes(reader, range, holes::add);
        final Messages counter = new Messages(found);
        try {
            while (!counter.isBehind && reader.poll(counter, LIMIT) > 0) {
                assert LIMIT > 0 : "until there is nothing more at present";
            }
        } catch (final BusException e) { // the journal ends with damage
            holes.add(e.getMessage());
        }
        reader.seek(Long.MAX_VALUE);
        sessions.add("session " + HexFormat.of().toHexDigits(reader.session().id()) + " with sequences " + first
                + " to " + (reader.next() - 1));
    }

    /** Counts messages, and passes on the rest. */
    private final class Messages implements JournalHandler {
        private final Holes found;
        private boolean isBehind;

        Messages(final Holes found) {
            this.found = found;
        }

        @Override
        public Action onMessage(final DirectBuffer buffer, final int offset, final int length,
                final RecordHeader header) {
            isBehind = range.isBehind(header.sequence(), header.receivedNs());
            messages += isBehind ? 0 : 1;
            return isBehind ? Action.NOT_TAKEN : Action.TAKEN;
        }

        @Override
        public void onLoss(final long first, final long last, final long receivedNs, final String cause) {
            found.onLoss(first, last, receivedNs, cause);
        }

        @Override
        public void onDamage(final long first, final long last, final long receivedNs, final String damage) {
            found.onDamage(first, last, receivedNs, damage);
        }
    }
}

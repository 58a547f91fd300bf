package io.verbus.testkit.simulator;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.internal.journal.SegmentList;
import io.verbus.journal.JournalHandler;
import io.verbus.journal.JournalReader;
import io.verbus.journal.RecordHeader;
import io.verbus.journal.SessionReader;
import io.verbus.testkit.seeds.Violation;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;

/** Reads a whole journal, and compares it with the published messages. */
final class JournalAudit {
    private static final int LIMIT = 1_000;

    private final World world;
    private final Disk disk;
    /** For each session, the sequence after the last recorded one. */
    private final Map<Long, Long> ends = new HashMap<>();
    private long missing;

    JournalAudit(final World world, final Disk disk) {
        this.world = world;
        this.disk = disk;
    }

    /** Reads the journal. */
    JournalAudit run() {
        for (final long session : SegmentList.bySession(disk.journal()).keySet()) {
            try {
                audit(world.session(session));
            } catch (final BusException e) {
                if (!disk.isRotten()) {
                    throw new Violation("the journal cannot be read: " + e.getMessage(), e);
                }
            }
        }
        world.count(Event.JOURNAL_READ);
        return this;
    }

    /** The sequence after the last recorded one of a session; negative if none is recorded. */
    long end(final Feed feed) {
        return ends.getOrDefault(feed.session(), -1L);
    }

    /** The number of unrecorded frames, of all sessions. */
    long missing() {
        return missing;
    }

    private void audit(final Feed truth) {
        try (SessionReader reader = JournalReader.open(disk.journal()).read(truth.session())) {
            final Pages pages = new Pages(truth, reader.next());
            while (reader.poll(pages, LIMIT) > 0) {
                assert pages.next >= 0;
            }
            ends.put(truth.session(), pages.next);
        }
    }

    /** The records of a session, as a reader of the journal receives them. */
    private final class Pages implements JournalHandler {
        private final Feed truth;
        private long next;
        private boolean over;

        Pages(final Feed truth, final long next) {
            this.truth = truth;
            this.next = next;
        }

        @Override
        public Action onMessage(final DirectBuffer buffer, final int offset, final int length,
                final RecordHeader header) {
            final String fault = truth.payloads().fault(buffer, offset, length, header.sequence());
            check(fault == null, () -> fault);
            check(header.sequence() == next && !over, () -> "message " + header.sequence());
            check(truth.beginning(header.sequence() + 1) == header.sequence() + header.frames(),
                    () -> "message " + header.sequence() + " in " + header.frames() + " frames");
            advance(header.sequence() + header.frames());
            return Action.TAKEN;
        }

        @Override
        public void onLoss(final long first, final long last, final long receivedNs, final String cause) {
            check(first == next && last >= first && !over, () -> "a loss of " + first + " to " + last);
            missing += last - first + 1;
            advance(last + 1);
        }

        @Override
        public void onDamage(final long first, final long last, final long receivedNs, final String damage) {
            check(disk.isRotten(), () -> "damage without a fault: " + damage);
            world.count(Event.DAMAGE_READ);
            if (first <= last) {
                onLoss(first, last, receivedNs, damage);
            }
        }

        @Override
        public void onEnd(final long messages, final long receivedNs, final String cause) {
            check(messages == next && (truth.isOver() || truth.isClosing()), () -> "an end with " + messages);
            over = true;
        }

        private void advance(final long newNext) {
            next = newNext;
            check(next <= truth.committed(), () -> "an unpublished message");
        }

        private void check(final boolean holds, final Supplier<String> what) {
            if (!holds) {
                throw new Violation(
                        "the journal of " + truth + " has " + what.get() + ", but " + next + " is next");
            }
        }
    }
}

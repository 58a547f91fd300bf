package io.verbus.testkit.simulator;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.LossCause;
import io.verbus.LostSession;
import io.verbus.internal.journal.SegmentList;
import io.verbus.journal.JournalHandler;
import io.verbus.journal.JournalReader;
import io.verbus.journal.RecordHeader;
import io.verbus.journal.SessionReader;
import io.verbus.support.seeds.Violation;
import io.verbus.testkit.oracle.Reception;
import io.verbus.testkit.oracle.SessionOracle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;

/** Reads a whole journal, and compares it with the published messages. */
final class JournalAudit {
    private static final int LIMIT = 1_000;
    private static final List<String> DAMAGES = List.of(" is damaged at offset ", "the header of ",
            " has the name of another segment", " was not sealed and ends before sequence ",
            " has no segment with sequence ", ": two segments hold the same sequences",
            " is not a segment of a Verbus journal",
            " has journal layout ");

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
                if (!disk.isRotten() || !isDamage(e)) {
                    throw new Violation("the journal cannot be read: " + e.getMessage(), e);
                }
            }
        }
        world.count(SimEvent.JOURNAL_READ);
        return this;
    }

    /** Whether reading failed because of damaged bytes, which a message describes, and not for another reason. */
    static boolean isDamage(final BusException e) {
        final String message = String.valueOf(e.getMessage());
        return DAMAGES.stream().anyMatch(message::contains);
    }

    /** The sequence after the last recorded one of a session; negative if none is recorded. */
    long end(final SimPublication feed) {
        return ends.getOrDefault(feed.session(), -1L);
    }

    /** The number of unrecorded frames, of all sessions. */
    long missing() {
        return missing;
    }

    private void audit(final SimPublication truth) {
        try (SessionReader reader = JournalReader.open(disk.journal()).read(truth.session())) {
            final Pages pages = new Pages(truth, reader.next());
            while (reader.poll(pages, LIMIT) > 0) {
                assert pages.oracle.next() >= 0;
            }
            ends.put(truth.session(), pages.oracle.next());
            missing += pages.oracle.missed();
        }
    }

    /** The records of a session, as a reader of the journal receives them. */
    private final class Pages implements JournalHandler {
        private final SimPublication truth;
        private final SessionOracle oracle;

        Pages(final SimPublication truth, final long first) {
            this.truth = truth;
            this.oracle = new SessionOracle(truth, Reception.PLAIN, first, this::violated);
            oracle.started(first);
        }

        @Override
        public Action onMessage(final DirectBuffer buffer, final int offset, final int length,
                final RecordHeader header) {
            final String fault = truth.payloads().fault(buffer, offset, length, header.sequence());
            if (fault != null) {
                violated(fault);
            }
            oracle.message(header.sequence(), header.frames());
            return Action.TAKEN;
        }

        @Override
        public void onLoss(final long first, final long last, final long receivedNs, final String cause) {
            oracle.gap(first, last);
        }

        @Override
        public void onDamage(final long first, final long last, final long receivedNs, final String damage) {
            if (!disk.isRotten()) {
                violated("damage without a fault: " + damage);
            }
            world.count(SimEvent.DAMAGE_READ);
            if (first <= last) {
                onLoss(first, last, receivedNs, damage);
            }
        }

        @Override
        public void onEnd(final long messages, final long receivedNs, final String cause) {
            if (!truth.isOver() && !truth.isClosing()) {
                violated("an end with " + messages);
            }
            if (cause.isEmpty() && truth.isBrokenOff()) {
                violated("a regular end of a session that was broken off");
            }
            if (cause.isEmpty()) {
                oracle.ended(messages);
            } else {
                oracle.lost(new LostSession(truth.asSession(), messages, messages, LossCause.DIED, cause));
            }
        }

        private void violated(final String what) {
            throw new Violation("the journal of " + truth + ": " + what);
        }
    }
}

package io.verbus.testkit.simulator;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.internal.journal.SegmentList;
import io.verbus.journal.JournalHandler;
import io.verbus.journal.JournalReader;
import io.verbus.journal.SessionReader;
import io.verbus.support.seeds.Violation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/** Sequences of the messages that a reader of a journal receives, by session. */
final class Readable {
    private static final int LIMIT = 1_000;

    private final Map<Long, BitSet> messages = new TreeMap<>();

    private Readable() {
    }

    static Readable of(final Path directory) {
        final Readable readable = new Readable();
        if (Files.isDirectory(directory)) {
            SegmentList.bySession(directory).keySet().forEach(session -> readable.read(directory, session));
        }
        return readable;
    }

    private void read(final Path directory, final long session) {
        final BitSet sequences = new BitSet();
        messages.put(session, sequences);
        final JournalHandler handler = (buffer, offset, length, header) -> {
            sequences.set((int) header.sequence());
            return Action.TAKEN;
        };
        try (SessionReader reader = JournalReader.open(directory).read(session)) {
            while (reader.poll(handler, LIMIT) > 0) {
                assert !sequences.isEmpty() || reader.next() >= 0;
            }
        } catch (final BusException e) {
            if (!JournalAudit.isDamage(e)) {
                throw new Violation("the journal cannot be read before the restart: " + e.getMessage(), e);
            }
        }
    }

    boolean has(final long session, final long sequence) {
        return messages.getOrDefault(session, new BitSet()).get((int) sequence);
    }

    /** The first readable message of a session from a sequence on; negative if there is none. */
    long firstFrom(final long session, final long sequence) {
        return messages.getOrDefault(session, new BitSet()).nextSetBit((int) sequence);
    }

    /** Every message that was readable before a recorder opened the journal is readable afterwards. */
    void mustBeIn(final Readable after) {
        messages.forEach((session, before) -> {
            before.andNot(after.messages.getOrDefault(session, new BitSet()));
            if (!before.isEmpty()) {
                throw new Violation("message " + before.nextSetBit(0) + " of session " + Long.toHexString(session)
                        + " and " + (before.cardinality() - 1) + " others could be read before the restart");
            }
        });
    }
}

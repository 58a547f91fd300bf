package io.verbus.journal;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;

import io.verbus.BusException;
import io.verbus.fuzz.Checks;
import io.verbus.fuzz.Input;
import io.verbus.fuzz.Seed;
import io.verbus.fuzz.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A journal with arbitrary changes in its segments: headers, seals, indexes, records. It is read, searched, verified,
 * opened by a recorder, and read again. The delivered messages must be the recorded ones, in order and without a gap;
 * with corrected checksums, only in order and without a gap.
 *
 * <p>Jazzer traces comparisons and would soon forge checksums in the cases without correction. So there the written
 * bytes depend on the whole input.
 *
 * <p>Input: flags, the target of the seek (8 bytes); then changes: a segment, the kind of change, its offset (2 bytes),
 * the new bytes (8), or the new length.
 */
public final class JournalTarget implements Target {
    private static final int GOOD_CHECKSUMS = 1;
    private static final int BY_TIME = 2;

    private static final int CHANGE_BYTE = 0;
    private static final int CHANGE_WORD = 1;
    private static final int TRUNCATE = 2;
    private static final int REMOVE = 3;
    private static final int CHANGES = 4;
    /** Offset of the records in such short segments. */
    private static final int RECORDS = 8192;
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private final SoundJournal sound;

    public JournalTarget(final Path scratch) {
        sound = new SoundJournal(scratch.resolve("journal"));
    }

    @Override
    public void run(final byte[] bytes) {
        final Input input = new Input(bytes);
        final int flags = input.u8();
        final boolean isForged = (flags & GOOD_CHECKSUMS) != 0;
        final long wanted = input.i64();
        try {
            change(input, isForged, isForged ? 0 : SPREAD * Arrays.hashCode(bytes));
            read(wanted, flags, isForged);
            verify();
            recover(isForged);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void change(final Input input, final boolean isForged, final long salt) throws IOException {
        final List<ByteBuffer> segments = sound.segments();
        while (input.hasMore()) {
            final int index = input.u8() % segments.size();
            final ByteBuffer segment = segments.get(index);
            final int what = input.u8() % CHANGES;
            final int where = input.u16();
            switch (what) {
                case CHANGE_BYTE -> put(segment, where, (byte) (input.u8() ^ salt));
                case CHANGE_WORD -> put(segment, where, input.i64() ^ salt);
                case TRUNCATE -> segment.limit(Math.min(segment.limit(), where));
                case REMOVE -> segment.limit(0);
                default -> throw new AssertionError();
            }
        }
        if (isForged) {
            segments.forEach(Forger::correctChecksums);
        }
        sound.lay(segments);
    }

    private static void put(final ByteBuffer segment, final int where, final byte value) {
        if (segment.hasRemaining()) {
            segment.put(where % segment.limit(), value);
        }
    }

    private static void put(final ByteBuffer segment, final int where, final long value) {
        if (segment.limit() >= Long.BYTES) {
            segment.order(ByteOrder.LITTLE_ENDIAN).putLong(where % (segment.limit() - Long.BYTES + 1), value);
        }
    }

    private void read(final long wanted, final int flags, final boolean isForged) {
        for (final long session : SoundJournal.SESSIONS) {
            try (SessionReader reader = JournalReader.open(sound.directory()).read(session)) {
                new JournalReports(session, isForged).readAll(reader);
                if ((flags & BY_TIME) != 0) {
                    reader.seekTime(wanted);
                } else {
                    reader.seek(wanted);
                }
                new JournalReports(session, isForged).readAll(reader);
            } catch (final BusException e) {
                Checks.checkMessage(e);
            }
        }
    }

    private void verify() {
        try {
            new JournalCheck(sound.directory()).run().forEach(report -> check(report.next() >= report.first(),
                    "session " + report.session() + " ends before it starts"));
        } catch (final BusException e) {
            Checks.checkMessage(e);
        }
    }

    /**
     * A recorder that continues the journal cuts incomplete data; then only files that are not segments are left to
     * cut.
     */
    private void recover(final boolean isForged) {
        final Map<Long, Long> next;
        final List<TornTail> cuts;
        try (JournalWriter journal = sound.open()) {
            next = journal.unfinished();
            cuts = journal.cuts();
        } catch (final BusException e) {
            Checks.checkMessage(e);
            return;
        }
        try (JournalWriter again = sound.open()) {
            same(next, again.unfinished(), "unfinished after the second open");
            check(isForged || cuts.containsAll(again.cuts()), "cut " + cuts + ", then " + again.cuts());
        }
        read(0, 0, isForged);
    }

    @Override
    public List<byte[]> seeds() {
        return List.of(new Seed().u8(0).i64(30).toBytes(), new Seed().u8(BY_TIME).i64(30).toBytes(),
                seed(0, CHANGE_WORD, RECORDS).i64(40L).toBytes(), seed(GOOD_CHECKSUMS, CHANGE_WORD, RECORDS + 16)
                        .i64(0x4_3000_0018L).toBytes(),
                seed(0, TRUNCATE, RECORDS + 100).toBytes(), seed(0, REMOVE, 0).toBytes(),
                seed(GOOD_CHECKSUMS, CHANGE_WORD, 4096).i64(7).toBytes(),
                seed(0, CHANGE_WORD, 512).i64(9000).toBytes());
    }

    private static Seed seed(final int flags, final int what, final int where) {
        return new Seed().u8(flags).i64(30).u8(1).u8(what).u16(where);
    }
}

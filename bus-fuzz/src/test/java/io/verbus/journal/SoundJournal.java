package io.verbus.journal;

import io.verbus.Clocks;
import io.verbus.MutableHeader;
import io.verbus.Session;
import io.verbus.internal.journal.SegmentList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A journal of two sessions in a few short segments, with a loss in the first and the end of the second. Its bytes are
 * kept, to be written to its directory with changes.
 */
final class SoundJournal {
    static final List<Long> SESSIONS = List.of(0xABCDEFL, 2L);
    private static final String STREAM = "md.fuzz";
    private static final int SEGMENT_LENGTH = 1 << 14;
    private static final int FIRST_LOST = 150;
    private static final int FIRST_AFTER = 161;
    private static final int END = 400;

    private final Path directory;
    private final TreeMap<Path, byte[]> originals = new TreeMap<>();

    SoundJournal(final Path directory) {
        this.directory = directory;
        try (JournalWriter journal = open()) {
            final SessionWriter first = journal.session(session(SESSIONS.getFirst()));
            append(first, SESSIONS.getFirst(), 0, FIRST_LOST);
            first.lose(FIRST_LOST, FIRST_AFTER - 1, "overwritten", FIRST_LOST);
            append(first, SESSIONS.getFirst(), FIRST_AFTER, END);
            final SessionWriter second = journal.session(session(SESSIONS.getLast()));
            append(second, SESSIONS.getLast(), 7, 20);
            second.end(20, 21);
        }
        try {
            for (final Path segment : SegmentList.of(directory)) {
                originals.put(segment, Files.readAllBytes(segment));
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path directory() {
        return directory;
    }

    /** Opens it, to create or to continue it. */
    JournalWriter open() {
        return JournalWriter.open(directory, STREAM, JournalSettings.defaults().withSegmentLength(SEGMENT_LENGTH)
                .steppedBy(new Clocks(() -> 0, () -> 0)));
    }

    /** Copies of its segments, to be changed: the limit is the file length, and a segment of length 0 is absent. */
    List<ByteBuffer> segments() {
        final List<ByteBuffer> copies = new ArrayList<>();
        originals.values().forEach(original -> copies.add(ByteBuffer.wrap(original.clone())));
        return copies;
    }

    /** Replaces the content of the directory by these segments. */
    void lay(final List<ByteBuffer> segments) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (final Path file : files.toList()) {
                Files.delete(file);
            }
        }
        int index = 0;
        for (final Path path : originals.keySet()) {
            final ByteBuffer segment = segments.get(index++);
            if (segment.limit() > 0) {
                final byte[] bytes = new byte[segment.limit()];
                segment.get(0, bytes);
                Files.write(path, bytes);
            }
        }
    }

    /** The message of a sequence. */
    static UnsafeBuffer payload(final long sequence) {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[(int) (sequence * 37 % 91)]);
        for (int i = 0; i < payload.capacity(); i++) {
            payload.putByte(i, (byte) (sequence * 31 + i));
        }
        return payload;
    }

    private static Session session(final long id) {
        return new Session(STREAM, id, "publisher", 4711, id, "build");
    }

    private static void append(final SessionWriter writer, final long session, final long from, final long to) {
        for (long sequence = from; sequence < to; sequence++) {
            final UnsafeBuffer payload = payload(sequence);
            writer.append(payload, 0, payload.capacity(), new MutableHeader(session, "test", "test").set(sequence, 0),
                    sequence);
        }
    }
}

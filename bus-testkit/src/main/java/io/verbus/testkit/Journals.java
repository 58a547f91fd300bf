package io.verbus.testkit;

import io.verbus.MutableHeader;
import io.verbus.Session;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.JournalWriter;
import io.verbus.journal.SessionWriter;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;

/** Journals for tests. Each message holds its sequence in 8 bytes; one message is received per microsecond. */
public final class Journals {
    /** Receive time of sequence 0: 2026-01-01T00:00:00Z. */
    public static final long START_NS = 1_767_225_600_000_000_000L;
    private static final long STEP_NS = 1_000;
    private static final long ID = 0xABCDEF;

    /** Content of a session. */
    @FunctionalInterface
    public interface Content {
        /** Appends the content. */
        void writeTo(SessionWriter session);
    }

    private Journals() {
    }

    /** Writes a complete, ended session. */
    public static void write(final Path directory, final long messages) {
        write(directory, session -> {
            append(session, 0, messages);
            session.end(messages, receivedNs(messages));
        });
    }

    /** Writes a session with any content, in segments of 16 KiB. */
    public static void write(final Path directory, final Content content) {
        try (JournalWriter journal = JournalWriter.open(directory, "md.test",
                JournalSettings.defaults().withSegmentLength(1 << 14))) {
            content.writeTo(journal.session(new Session("md.test", ID, "publisher", 4711, START_NS, "build")));
        }
    }

    /** Appends the messages {@code from} to {@code to - 1}. */
    public static void append(final SessionWriter session, final long from, final long to) {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[Long.BYTES]);
        for (long sequence = from; sequence < to; sequence++) {
            payload.putLong(0, sequence);
            session.append(payload, 0, Long.BYTES, new MutableHeader(ID, "test", "test").set(sequence, 0),
                    receivedNs(sequence));
        }
    }

    /** Appends a message with any bytes. */
    public static void append(final SessionWriter session, final long sequence, final byte[] bytes) {
        session.append(new UnsafeBuffer(bytes), 0, bytes.length, new MutableHeader(ID, "test", "test").set(sequence, 0),
                receivedNs(sequence));
    }

    /** The time of reception of a message, in nanoseconds since 1970. */
    public static long receivedNs(final long sequence) {
        return START_NS + sequence * STEP_NS;
    }
}

package io.verbus.journal;

import io.verbus.Action;
import io.verbus.Clocks;
import io.verbus.Header;
import io.verbus.MutableHeader;
import io.verbus.Session;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Journals for tests: each message contains its sequence, and readers return one line per record. */
final class Recorded {
    static final Session SESSION = session(0xABCDEF);
    static final long START_NS = 1_767_225_600_000_000_000L;
    private static final long STEP_NS = 1_000;

    /** A clock that is moved by the test. */
    static final class Time {
        final AtomicLong nowNs = new AtomicLong(START_NS);

        Clocks clocks() {
            return new Clocks(nowNs::get, nowNs::get);
        }
    }

    private Recorded() {
    }

    /** The header of a message of one frame without a timestamp. */
    static MutableHeader message(final long sequence) {
        return message(sequence, 1, Header.NO_TIMESTAMP);
    }

    /** The header of a message. */
    static MutableHeader message(final long sequence, final int frames, final long publishedNs) {
        return new MutableHeader(SESSION.id(), SESSION.stream(), "").set(sequence, 0, frames).publishedNs(publishedNs);
    }

    static Session session(final long id) {
        return new Session("md.test", id, "publisher", 4711, START_NS + id, "build");
    }

    /** The receive time of a message. */
    static long receivedNs(final long sequence) {
        return START_NS + sequence * STEP_NS;
    }

    /** A message with bytes and length derived from its sequence. */
    static UnsafeBuffer payload(final long sequence) {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[(int) (sequence * 37 % 91)]);
        for (int i = 0; i < payload.capacity(); i++) {
            payload.putByte(i, (byte) (sequence * 31 + i));
        }
        return payload;
    }

    static void append(final SessionWriter writer, final long from, final long to) {
        for (long sequence = from; sequence < to; sequence++) {
            final UnsafeBuffer payload = payload(sequence);
            writer.append(payload, 0, payload.capacity(), message(sequence), receivedNs(sequence));
        }
    }

    static JournalSettings settings(final Time time) {
        return JournalSettings.defaults().withSegmentLength(1 << 14).steppedBy(time.clocks());
    }

    static JournalWriter open(final Path directory) {
        return JournalWriter.open(directory, "md.test", settings(new Time()));
    }

    /** All records of a session from the reader's position; a changed message is marked. */
    static List<String> rest(final SessionReader reader) {
        final List<String> lines = new ArrayList<>();
        final JournalHandler handler = handler(lines);
        while (reader.poll(handler, 7) > 0) {
            assert lines.size() < 10_000_000 : "it never ends";
        }
        return lines;
    }

    static List<String> all(final Path directory) {
        try (SessionReader reader = JournalReader.open(directory).read(SESSION.id())) {
            return rest(reader);
        }
    }

    /** The lines of {@link #rest} for messages. */
    static List<String> messages(final long from, final long to) {
        final List<String> lines = new ArrayList<>();
        for (long sequence = from; sequence < to; sequence++) {
            lines.add("message " + sequence);
        }
        return lines;
    }

    static JournalHandler handler(final List<String> lines) {
        return new JournalHandler() {
            @Override
            public Action onMessage(final DirectBuffer buffer, final int offset, final int length,
                    final RecordHeader header) {
                final UnsafeBuffer expected = payload(header.sequence());
                final boolean same = expected.equals(new UnsafeBuffer(buffer, offset, length))
                        && header.receivedNs() >= receivedNs(header.sequence());
                lines.add((same ? "message " : "another message ") + header.sequence());
                return Action.TAKEN;
            }

            @Override
            public void onLoss(final long first, final long last, final long receivedNs, final String cause) {
                lines.add("loss " + first + ".." + last + ": " + cause);
            }

            @Override
            public void onEnd(final long messages, final long receivedNs, final String cause) {
                lines.add("end " + messages + (cause.isEmpty() ? "" : ": " + cause));
            }
        };
    }
}

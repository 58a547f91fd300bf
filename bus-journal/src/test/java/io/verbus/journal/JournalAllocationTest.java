package io.verbus.journal;

import static io.verbus.journal.Recorded.SESSION;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import io.verbus.Action;
import io.verbus.MutableHeader;
import io.verbus.support.ShmDir;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recording and reading allocate nothing per message. */
class JournalAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 10;
    private static final int MESSAGES = 50_000;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final MutableHeader next = new MutableHeader(SESSION.id(), SESSION.stream(), "").set(0, 0).publishedNs(0);
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[64]);
    private long sum;

    @Test
    void appendAndPollAllocateNothing() {
        try (JournalWriter journal = JournalWriter.open(directory, "md.test",
                Recorded.settings(new Recorded.Time()).withSegmentLength(128 << 20))) {
            final SessionWriter writer = journal.session(SESSION);
            append(writer, 1);
            try (SessionReader reader = JournalReader.open(directory).read(SESSION.id())) {
                final JournalHandler handler = (buffer, offset, length, header) -> {
                    sum += buffer.getByte(offset) + header.receivedNs();
                    return Action.TAKEN;
                };
                long leastWritten = Long.MAX_VALUE;
                long leastRead = Long.MAX_VALUE;
                for (int round = 0; round < ROUNDS; round++) {
                    final long before = THREADS.getCurrentThreadAllocatedBytes();
                    append(writer, MESSAGES);
                    final long between = THREADS.getCurrentThreadAllocatedBytes();
                    reader.poll(handler, MESSAGES);
                    leastWritten = Math.min(leastWritten, between - before);
                    leastRead = Math.min(leastRead, THREADS.getCurrentThreadAllocatedBytes() - between);
                }
                assertEquals(0, leastWritten);
                assertEquals(0, leastRead, "checksum " + sum);
            }
        }
    }

    private void append(final SessionWriter writer, final int count) {
        for (int i = 0; i < count; i++) {
            writer.append(message, 0, message.capacity(), next, next.sequence());
            next.set(next.sequence() + 1, 0).publishedNs(next.sequence());
        }
    }
}

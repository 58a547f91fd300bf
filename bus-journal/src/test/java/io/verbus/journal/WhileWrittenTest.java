package io.verbus.journal;

import static io.verbus.journal.Recorded.SESSION;
import static io.verbus.journal.Recorded.append;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.Action;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reader that follows a journal while it is written receives every record, and never a part of one. */
class WhileWrittenTest {
    private static final int MESSAGES = 200_000;
    private static final int AT_THE_END = 100_000;
    /** Of a message in bytes: several cache lines, which a read copies in any order. */
    private static final int LENGTH = 300;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void followingReaderMissesNothing() throws ExecutionException, InterruptedException {
        try (JournalWriter journal = JournalWriter.open(directory, "md.test",
                JournalSettings.defaults().withSegmentLength(1 << 17))) {
            append(journal.session(SESSION), 0, 1);
            final CompletableFuture<List<String>> seen = CompletableFuture.supplyAsync(this::follow);
            append(journal.session(SESSION), 1, MESSAGES);
            journal.session(SESSION).end(MESSAGES, Recorded.receivedNs(MESSAGES));
            final List<String> expected = Recorded.messages(0, MESSAGES);
            expected.add("end " + MESSAGES);
            assertEquals(expected, seen.get());
        }
    }

    /** The reader looks again and again where the next record begins, while that is written. */
    @Test
    void readerAtTheEndTakesNoPartOfARecordForDamage() throws ExecutionException, InterruptedException {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[LENGTH]);
        final AtomicLong taken = new AtomicLong();
        try (JournalWriter journal = JournalWriter.open(directory, "md.test",
                JournalSettings.defaults().withSegmentLength(1 << 24))) {
            final SessionWriter writer = journal.session(SESSION);
            writer.append(payload, 0, LENGTH, Recorded.message(0), Recorded.receivedNs(0));
            final CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> take(taken));
            for (long sequence = 1; sequence < AT_THE_END; sequence++) {
                while (taken.get() < sequence && !reader.isDone()) {
                    Thread.onSpinWait();
                }
                payload.setMemory(0, LENGTH, (byte) sequence);
                writer.append(payload, 0, LENGTH, Recorded.message(sequence), Recorded.receivedNs(sequence));
            }
            reader.get();
        }
    }

    private void take(final AtomicLong taken) {
        final JournalHandler handler = (buffer, offset, length, header) -> {
            taken.setRelease(header.sequence() + 1);
            return Action.TAKEN;
        };
        try (SessionReader reader = JournalReader.open(directory).read(SESSION.id())) {
            while (taken.get() < AT_THE_END) {
                reader.poll(handler, 1);
            }
        }
    }

    private List<String> follow() {
        final List<String> lines = new ArrayList<>();
        final JournalHandler handler = Recorded.handler(lines);
        try (SessionReader reader = JournalReader.open(directory).read(SESSION.id())) {
            while (!reader.isOver()) {
                reader.poll(handler, 100);
            }
        }
        return lines;
    }
}

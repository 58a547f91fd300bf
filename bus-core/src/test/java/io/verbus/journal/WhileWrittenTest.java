package io.verbus.journal;

import static io.verbus.journal.Recorded.SESSION;
import static io.verbus.journal.Recorded.append;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.SharedMemoryDir;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reader that follows a journal while it is written receives every record, and never a part of one. */
class WhileWrittenTest {
    private static final int MESSAGES = 200_000;

    @TempDir(factory = SharedMemoryDir.class)
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

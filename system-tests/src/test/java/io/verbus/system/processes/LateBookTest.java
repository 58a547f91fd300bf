package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Books that join after the log has overwritten the first messages get them from a recorder. */
@Tag("processes")
class LateBookTest {
    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;

    @Test
    void lateBooksEqualBooksThatReadEverything() throws IOException {
        final KnownSession session = KnownSession.generated(folder, 60_000);
        final BookFiles first = new BookFiles(folder, "first");
        final BookFiles late = new BookFiles(folder, "late");
        try (Command record = Command.start(bus, "record", "--stream", "md.itch", "--dir", folder.resolve("journal"),
                "--serve", "--block");
                Command early = first.start(bus);
                Command feed = Command.start(bus, "feed", "--stream", "md.itch", "--itch", session.itch(), "--rate",
                        "10000/s", "--capacity", "256K", "--await-subscribers", 2, "--block-for", "book", "--block-for",
                        "recorder")) {
            feed.awaitLine("feed: +[2-5]\\d\\.\\d %");
            try (Command joining = late.start(bus, "--policy", "skip", "--join", "journal")) {
                joining.awaitLine("reading session ");
                assertEquals(0, feed.exitStatus(), feed::output);
                assertEquals(0, joining.exitStatus(), joining::output);
            }
            assertEquals(0, early.exitStatus(), early::output);
            record.interrupt();
            record.awaitLine("served [1-9]\\d* ranges?, ");
        }
        session.assertIsIn(first, 1);
        assertEquals(first.levels(), late.levels());
        assertEquals("ended 0 " + session.published(),
                String.join(" ", late.value("outcome"), late.value("gaps"), late.value("messages")));
    }
}

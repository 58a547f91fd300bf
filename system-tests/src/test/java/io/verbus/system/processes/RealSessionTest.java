package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real NASDAQ session ends in the books that three other decoders produce. */
@Tag("processes")
class RealSessionTest {
    private static final List<String> BOOK_KEYS = List.of("books.orders", "books.levels", "books.symbols",
            "books.executions", "books.executedShares", "books.shares", "refused.moreThanResting");

    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;
    private KnownSession session;
    private BookFiles books;

    @BeforeEach
    void findData() {
        final Optional<KnownSession> real = KnownSession.real();
        assumeTrue(real.isPresent(), "VERBUS_TEST_DATA does not contain a real session");
        session = real.get();
        books = new BookFiles(folder, "books");
    }

    @Test
    void endsInTheKnownState() throws IOException {
        play(1);
        assertKnownState(1);
    }

    @Test
    void endsInTheKnownStateAfterThreePasses() throws IOException {
        play(3);
        assertKnownState(3);
    }

    private void play(final int passes) throws IOException {
        try (Command book = books.start(bus, "--top", "AAPL,SPY,QQQ");
                Command feed = Command.start(bus, "feed", "--stream", "md.itch", "--itch", session.itch(),
                        "--await-subscribers", 1, "--block-for", "book", "--loop", passes)) {
            assertEquals(session.feedStatus(), feed.exitStatus(), feed::output);
            assertTrue(feed.output().contains("feed: warning: " + session.itch()
                    + " is cut off: the gzip stream ends without its"
                    + " trailer after 7,141,693 bytes; the last whole message ends at byte 7,141,658, 35 bytes are left"
                    + " over\n"), feed::output);
            assertTrue(feed.output().contains("; day 2019-12-30 (the file name), venue XNAS\n"), feed::output);
            assertEquals(0, book.exitStatus(), book::output);
        }
    }

    private void assertKnownState(final int passes) throws IOException {
        session.assertIsIn(books, passes);
        assertEquals(List.of(2_982L, 2_274L, 663L, 13L * passes, 5_516L * passes, 4_127_778L, 0L),
                numbers());
        assertEquals("AAPL 2890000 2999000, SPY 3229900 3231900, QQQ 2138400 2138900",
                top(0) + ", " + top(1) + ", " + top(2));
    }

    private List<Long> numbers() throws IOException {
        final Long[] numbers = new Long[BOOK_KEYS.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = books.number(BOOK_KEYS.get(i));
        }
        return List.of(numbers);
    }

    private String top(final int row) throws IOException {
        return books.value("top." + row + ".symbol") + " " + books.value("top." + row + ".bid") + " "
                + books.value("top." + row + ".offer");
    }
}

package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A generated session from a file into books in another process, compared with books built without the bus. */
@Tag("processes")
class FeedAndBookTest {
    private static final String NOTHING_LOST = "0 0 0";

    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;
    private Path itch;
    private ReferenceBooks reference;
    private BookFiles books;

    @BeforeEach
    void generate() throws IOException {
        itch = folder.resolve("20191230.itch");
        books = new BookFiles(folder, "books");
        Command.generate(itch, 60_000, 500);
        reference = ReferenceBooks.of(Files.readAllBytes(itch));
        assertEquals(60_000, reference.messages());
    }

    @Test
    void booksStartedFirstEndAsTheReference() throws IOException {
        try (Command book = books.start(bus)) {
            book.awaitLine("waiting for a session on stream md.itch");
            try (Command feed = feed("--await-subscribers", 1)) {
                assertEquals(0, feed.exitStatus(), feed::output);
            }
            assertEquals(0, book.exitStatus(), book::output);
        }
        assertSameAsReference(1);
    }

    @Test
    void booksStartedLaterEndAsTheReference() throws IOException {
        try (Command feed = feed("--await-subscribers", 1)) {
            feed.awaitLine("feed: waiting for 1 subscriber of md.itch");
            try (Command book = books.start(bus)) {
                assertEquals(0, book.exitStatus(), book::output);
            }
            assertEquals(0, feed.exitStatus(), feed::output);
        }
        assertSameAsReference(1);
    }

    @Test
    void feedInterruptedWhileItWaitsPublishesNothing() throws IOException {
        try (Command feed = feed("--await-subscribers", 1)) {
            feed.awaitLine("feed: waiting for 1 subscriber of md.itch");
            feed.interrupt();
            feed.awaitLine("feed: 0 messages in ");
        }
    }

    @Test
    void sessionPlayedThreeTimesGivesTheSameBooks() throws IOException {
        try (Command book = books.start(bus); Command feed = feed("--await-subscribers", 1, "--loop", 3)) {
            assertEquals(0, feed.exitStatus(), feed::output);
            assertEquals(0, book.exitStatus(), book::output);
        }
        assertSameAsReference(3);
    }

    @Test
    void smallLogLosesNothingUnderBlock() throws IOException {
        try (Command book = books.start(bus, "--policy", "block");
                Command feed = feed("--await-subscribers", 1, "--capacity", "64K")) {
            assertEquals(0, feed.exitStatus(), feed::output);
            assertEquals(0, book.exitStatus(), book::output);
        }
        assertSameAsReference(1);
    }

    @Tag("long")
    @Test
    void feedDoesNotWaitForBooksThatItDoesNotName() throws IOException {
        try (Command book = books.start(bus);
                Command feed = Command.start(bus, "feed", "--stream", "md.itch", "--itch", itch, "--await-subscribers",
                        1, "--rate", "20000/s", "--block-for", "another")) {
            feed.awaitLine(
                    "subscriber book .* requested BLOCK, but reads under SKIP: .*; --block-for book accepts it");
            book.awaitLine("the feed does not wait for these books: the publisher accepts no BLOCK subscription of this"
                    + " name .allow it with feed --block-for.");
            assertEquals(0, feed.exitStatus(), feed::output);
            assertEquals(0, book.exitStatus(), book::output);
        }
        assertSameAsReference(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"skip", "conflate"})
    void skippingBooksAccountForEveryMessage(final String policy) throws IOException {
        final int passes = 20;
        try (Command book = books.start(bus, "--policy", policy);
                Command feed = feed("--await-subscribers", 1, "--capacity", "64K", "--loop", passes)) {
            assertEquals(0, feed.exitStatus(), feed::output);
            final int status = book.exitStatus(); // waits for its end before the summary is read
            assertEquals(1 - books.number("whole"), status, book::output);
            assertEquals(books.number("gaps") > 0 ? 1 : 0, status, book::output);
        }
        assertEquals("ended", books.value("outcome"));
        assertEquals(MessageNames.published(reference.counts(), passes),
                books.number("messages") + books.number("gaps.messages"));
    }

    @Test
    void twoFeedsAreTwoSessionsAndBooksFollowTheFirst() throws IOException {
        try (Command book = books.start(bus); Command first = feed("--await-subscribers", 1, "--rate", "1/s")) {
            book.awaitLine("reading ");
            try (Command second = feed("--await-subscribers", 1)) {
                assertEquals(0, second.exitStatus(), second::output);
            }
            first.interrupt();
            assertEquals(0, book.exitStatus(), book::output);
            assertTrue(book.output().contains("another session is on the stream, the books ignore its messages"),
                    book::output);
        }
        assertEquals("ended", books.value("outcome"));
        assertEquals(MessageNames.published(reference.counts(), 1), books.number("messages.otherSessions"));
        assertEquals("", books.levels(), "the first feed has not reached its first order");
    }

    private Command feed(final Object... more) throws IOException {
        return Command.start(bus, Stream.concat(Stream.of("feed", "--stream", "md.itch", "--itch", itch, "--block-for",
                "book"), Stream.of(more)).toArray());
    }

    private void assertSameAsReference(final int passes) throws IOException {
        assertEquals(MessageNames.counts(reference.counts(), passes), books.counts());
        assertEquals("ended", books.value("outcome"));
        assertEquals(NOTHING_LOST, books.value("gaps.messages") + " " + books.value("doubtful") + " "
                + books.value("refused.unknownReference"));
        assertEquals(reference.levels(), books.levels());
    }
}

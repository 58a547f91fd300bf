package io.verbus.system.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import io.verbus.system.processes.BookFiles;
import io.verbus.system.processes.Command;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A feed and books on two hosts; one of them is stopped or killed (kill -9). */
@Tag("lab")
@ExtendWith(Cable.class)
class StoppedAndKilledTest {
    @TempDir(factory = ShmDir.class)
    private Path hostA;
    @TempDir(factory = ShmDir.class)
    private Path hostB;
    @TempDir
    private Path folder;
    private BookFiles books;
    private Play play;

    /** The transport between the hosts. */
    String scheme() {
        return Play.RDMA;
    }

    @BeforeEach
    void findPlay() throws IOException {
        books = new BookFiles(folder, "books");
        play = new Play(Play.shortSession(folder), hostA, hostB, scheme());
    }

    @Test
    @Tag("long")
    void stoppedBooksBlockTheFeedAndGetEverything() throws IOException {
        try (Command book = play.books(books, "block"); Command feed = play.feed("--capacity", "1M")) {
            feed.awaitLine(Play.BEGINS);
            book.stop();
            feed.awaitLine(" is silent: ");
            book.resume();
            feed.awaitLine(" is back");
            play.assertEnd(feed, book);
        }
        play.session().assertIsIn(books, 1);
    }

    @Test
    void stoppedFeedIsLostForNowAndContinues() throws IOException {
        try (Command book = play.books(books, "block"); Command feed = play.feed()) {
            feed.awaitLine(Play.BEGINS);
            feed.stop();
            book.awaitLine(" the session is lost for now before message ");
            feed.resume();
            book.awaitLine(" the session is back, it continues with message ");
            play.assertEnd(feed, book);
        }
        play.session().assertIsIn(books, 1);
    }

    @Test
    @Tag("long")
    void restartedBooksGetEverythingInTheLog() throws IOException {
        final BookFiles before = new BookFiles(folder, "before");
        try (Command killed = play.books(before, "block"); Command feed = play.slowFeed("--capacity", "64M")) {
            feed.awaitLine(Play.BEGINS);
            killed.kill();
            feed.awaitLine(" is disconnected, and may come back: ");
            feed.stop(); // until the restarted books wait for it
            try (Command book = play.books(books, "block")) {
                book.awaitLine("^waiting for a session ");
                feed.resume();
                play.assertEnd(feed, book);
            }
        }
        play.session().assertIsIn(books, 1);
    }

    @Test
    @Tag("long")
    void booksReportTheirFeedLostForGoodWhenTheNextStarts() throws IOException {
        try (Command book = play.books(books, "block")) {
            try (Command feed = play.feed()) {
                feed.awaitLine(Play.BEGINS);
                book.awaitLine("reading ");
                feed.kill();
            }
            book.awaitLine(" the session is lost for now before message ");
            try (Command feed = play.feed()) {
                assertEquals(1, book.exitStatus(), book::output);
                assertTrue(book.output().contains(" the session is lost for good before message "), book::output);
                feed.kill();
            }
        }
        assertEquals("lost", books.value("outcome"));
    }
}

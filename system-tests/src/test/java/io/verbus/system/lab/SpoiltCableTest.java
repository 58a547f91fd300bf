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
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A feed and books on two hosts, over a cable with faults. */
@Tag("lab")
class SpoiltCableTest {
    @TempDir(factory = ShmDir.class)
    private Path hostA;
    @TempDir(factory = ShmDir.class)
    private Path hostB;
    @TempDir
    private Path folder;
    @RegisterExtension
    private final Cable cable = new Cable();
    private Play play;

    @FunctionalInterface
    private interface Fault {
        void add() throws IOException;
    }

    @FunctionalInterface
    private interface Starter {
        Command start() throws IOException;
    }

    /** The transport between the hosts. */
    String scheme() {
        return Play.RDMA;
    }

    @BeforeEach
    void findPlay() throws IOException {
        play = new Play(Play.session(folder), hostA, hostB, scheme());
    }

    @Test
    void nothingIsLostAtOnePercentLoss() throws IOException {
        endsInTheKnownState("loss 1%");
    }

    @Test
    @Tag("long")
    void nothingIsLostAtFivePercentLoss() throws IOException {
        endsInTheKnownState("loss 5%", play::lossTolerantFeed);
    }

    /** The rate makes netem keep the order of packets; reordering is tested separately. */
    @Test
    @Tag("long")
    void nothingIsLostByDelay() throws IOException {
        endsInTheKnownState("delay 5ms 2ms 25% rate 10gbit");
    }

    @Test
    @Tag("long")
    void nothingIsLostByReordering() throws IOException {
        endsInTheKnownState("delay 2ms reorder 90% 50%");
    }

    @Test
    @Tag("long")
    void duplicatedPacketsAreNotDeliveredTwice() throws IOException {
        endsInTheKnownState("duplicate 5%");
    }

    @Test
    void nothingIsLostWhenTheCableIsCut() throws IOException {
        survives(cable::cut);
    }

    @Test
    @Tag("long")
    void nothingIsLostWhenOneDirectionIsCut() throws IOException {
        survives(cable::cutOneWay);
    }

    /** A connection that outlives the fault is as good as one that comes back. */
    @Test
    @Tag("long")
    void nothingIsLostByAPhaseOfTwentyPercentLoss() throws IOException {
        final BookFiles books = new BookFiles(folder, "books");
        try (Command book = play.books(books, "block"); Command feed = play.feed()) {
            feed.awaitLine(Play.BEGINS);
            cable.addFault("loss 20%");
            feed.awaitLine(" messages ");
            feed.awaitLine(" messages ");
            cable.repair();
            play.assertEnd(feed, book);
        }
        play.session().assertIsIn(books, 1);
    }

    private void survives(final Fault fault) throws IOException {
        final BookFiles books = new BookFiles(folder, "books");
        try (Command book = play.books(books, "block"); Command feed = play.feed()) {
            feed.awaitLine(Play.BEGINS);
            fault.add();
            feed.awaitLine(" is disconnected, and may come back: ");
            book.awaitLine(" the session is lost for now before message ");
            cable.repair();
            play.assertEnd(feed, book);
            assertTrue(feed.output().contains(" is back"), feed::output);
            assertTrue(book.output().contains(" the session is back, it continues with message "), book::output);
        }
        play.session().assertIsIn(books, 1);
    }

    @Test
    void skippingBooksAccountForEveryMessageAtOnePercentLoss() throws IOException {
        assertEveryMessageIsAccountedFor("loss 1%");
    }

    @Test
    @Tag("long")
    void skippingBooksAccountForEveryMessageAtFivePercentLoss() throws IOException {
        assertEveryMessageIsAccountedFor("loss 5%");
    }

    private void endsInTheKnownState(final String netem) throws IOException {
        endsInTheKnownState(netem, play::feed);
    }

    private void endsInTheKnownState(final String netem, final Starter starter) throws IOException {
        final BookFiles books = new BookFiles(folder, "books");
        try (Command book = play.books(books, "block"); Command feed = starter.start()) {
            feed.awaitLine(Play.BEGINS);
            cable.addFault(netem);
            play.assertEnd(feed, book);
        }
        play.session().assertIsIn(books, 1);
    }

    /**
     * The feed laps its log of 1 MiB in about half a second, so retransmissions can come too late. Books whose
     * connection ends by that shortly before the feed ends do not return to it: they account for all before that.
     */
    private void assertEveryMessageIsAccountedFor(final String netem) throws IOException {
        final BookFiles books = new BookFiles(folder, "books");
        try (Command book = play.books(books, "skip"); Command feed = play.feed("--capacity", "1M")) {
            feed.awaitLine(Play.BEGINS);
            cable.addFault(netem);
            assertEquals(play.session().feedStatus(), feed.exitStatus(), () -> feed.output() + book.output());
            final int status = book.exitStatus();
            final long accounted = books.number("messages") + books.number("gaps.messages");
            if ("lost".equals(books.value("outcome"))) {
                assertEquals(1, status, book::output);
                assertTrue(book.output().contains(" lost for good before message %,d: ".formatted(accounted)),
                        () -> book.output() + feed.output());
            } else {
                assertEquals("ended", books.value("outcome"), book::output);
                assertEquals(books.number("gaps.messages") > 0 ? 1 : 0, status, () -> book.output() + feed.output());
                assertEquals(play.session().published(), accounted);
            }
        }
        System.out.printf("lab: %s under skip: %s, %,d of %,d delivered, %,d in gaps%n", netem, books.value("outcome"),
                books.number("messages"), play.session().published(), books.number("gaps.messages"));
    }
}

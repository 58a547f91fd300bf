package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import io.verbus.testkit.SecretFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two buses, as those of two hosts, that share no directory and connect over TCP. */
@Tag("processes")
class TcpCommandsTest {
    @TempDir(factory = ShmDir.class)
    private Path here;
    @TempDir(factory = ShmDir.class)
    private Path there;
    @TempDir
    private Path folder;
    private String address;

    @BeforeEach
    void choosePort() throws IOException {
        address = SeatBuses.freeAddress();
    }

    @Test
    void booksOfAnotherBusEndInTheKnownState() throws IOException {
        final KnownSession session = KnownSession.generated(folder, 60_000);
        final BookFiles books = new BookFiles(folder, "books");
        try (Command feed = Command.start(here, "feed", "--stream", "md.itch", "--itch", session.itch(), "--block-for",
                "book", "--await-subscribers", 1, "--listen", address);
                Command book = books.start(there, "--connect", address)) {
            assertEquals(session.feedStatus(), feed.exitStatus(), feed::output);
            assertEquals(0, book.exitStatus(), book::output);
        }
        session.assertIsIn(books, 1);
    }

    @Test
    void strangersAreReportedInOneSentenceEach() throws IOException {
        final Path itch = folder.resolve("20191230.itch");
        Command.generate(itch, 2_000, 5);
        final Path secret = folder.resolve("a.key");
        SecretFile.write(secret, "0123456789abcdefA\n");
        final int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        try (Command feed = Command.start(here, "feed", "--stream", "md.itch", "--itch", itch, "--await-subscribers", 1,
                "--listen", address + "?secret-file=" + secret)) {
            feed.awaitLine("feed: waiting for 1 subscriber of md.itch");
            try (Socket browser = new Socket(InetAddress.getLoopbackAddress(), port)) {
                browser.getOutputStream().write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII));
                feed.awaitLine("cannot accept a connection: 127.0.0.1:\\d+ does not use the Verbus protocol, it speaks"
                        + " HTTP: check the address");
            }
            try (Command book = new BookFiles(folder, "books").start(there, "--connect", address)) {
                book.awaitLine(address + ": 127.0.0.1:" + port + " uses a secret, but this side has none: set"
                        + " secret-file on both sides or on neither");
                feed.awaitLine("127.0.0.1:\\d+ uses no secret, but this side has one: set secret-file on both sides or"
                        + " on neither");
            }
            try (Command second = Command.start(there, "feed", "--stream", "md.other", "--itch", itch, "--listen",
                    address)) {
                assertEquals(1, second.exitStatus(), second::output);
                assertTrue(second.output().endsWith("cannot listen at 127.0.0.1:" + port + ": Address already in use:"
                        + " use an address of this host, and a port that no other program uses\n"), second::output);
            }
        }
    }
}

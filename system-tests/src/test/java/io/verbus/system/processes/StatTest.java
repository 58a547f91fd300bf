package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./bus stat} for a feed that runs freely and for one under back pressure. */
@Tag("processes")
class StatTest {
    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;

    @Test
    void runningFeedHasARate() throws IOException {
        try (Command book = book(); Command feed = feed("--rate", "5000/s")) {
            feed.awaitLine("feed: begins, ");
            try (Command stat = Command.start(bus, "stat", "--wide", "--watch", "0.2")) {
                stat.awaitLine(
                        "^md\\.itch  publisher \\(\\d+\\)  +[0-9a-f]{16}  \\w+  +[\\d,]+"
                                + "  +[1-9][\\d,]*  +[1-9][\\d,]*  ");
                stat.awaitLine("^md\\.itch  book \\(\\d+\\) +[0-9a-f]{16}  [0-9a-f]{16}  BLOCK ");
            }
            assertTrue(feed.isAlive() && book.isAlive());
        }
    }

    @Test
    void causeOfBackPressureIsNamed() throws IOException {
        // A busy machine may need longer for a look than a stopped reader has by default until it is evicted.
        final Path patient = Files.writeString(folder.resolve("patient.yaml"), "bus:\n  progress-timeout: 10m\n");
        try (Command book = book(); Command feed = feed("--config", patient)) {
            feed.awaitLine("feed: begins, ");
            String printed;
            do { // more than a log: a reader that has read is evicted later than one that has not
                printed = stat("--wide");
            } while (!printed.matches("(?s).*\\nmd\\.itch  publisher \\(\\d+\\)  [0-9a-f]{16}  \\w+  +[\\d,]{7,}  .*")
                    && feed.isAlive());
            book.stop();
            do {
                printed = stat("--wide");
            } while (!printed.contains(" causes back pressure ") && feed.isAlive());
            assertTrue(
                    printed.matches(
                            "(?s).*book \\(\\d+\\) causes back pressure on md\\.itch: [\\d,]+ claims? of \\S+ refused,"
                                    + " .*"),
                    printed);
            assertTrue(printed.matches(
                    "(?s).*\\nmd\\.itch  book \\(\\d+\\) .* BLOCK +stalled, blocks "
                            + "+[1-9][\\d,]* +[1-9][\\d,]* +(9|10)\\d.*"),
                    printed);
            book.resume();
        }
    }

    @Test
    void stalledLappedAndGoneOfOneNameAreToldApart() throws IOException {
        try (Command stopped = skippingBook();
                Command reading = skippingBook();
                Command killed = Command.start(bus, "book", "--stream", "quiet"); // no publisher removes it
                Command feed = feed("--rate", "50000/s")) {
            feed.awaitLine("feed: begins, ");
            String before;
            do { // until each of the others has a session
                before = stat("--json");
            } while ((before.split("\"session\":\"", -1).length < 4 || !before.contains("\"quiet\""))
                    && feed.isAlive());
            stopped.stop();
            killed.kill();
            String printed;
            do {
                printed = stat("--sort", "state");
            } while (!printed.contains(" stalled, lapped ") && feed.isAlive());
            assertTrue(printed.matches("(?s).*\nquiet +book +" + killed.pid() + " +gone .*"
                    + "\nmd\\.itch +book +" + stopped.pid() + " +stalled, lapped .*"
                    + "\nmd\\.itch +book +" + reading.pid() + " +(reading|lapped) .*"), printed);
            stopped.resume();
        }
    }

    @Test
    void liveViewEndsWithStatusZeroAndWithoutEscapeSequences() throws IOException {
        try (Command stat = Command.start(bus, "stat", "--live", "0.1")) {
            stat.awaitLine(" every 0\\.1 s ");
            stat.awaitLine("^no publications or subscriptions in ");
            stat.interrupt();
            assertEquals(0, stat.exitStatus(), stat::output);
            assertTrue(stat.output().indexOf('\u001b') < 0, stat::output);
        }
    }

    /** The keys come through a FIFO, because only a program that runs on the terminal can type on it. */
    @Test
    void liveScreenOfATerminalActsOnKeys() throws IOException {
        final Path keys = folder.resolve("keys");
        assertEquals(0, new ProcessBuilder("mkfifo", keys.toString()).start().onExit().join().exitValue());
        try (Command stat = Command.startWithin(List.of("sh", "-c",
                "TERM=xterm exec script -qec \"stty rows 24 cols 80; exec $*\" /dev/null < $0", keys.toString()), bus,
                "stat", "--live"); OutputStream typing = Files.newOutputStream(keys)) {
            stat.awaitLine(" every 1 s ");
            stat.awaitLine("^no publications or subscriptions in ");
            typing.write('h');
            stat.awaitLine("next order: stream, ");
            typing.write('q');
            assertEquals(0, stat.exitStatus(), stat::output);
            assertTrue(stat.output().contains("\u001b[?1049h") && stat.output().contains("\u001b[?1049l"),
                    "the text before is on the screen again");
        }
    }

    @Test
    void metricsAreServedUntilTheEnd() throws IOException, InterruptedException {
        final int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (Command stat = Command.start(bus, "stat", "--http", port);
                HttpClient client = HttpClient.newHttpClient()) {
            stat.awaitLine("^OpenMetrics on http://127\\.0\\.0\\.1:" + port + "/metrics until Ctrl-C");
            final HttpResponse<String> scrape = client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build(),
                    HttpResponse.BodyHandlers.ofString());
            assertTrue(scrape.body().endsWith("\n# EOF\n"), scrape::body);
            stat.interrupt();
            assertEquals(0, stat.exitStatus(), stat::output);
        }
    }

    private Command skippingBook() throws IOException {
        return Command.start(bus, "book", "--stream", "md.itch", "--idle", "sleep", "--policy", "skip");
    }

    private String stat(final Object... options) throws IOException {
        final Object[] all = Arrays.copyOf(new Object[]{"stat"}, 1 + options.length);
        System.arraycopy(options, 0, all, 1, options.length);
        try (Command stat = Command.start(bus, all)) {
            assertEquals(0, stat.exitStatus(), stat::output);
            return stat.output();
        }
    }

    private Command book() throws IOException {
        return Command.start(bus, "book", "--stream", "md.itch", "--idle", "sleep");
    }

    private Command feed(final Object... more) throws IOException {
        final Path itch = folder.resolve("20191230.itch");
        Command.generate(itch, 20_000, 200);
        final Object[] arguments = {"feed", "--stream", "md.itch", "--itch", itch, "--capacity", "64K", "--loop",
                1_000_000, "--await-subscribers", 1, "--block-for", "book"};
        final Object[] all = Arrays.copyOf(arguments, arguments.length + more.length);
        System.arraycopy(more, 0, all, arguments.length, more.length);
        return Command.start(bus, all);
    }
}

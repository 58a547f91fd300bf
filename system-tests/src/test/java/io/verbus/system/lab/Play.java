package io.verbus.system.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.system.processes.BookFiles;
import io.verbus.system.processes.Command;
import io.verbus.system.processes.KnownSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A session that a feed on one host plays to books on another host.
 *
 * @param session to play
 * @param hostA bus directory of the feed
 * @param hostB bus directory of the books
 * @param scheme of the transport between them
 */
record Play(KnownSession session, Path hostA, Path hostB, String scheme) {
    static final String RDMA = "rdma";
    static final String TCP = "tcp";

    /** The line that a feed prints when its books are connected. */
    static final String BEGINS = "feed: begins, subscribed by ";

    /** A rate that the emulated device sustains. */
    private static final String RATE = "20000/s";
    /** The short session takes 8 s. */
    private static final String LOW_RATE = "7500/s";
    private static final int MESSAGES = 250_000;
    private static final int FEW_MESSAGES = 60_000;

    /** The real session if its data is available, otherwise a generated one of the same length. */
    static KnownSession session(final Path folder) throws IOException {
        final var real = KnownSession.real();
        return real.isPresent() ? real.get() : KnownSession.generated(folder, MESSAGES);
    }

    /** A short generated session. */
    static KnownSession shortSession(final Path folder) throws IOException {
        return KnownSession.generated(folder, FEW_MESSAGES);
    }

    /** Starts a feed that waits for its books. */
    Command feed(final Object... more) throws IOException {
        return start(Cable.atA(scheme), RATE, more);
    }

    /**
     * Starts a feed that plays for seconds after a stop, too. One that catches up has played its session within a
     * second, and may end before restarted books, whose first connection takes two in the emulator, have joined.
     */
    Command slowFeed(final Object... more) throws IOException {
        return start(Cable.atA(scheme), LOW_RATE, Stream.concat(Stream.of("--no-catch-up"), Stream.of(more)).toArray());
    }

    /**
     * Starts a feed for a cable with high loss. A device repeats a write from its first lost packet and gives up after
     * some retries, so large writes would never arrive in full; small writes do.
     */
    Command lossTolerantFeed() throws IOException {
        return start(Cable.atA(scheme) + (scheme.equals(RDMA) ? "&push=4096&retries=6" : ""), RATE);
    }

    private Command start(final String address, final String rate, final Object... more) throws IOException {
        return Command.start(hostA, Stream.concat(Stream.of("feed", "--stream", "md.itch", "--itch", session.itch(),
                "--rate", rate, "--await-subscribers", 1, "--block-for", "book", "--listen", address), Stream.of(more))
                .toArray());
    }

    /** Starts books under a policy. */
    Command books(final BookFiles files, final String policy) throws IOException {
        return files.start(hostB, "--policy", policy, "--connect", Cable.fromB(scheme));
    }

    /** Waits for both processes and checks their exit statuses. */
    void assertEnd(final Command feed, final Command book) {
        assertEquals(session.feedStatus(), feed.exitStatus(), () -> feed.output() + book.output());
        assertEquals(0, book.exitStatus(), () -> book.output() + feed.output());
    }
}

package io.verbus.tools.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.tools.processes.BookFiles;
import io.verbus.tools.processes.Command;
import io.verbus.tools.processes.KnownSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A session that is played from one host to books on another; each has a bus directory of its own.
 *
 * @param session to be played
 * @param hostA where the feed runs
 * @param hostB where the books run
 */
record Play(KnownSession session, Path hostA, Path hostB) {
    /** What a feed says when its books are there. */
    static final String BEGINS = "feed: begins, subscribed by ";

    /** What the emulation carries. */
    private static final String RATE = "20000/s";
    private static final int MESSAGES = 250_000;
    private static final int FEW_MESSAGES = 60_000;

    /** A real one, else a made one as long. */
    static KnownSession session(final Path folder) throws IOException {
        final var real = KnownSession.real();
        return real.isPresent() ? real.get() : KnownSession.generated(folder, MESSAGES);
    }

    /** A made one that is over soon. */
    static KnownSession shortSession(final Path folder) throws IOException {
        return KnownSession.generated(folder, FEW_MESSAGES);
    }

    /** Starts a feed that waits for its books. */
    Command feed(final Object... more) throws IOException {
        return start(Cable.atA(), more);
    }

    /**
     * Starts a feed for a cable that loses much. A device takes what is lost of one write as a failure of it, so many
     * packets in one write never get there all: they are kept small.
     */
    Command patientFeed() throws IOException {
        return start(Cable.atA() + "?push=4096&retries=6");
    }

    private Command start(final String address, final Object... more) throws IOException {
        return Command.start(hostA, Stream.concat(Stream.of("feed", "--stream", "md.itch", "--itch", session.itch(),
                "--rate", RATE, "--await-subscribers", 1, "--block-for", "book", "--listen", address), Stream.of(more))
                .toArray());
    }

    /** Starts books under a policy. */
    Command books(final BookFiles files, final String policy) throws IOException {
        return files.start(hostB, "--policy", policy, "--connect", Cable.fromB());
    }

    /** Waits for both to end well. */
    void assertEnd(final Command feed, final Command book) {
        assertEquals(session.feedStatus(), feed.exitStatus(), () -> feed.output() + book.output());
        assertEquals(0, book.exitStatus(), () -> book.output() + feed.output());
    }
}

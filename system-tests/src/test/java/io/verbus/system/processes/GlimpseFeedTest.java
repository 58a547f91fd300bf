package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.BlockSource;
import io.verbus.support.ShmDir;
import io.verbus.testkit.VenueBooks;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session that loses packets for good, repaired by the snapshots of an independent SoupBinTCP server. */
@Tag("processes")
class GlimpseFeedTest {
    private static final String REAL_FILE = "itch/nasdaq-totalview-2019-12-30-0304-0400.itch.gz";
    private static final int STEPS_PER_HEARTBEAT = 10_000;

    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;
    private final VenueBooks venue = new VenueBooks();
    private int sent;

    @Test
    void booksAreThoseOfTheVenueAfterLosses() throws IOException {
        final Path file = folder.resolve("20191230.itch");
        Command.generate(file, 40_000, 300);
        try (Command book = book("file");
                Command feed = Command.start(bus, "feed", "--stream", "md.itch", "--itch", file,
                        "--await-subscribers", 1, "--block-for", "book")) {
            assertEquals(0, feed.exitStatus(), feed::output);
            assertEquals(0, book.exitStatus(), book::output);
        }

        play(file, "live");

        assertEquals(Files.readString(folder.resolve("file")), Files.readString(folder.resolve("live")));
    }

    @Test
    void realSessionEndsInItsKnownStateAfterLosses() throws Exception {
        final String data = System.getenv("VERBUS_TEST_DATA");
        assumeTrue(data != null, "VERBUS_TEST_DATA does not name a folder of real data");
        final Path file = Path.of(data, REAL_FILE);
        assumeTrue(Files.exists(file), "there is no " + REAL_FILE + " in VERBUS_TEST_DATA");

        play(file, "live");

        assertEquals("8c950f9d12b159a767a5d128b9de8823cf3e0148d560b8b89ae4876d90afd326", HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(folder.resolve("live")))));
    }

    @Test
    void rejectedLoginLeavesTheBooksSuspect() throws IOException {
        try (LossyPeer peer = new LossyPeer("LIVE", 5);
                GlimpsePeer glimpse = new GlimpsePeer("OTHER", List::of);
                Command book = book("live");
                Command feed = feed(peer, glimpse)) {
            peer.lose(new byte[]{'S', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 'O'});
            for (long step = 0; glimpse.rejections() == 0; step++) {
                step(peer, glimpse, step);
            }
            feed.awaitLine("feed: warning: no snapshot of GLIMPSE at 127.0.0.1:\\d+: the login was rejected: user or"
                    + " password is wrong \\(--glimpse-user, --glimpse-password-file\\); it is requested again");
            end(peer, feed);
            assertEquals(1, feed.exitStatus(), feed::output);
            assertTrue(feed.output().contains("the books of its readers are suspect from the start"), feed::output);
            assertEquals(1, book.exitStatus(), book::output);
        }
    }

    /** Plays a file through a lossy server. The last message is lost too, so the last snapshot includes all of it. */
    private void play(final Path file, final String levels) throws IOException {
        final List<byte[]> messages = new ArrayList<>();
        try (BlockSource source = BlockSource.streamed(file)) {
            for (Block block = source.next(); block != null; block = source.next()) {
                add(block, messages);
            }
        }
        try (LossyPeer peer = new LossyPeer("LIVE", 5);
                GlimpsePeer glimpse = new GlimpsePeer("USER", this::snapshot);
                Command book = book(levels);
                Command feed = feed(peer, glimpse)) {
            for (final byte[] message : messages.subList(0, messages.size() - 1)) {
                peer.publish(message);
                take(message);
                if (sent % 100 == 0) {
                    glimpse.serve();
                }
            }
            peer.lose(messages.getLast());
            take(messages.getLast());
            final String recovered = "the books are sound again from message %,d on".formatted(messages.size() + 1);
            for (long step = 0; !feed.output().contains(recovered); step++) {
                assertTrue(feed.isAlive(), feed::output);
                step(peer, glimpse, step);
            }
            end(peer, feed);
            assertEquals(1, feed.exitStatus(), feed::output);
            assertTrue(feed.output().contains("the server closed the connection before the snapshot was complete"),
                    feed::output);
            assertTrue(feed.output().contains("the books of its readers are sound again, but trades may be missing"),
                    feed::output);
            assertEquals(1, book.exitStatus(), book::output);
            assertTrue(book.output().contains("the feed lost messages of its source"), book::output);
            assertTrue(glimpse.logins() >= 2, () -> glimpse.logins() + " logins");
        }
    }

    private List<byte[]> snapshot() {
        final List<byte[]> snapshot = new ArrayList<>(venue.snapshot());
        snapshot.add(GlimpsePeer.end(sent + 1));
        return snapshot;
    }

    private void take(final byte[] message) {
        venue.apply(message);
        sent++;
    }

    private static void step(final LossyPeer peer, final GlimpsePeer glimpse, final long step) throws IOException {
        if (step % STEPS_PER_HEARTBEAT == 0) {
            peer.heartbeat();
        }
        glimpse.serve();
        Thread.onSpinWait();
    }

    private static void end(final LossyPeer peer, final Command feed) throws IOException {
        for (long step = 0; feed.isAlive(); step++) {
            if (step % STEPS_PER_HEARTBEAT == 0) {
                peer.end();
            }
            Thread.onSpinWait();
        }
    }

    private static void add(final Block block, final List<byte[]> messages) {
        for (int at = 0; at < block.length();) {
            final byte[] message = new byte[block.buffer().getShort(at, ByteOrder.BIG_ENDIAN)];
            block.buffer().getBytes(at + Block.FRAMING, message);
            messages.add(message);
            at += Block.FRAMING + message.length;
        }
    }

    private Command feed(final LossyPeer peer, final GlimpsePeer glimpse) throws IOException {
        final Path password = Files.writeString(folder.resolve("password"), "secret\n");
        final Command feed = Command.start(bus, "feed", "--stream", "md.itch", "--moldudp64", "127.0.0.1:0",
                "--glimpse", glimpse.address(), "--glimpse-user", "USER", "--glimpse-password-file", password,
                "--await-subscribers", 1, "--block-for", "book", "--date", "2019-12-30", "--silence", "2s");
        peer.connect(Integer.parseInt(feed.awaitLine("^feed: 127\\.0\\.0\\.1:(\\d+) on stream md.itch; ").group(1)));
        return feed;
    }

    private Command book(final String levels) throws IOException {
        return Command.start(bus, "book", "--stream", "md.itch", "--idle", "sleep", "--book-out",
                folder.resolve(levels));
    }
}

package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.BlockSource;
import io.verbus.support.ShmDir;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A session from an independent MoldUDP64 server, with lost packets, through feed and bus into books. */
@Tag("processes")
class LiveFeedTest {
    private static final String REAL_FILE = "itch/nasdaq-totalview-2019-12-30-0304-0400.itch.gz";
    private static final int FEWEST_DROPPED = 30;
    private static final int REPEATS = 10;

    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;

    @Test
    void realSessionEndsInItsKnownState() throws Exception {
        final String data = System.getenv("VERBUS_TEST_DATA");
        assumeTrue(data != null, "VERBUS_TEST_DATA does not name a folder of real data");
        final Path file = Path.of(data, REAL_FILE);
        assumeTrue(Files.exists(file), "there is no " + REAL_FILE + " in VERBUS_TEST_DATA");

        final String feed = playLive(file, "live");

        assertTrue(feed.contains("""
                  S  System Event                              2
                  R  Stock Directory                       8,906
                  H  Stock Trading Action                  8,897
                  Y  Reg SHO Restriction                   8,893
                  L  Market Participant Position         215,036
                  A  Add Order                             5,609
                  F  Add Order with MPID                      36
                  E  Order Executed                           13
                  X  Order Cancel                          1,453
                  D  Order Delete                          2,658
                  U  Order Replace                           331
                  P  Trade (non-cross)                         3
                """), feed);
        assertEquals("8c950f9d12b159a767a5d128b9de8823cf3e0148d560b8b89ae4876d90afd326", HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(folder.resolve("live")))));
    }

    @Test
    void liveFeedGivesTheSameBooksAsAFile() throws IOException {
        final Path file = folder.resolve("20191230.itch");
        Command.generate(file, 40_000, 300);
        try (Command book = book("file");
                Command feed = Command.start(bus, "feed", "--stream", "md.itch", "--itch", file,
                        "--await-subscribers", 1, "--block-for", "book")) {
            assertEquals(0, feed.exitStatus(), feed::output);
            assertEquals(0, book.exitStatus(), book::output);
        }

        playLive(file, "live");

        assertEquals(Files.readString(folder.resolve("file")), Files.readString(folder.resolve("live")));
    }

    @Tag("long")
    @Test
    void lostMessagesEndTheFeedWithAMessage() throws IOException {
        try (LossyPeer peer = new LossyPeer("LIVE", 1);
                Command book = book("live");
                Command feed = feed(peer, "--attempts", 2, "--no-continue-on-loss")) {
            for (long step = 0; feed.isAlive(); step++) {
                if (step % 10_000 == 0) {
                    peer.endBefore(1_001);
                }
                Thread.onSpinWait();
            }
            assertEquals(1, feed.exitStatus(), feed::output);
            assertTrue(feed.output().matches("(?s).*bus: messages 1 to 1,000 of session LIVE are lost, after [\\d,]+"
                    + " requests without an answer; earlier messages are published \\(omit --no-continue-on-loss to"
                    + " continue without the lost ones\\)\n"), feed::output);
            assertEquals(1, book.exitStatus(), book::output);
            assertTrue(book.output().contains("the session was lost before its end"), book::output);
        }
    }

    /** The messages before the loss are missing, so neither result is whole. */
    @Tag("long")
    @Test
    void feedThatContinuesOnLossEndsWithOne() throws IOException {
        try (LossyPeer peer = new LossyPeer("LIVE", 1);
                Command book = book("live");
                Command feed = feed(peer, "--attempts", 2)) {
            for (long step = 0; feed.isAlive(); step++) {
                if (step % 10_000 == 0) {
                    peer.endBefore(1_001);
                }
                Thread.onSpinWait();
            }
            assertEquals(1, feed.exitStatus(), feed::output);
            assertTrue(feed.output().contains("messages lost") && feed.output().contains("1,000\n"), feed::output);
            assertEquals(1, book.exitStatus(), book::output);
            assertTrue(book.output().contains("the feed lost messages of its source 1 times: books were suspect"),
                    book::output);
        }
    }

    @Test
    void interruptedFeedEndsItsSession() throws IOException {
        try (LossyPeer peer = new LossyPeer("LIVE", 1); Command book = book("live"); Command feed = feed(peer)) {
            peer.publish(new byte[12]);
            peer.flush();
            feed.awaitLine("session LIVE received");

            feed.interrupt();

            assertEquals(143, feed.exitStatus(), feed::output);
            assertTrue(feed.output().contains("feed: stopped before the end of the session\n"), feed::output);
            assertEquals(0, book.exitStatus(), book::output);
        }
    }

    /** The books are whole either way; --strict reports each disturbance by its status, but no cancelled claim. */
    @Tag("long")
    @ParameterizedTest
    @CsvSource({"stray, true, 1", "stray, false, 0", "false end, true, 1", "false end, false, 0",
            "false end ahead, true, 1", "false end ahead, false, 0", "empty blocks, true, 1", "empty blocks, false, 0",
            "unknown type, true, 1", "unknown type, false, 0", "heartbeat ahead, true, 0"})
    void disturbedFeedEndsWithOneIfStrict(final String disturbance, final boolean strict, final int status)
            throws IOException {
        try (LossyPeer peer = new LossyPeer("LIVE", 1);
                Command book = book("live");
                Command feed = strict ? feed(peer, "--strict") : feed(peer)) {
            peer.publish(systemEvent());
            peer.flush();
            feed.awaitLine("session LIVE received");
            for (int i = 0; i < REPEATS; i++) { // some are dropped
                switch (disturbance) {
                    case "stray" -> peer.forge("SESSION002", 1, 0);
                    case "false end" -> peer.end();
                    case "false end ahead" -> peer.forge("LIVE      ", 9_999, 0xFFFF);
                    case "empty blocks" -> peer.forge("LIVE      ", 2, REPEATS);
                    case "heartbeat ahead" -> peer.forge("LIVE      ", 9_999, 0);
                    case "unknown type" -> peer.publish(new byte[]{'z'});
                    default -> throw new AssertionError(disturbance);
                }
            }
            for (int i = 0; i < REPEATS; i++) {
                peer.publish(systemEvent());
                peer.flush();
            }
            for (long step = 0; feed.isAlive(); step++) {
                if (step % 1_000 == 0) {
                    peer.end();
                }
                peer.serve();
                Thread.onSpinWait();
            }
            assertEquals(status, feed.exitStatus(), feed::output);
            assertTrue(feed.output().matches("(?s).* System Event +" + (REPEATS + 1) + "\\n.*"), feed::output);
            assertEquals(0, book.exitStatus(), book::output);
        }
    }

    private static byte[] systemEvent() {
        final byte[] message = new byte[12];
        message[0] = 'S';
        return message;
    }

    /** Plays a file through the lossy server. Returns the output of the feed. */
    private String playLive(final Path file, final String levels) throws IOException {
        try (LossyPeer peer = new LossyPeer("LIVE", 5); Command book = book(levels); Command feed = feed(peer)) {
            try (BlockSource source = BlockSource.streamed(file)) {
                for (Block block = source.next(); block != null; block = source.next()) {
                    publish(block, peer);
                }
            }
            peer.flush();
            for (long step = 0; feed.isAlive(); step++) {
                if (step % 1_000 == 0) {
                    peer.end();
                }
                peer.serve();
                Thread.onSpinWait();
            }
            assertEquals(0, feed.exitStatus(), feed::output);
            assertEquals(0, book.exitStatus(), book::output);
            assertTrue(peer.dropped() > FEWEST_DROPPED, () -> peer.dropped() + " packets were dropped");
            assertTrue(feed.output().contains("messages that filled gaps"), feed::output);
            return feed.output();
        }
    }

    private static void publish(final Block block, final LossyPeer peer) throws IOException {
        for (int at = 0; at < block.length();) {
            final byte[] message = new byte[block.buffer().getShort(at, ByteOrder.BIG_ENDIAN)];
            block.buffer().getBytes(at + Block.FRAMING, message);
            peer.publish(message);
            at += Block.FRAMING + message.length;
        }
    }

    private Command feed(final LossyPeer peer, final Object... more) throws IOException {
        final List<Object> line = new ArrayList<>(List.of("feed", "--stream", "md.itch", "--moldudp64", "127.0.0.1:0",
                "--request", peer.requestAddress(), "--await-subscribers", 1, "--block-for", "book", "--date",
                "2019-12-30", "--silence", "2s"));
        line.addAll(List.of(more));
        final Command feed = Command.start(bus, line.toArray());
        peer.connect(Integer.parseInt(feed.awaitLine("^feed: 127\\.0\\.0\\.1:(\\d+) on stream md.itch; ").group(1)));
        return feed;
    }

    private Command book(final String levels) throws IOException {
        return Command.start(bus, "book", "--stream", "md.itch", "--idle", "sleep", "--book-out",
                folder.resolve(levels));
    }
}

package io.verbus.tools.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Policy;
import io.verbus.SessionEvent;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.config.Configuration;
import io.verbus.marketdata.book.MessageTypes;
import io.verbus.marketdata.feed.Pace;
import io.verbus.support.ShmDir;
import io.verbus.testkit.CaptureWriter;
import io.verbus.testkit.ItchSession;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class FeedCommandTest {
    private static final String REAL_FILE = "itch/nasdaq-totalview-2019-12-30-0304-0400.itch.gz";

    @TempDir(factory = ShmDir.class)
    private Path shm;
    @TempDir
    private Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void fileIsPlayedAndSummarised() throws IOException {
        final Path file = new ItchSession().delete(1, 10).delete(2, 11).write(folder.resolve("20191230.itch"));

        assertEquals(0, feed("--itch", file.toString()));

        assertEquals("feed: " + file + " on stream md.test at max; day 2019-12-30 (the file name),"
                + " venue XNAS\n", withoutProgress());
        assertEquals("""
                feed: 2 messages in T s (R), 1 pass
                  D  Order Delete                              2
                """, out.toString().replaceFirst("in .* s \\(.*\\)", "in T s (R)"));
    }

    @Test
    void snapshotsArePublishedOnRequest() throws IOException {
        final Path file = new ItchSession().delete(1, 10).delete(2, 11).write(folder.resolve("20191230.itch"));

        assertEquals(0, feed("--itch", file.toString(), "--snapshots", "--snapshot-interval", "3600"));

        assertTrue(err.toString().endsWith("feed: 0 snapshots on stream md.test.snapshot\n"), err.toString());
        assertTrue(!err.toString().contains("subscriber"), "own subscribers are not reported: " + err);
    }

    @Test
    void truncatedFileIsNeverStatusZero() throws IOException {
        final Path file = new ItchSession().delete(1, 10).cutOff().write(folder.resolve("20191230.itch"));

        assertEquals(1, feed("--itch", file.toString(), "--rate", "x20", "--loop", "3"));
        assertTrue(err.toString().endsWith("feed: warning: " + file + " is cut off: it ends in the middle of a message,"
                + " after 25 bytes; the last whole message ends at byte 21, 4 bytes are left over\n"), err.toString());
        assertEquals(1, feed("--itch", file.toString(), "--strict"));
    }

    @Test
    void malformedMessagesAreNeverStatusZero() throws IOException {
        final Path file = new ItchSession().delete(1, 10).raw((byte) 'A').write(folder.resolve("20191230.itch"));

        assertEquals(1, feed("--itch", file.toString()));
        assertTrue(err.toString().endsWith("feed: warning: " + file + ": the message of type A at byte 23 is 1 bytes"
                + " long, not 36 as in the specification: skipped; the books of its readers are suspect after"
                + " message 1\n"),
                err.toString());
        assertEquals(1, feed("--itch", file.toString(), "--strict"));
    }

    @Test
    void emptyMessageBeforeTheEndIsAnError() throws IOException {
        final byte[] whole = Files
                .readAllBytes(new ItchSession().delete(1, 10).write(folder.resolve("20191230.itch")));
        final Path file = folder.resolve("20191230.ended");
        final int ten = 10;

        Files.write(file, Arrays.copyOf(whole, whole.length + 2));
        assertEquals(0, feed("--itch", file.toString(), "--loop", "3"), err::toString);
        Files.write(file, Arrays.copyOf(whole, whole.length + 2 * ten));
        assertEquals(1, feed("--itch", file.toString(), "--strict"), err::toString);
        assertTrue(err.toString().endsWith("feed: warning: " + file + ": the empty message before byte 23, which ends a"
                + " session, is not the last one\n"), err.toString());
        Files.write(file, whole, StandardOpenOption.APPEND);
        assertEquals(1, feed("--itch", file.toString()), err::toString);
    }

    @Test
    void invalidOptionsAreRefusedInOneLine() throws IOException {
        final Path file = new ItchSession().delete(1, 10).write(folder.resolve("20191230.itch"));

        assertRefused(1, "there is no file /nowhere", "--itch", "/nowhere");
        assertRefused(2, "'fast' is not a rate: use " + Pace.FORMS, "--itch", file.toString(), "--rate", "fast");
        assertRefused(2, "Invalid value for option '--loop': '0': give 1 or more",
                "--itch", file.toString(), "--loop", "0");
        assertRefused(2, "--date x is not a date: write it as 2019-12-30", "--itch", file.toString(), "--date", "x");
        assertRefused(2, "--snapshot-interval and --snapshot-rate need snapshots: add --snapshots",
                "--itch", file.toString(), "--snapshot-rate", "5");
        assertRefused(2, "snapshot interval 0.0 s: give 0.001 to 3600 seconds",
                "--itch", file.toString(), "--snapshots", "--snapshot-interval", "0");
        assertRefused(2, "snapshot rate 0: give 1 to 1000000000 messages a second",
                "--itch", file.toString(), "--snapshots", "--snapshot-rate", "0");
    }

    @Test
    void captureIsPlayedAndSummarised() throws IOException {
        final Path file = capture().write(folder.resolve("c.pcap"));

        assertEquals(0, feed("--pcap", file.toString(), "--rate", "realtime"), err::toString);

        assertEquals("feed: " + file + " (233.1.1.1:5001) on stream md.test at realtime; day 2019-12-30 (the first"
                + " packet), venue XNAS\nfeed: session SESSION001 received\n"
                + "feed: note: the capture ends before the end of the session\n", withoutProgress());
        assertEquals("""
                feed: 3 messages in T s (R), 1 pass
                  D  Order Delete                              3
                feed: session SESSION001
                     packets                                   2
                     packets of others, skipped                1
                """, out.toString().replaceFirst("in .* s \\(.*\\)", "in T s (R)"));
    }

    @Test
    void cutCaptureIsNeverStatusZero() throws IOException {
        final byte[] whole = capture().toBytes();
        final Path file = Files.write(folder.resolve("c.pcap"), Arrays.copyOf(whole, whole.length - 1));

        assertEquals(1, feed("--pcap", file.toString(), "--date", "2020-01-02"), err::toString);

        assertTrue(err.toString().endsWith("feed: warning: " + file + " is cut off: it ends after 303 bytes, within the"
                + " packet at byte 205\nfeed: note: the capture ends before the end of the session\n"), err.toString());
        assertTrue(out.toString().contains("feed: 2 messages"), out.toString());
    }

    @Test
    void pairOfCapturesIsPlayed() throws IOException {
        final Path one = capture().write(folder.resolve("a.pcap"));
        final Path other = capture().write(folder.resolve("b.pcap"));

        assertEquals(0, feed("--pcap", one.toString(), "--pcap", other.toString(), "--rate", "x100"), err::toString);

        assertTrue(out.toString().contains("     duplicate messages                        3\n")
                && out.toString().contains("feed: 3 messages"), out.toString());
    }

    /** Packets of two messages and one, and one to another group. */
    private static CaptureWriter capture() {
        final InetSocketAddress from = new InetSocketAddress("10.0.0.1", 1);
        final InetSocketAddress to = new InetSocketAddress("233.1.1.1", 5_001);
        final long timeNs = 1_577_692_800_000_000_000L;
        return new CaptureWriter().udp(timeNs, from, to, packet(1, 2))
                .udp(timeNs, from, new InetSocketAddress("233.9.9.9", 5_001), new byte[3])
                .udp(timeNs + 1_000_000, from, to, packet(3, 1));
    }

    private static byte[] packet(final long first, final int deletes) {
        final ByteBuffer packet = ByteBuffer.allocate(20 + 21 * deletes)
                .put("SESSION001".getBytes(StandardCharsets.US_ASCII)).putLong(first).putShort((short) deletes);
        for (int i = 0; i < deletes; i++) {
            packet.putShort((short) 19).put((byte) 'D').putShort((short) 1).putLong(0).putLong(i);
        }
        return packet.array();
    }

    @Test
    void mistakesWithACaptureAreRefusedInOneLine() throws IOException {
        final String file = capture().write(folder.resolve("c.pcap")).toString();
        assertRefused(2,
                "--itch excludes --moldudp64, --iex and --pcap: a feed plays a file, a live session or a capture",
                "--itch", "x", "--pcap", file);
        assertRefused(2, "--loop is for --itch: a session is played once", "--pcap", file, "--loop", "2");
        assertRefused(2, "--request is for a live session: omit it with --pcap", "--pcap", file, "--request",
                "127.0.0.1:1");
        assertRefused(1, "there is no file /nowhere", "--pcap", "/nowhere");
        assertRefused(2, "--date x is not a date: write it as 2019-12-30", "--pcap", file, "--date", "x");
        assertRefused(2, "--venue x is not a market identifier code: write 4 capital letters or digits, such as XNAS",
                "--pcap", file, "--venue", "x");
        assertRefused(1,
                file + " has no UDP packet to 233.1.1.2:5001; number of other packets: 3, the first to 233.1.1.1:5001:"
                        + " name another file, or other destinations with --moldudp64",
                "--pcap", file, "--moldudp64",
                "233.1.1.2:5001");
        final String itch = new ItchSession().delete(1, 10).write(folder.resolve("20191230.itch")).toString();
        assertRefused(1, itch + " is not a capture (pcap or pcapng, raw or gzip): it begins with the bytes 00134400;"
                + " unpack other compressed files, and play a file of ITCH messages with --itch", "--pcap", itch);
    }

    @Test
    void eitherFileOrLiveSessionIsRequired() {
        assertRefused(2,
                "nothing to play: name a file with --itch, a live session with --moldudp64 or --iex, or a capture with"
                        + " --pcap");
        assertRefused(2,
                "--itch excludes --moldudp64, --iex and --pcap: a feed plays a file, a live session or a capture",
                "--itch", "x", "--moldudp64", "127.0.0.1:0");
        assertRefused(2, "--rate and --loop are for files: a live session cannot be paced or repeated",
                "--moldudp64", "127.0.0.1:0", "--request", "127.0.0.1:1", "--rate", "x2");
        assertRefused(2, "a live session needs --moldudp64 or --iex: it is missing", "--request", "127.0.0.1:1");
    }

    @Test
    void subscriberReceivesRealSession() throws Exception {
        final String data = System.getenv("VERBUS_TEST_DATA");
        Assumptions.assumeTrue(data != null, "VERBUS_TEST_DATA does not name a folder of real data");
        final Path file = Path.of(data, REAL_FILE);
        Assumptions.assumeTrue(Files.exists(file), "there is no " + REAL_FILE + " in VERBUS_TEST_DATA");
        try (Bus bus = bus()) {
            final CompletableFuture<Map<String, Integer>> counts = CompletableFuture.supplyAsync(() -> count(bus));

            assertEquals(1, feed("--itch", file.toString(), "--await-subscribers", "1", "--block-for", "subscription",
                    "--loop", "2"));

            assertEquals(new TreeMap<>(Map.ofEntries(Map.entry("SessionBegin", 1), Map.entry("SessionEnd", 1),
                    Map.entry("InstrumentState", 2), Map.entry("MarketEvent", 4), Map.entry("Instrument", 17_812),
                    Map.entry("StockDirectory", 17_812), Map.entry("TradingStatus", 17_794),
                    Map.entry("ShortSaleRestriction", 17_786), Map.entry("ParticipantPosition", 430_072),
                    Map.entry("OrderAdded", 11_290), Map.entry("OrderExecuted", 26), Map.entry("OrderReduced", 2_906),
                    Map.entry("OrderDeleted", 5_316), Map.entry("OrderReplaced", 662), Map.entry("Trade", 6))),
                    counts.get());
        }
        assertTrue(err.toString().endsWith("is cut off: the gzip stream ends without its trailer after 7,141,693 bytes;"
                + " the last whole message ends at byte 7,141,658, 35 bytes are left over\n"), err.toString());
    }

    /** Counts messages per type until the session ends. */
    private static Map<String, Integer> count(final Bus bus) {
        final Map<String, Integer> counts = new TreeMap<>();
        final boolean[] ended = new boolean[1];
        final SubscriptionSettings settings = SubscriptionSettings.of("md.test").withPolicy(Policy.BLOCK)
                .withStart(Start.oldest()).withListener(event -> {
                    if (event instanceof SessionEvent.Ended _) {
                        ended[0] = true;
                    }
                });
        final MessageHeaderDecoder message = new MessageHeaderDecoder();
        try (Subscription subscription = bus.subscribe(settings)) {
            while (!ended[0]) {
                subscription.poll((buffer, offset, length, header) -> {
                    message.wrap(buffer, offset);
                    counts.merge(MessageTypes.name(MessageTypes.of(message.schemaId(), message.templateId())), 1,
                            Integer::sum);
                    return Action.TAKEN;
                }, 1_000);
            }
        }
        return counts;
    }

    private Bus bus() {
        return Bus.launch(BusSettings.defaults().withDirectory(shm));
    }

    /** The messages; a run of a second or more also prints its progress. */
    private String withoutProgress() {
        return err.toString().replaceAll("(?m)^feed: +[0-9.]+ %.*\\R", "");
    }

    private void assertRefused(final int status, final String message, final String... args) {
        err.reset();
        assertEquals(status, feed(args));
        assertEquals(message + "\n", err.toString());
    }

    /** Runs the command as the command line does. */
    private int feed(final String... args) {
        final PrintStream errors = new PrintStream(err);
        final CommandLine line = new CommandLine(new FeedCommand(
                () -> Configuration.of(BusSettings.defaults().withDirectory(shm)), Bus::launch, new PrintStream(out),
                errors));
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            if (failure instanceof BusException) {
                errors.println(failure.getMessage());
                return 1;
            }
            throw failure;
        });
        line.setParameterExceptionHandler((mistake, _) -> {
            errors.println(mistake.getMessage());
            return 2;
        });
        final String[] all = new String[args.length + 2];
        System.arraycopy(args, 0, all, 2, args.length);
        all[0] = "--stream";
        all[1] = "md.test";
        return line.execute(all);
    }
}

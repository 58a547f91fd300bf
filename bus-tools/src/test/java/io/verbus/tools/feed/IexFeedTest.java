package io.verbus.tools.feed;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.config.Configuration;
import io.verbus.marketdata.source.CaptureFile;
import io.verbus.marketdata.source.UdpDatagram;
import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.CaptureWriter;
import io.verbus.tools.book.BookCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code feed --pcap} and {@code book --levels-out} with sessions of IEX. */
class IexFeedTest {
    private static final String REAL_FILE = "iex/iex-deep-1.0-2017-04-25.pcap.gz";
    private static final double LOSS = 0.3;
    private static final long TIME_NS = 1_493_132_598_000_000_000L;
    private static final InetSocketAddress FROM = new InetSocketAddress("10.0.0.1", 1);
    private static final InetSocketAddress[] SIDES = {new InetSocketAddress("233.215.21.4", 10_378),
            new InetSocketAddress("233.215.21.132", 10_378)};

    @TempDir(factory = ShmDir.class)
    private Path shm;
    @TempDir
    private Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void realSessionEndsInTheKnownLevels() throws IOException, GeneralSecurityException {
        final Path file = real();

        // The file ends within a packet.
        assertEquals(List.of(1, 0), feedAndBook("--pcap", file.toString()), this::printed);

        assertEquals("7ad1cf696314ee8a1f620c470fdaa3865bf7cae614107fc1cf057a88bada26dd", hashOfLevels());
        final Properties summary = new Properties();
        summary.load(Files.newBufferedReader(folder.resolve("summary")));
        assertEquals("792", summary.getProperty("books.levels"));
        assertEquals("0", summary.getProperty("books.orders"));
        assertEquals("1", summary.getProperty("whole"));
        assertEquals("83343", summary.getProperty("messages.Trade"));
        assertTrue(summary.getProperty("top.0.bid") != null && summary.getProperty("top.4.symbol") != null);
        assertTrue(printed().contains("day 2017-04-25 (the first packet), venue IEXG"), this::printed);
        assertTrue(printed().contains("is cut off: it ends after"), this::printed);
        assertFalse(printed().contains("lost"), this::printed);
    }

    @Test
    void realSessionOfTwoFeedsThatLosePacketsIsWhole() throws IOException, GeneralSecurityException {
        final SplittableRandom random = new SplittableRandom(Seeds.draw());
        final CaptureWriter[] writers = {new CaptureWriter(), new CaptureWriter()};
        final UdpDatagram datagram = new UdpDatagram();
        try (CaptureFile file = CaptureFile.open(real())) {
            while (file.next()) {
                final boolean isWhole = datagram.read(file) == UdpDatagram.Content.WHOLE;
                final byte[] packet = new byte[datagram.length()];
                datagram.buffer().getBytes(datagram.offset(), packet);
                final int saved = random.nextInt(2);
                for (int side = 0; side < 2 && isWhole; side++) {
                    if (side == saved || random.nextDouble() > LOSS) {
                        writers[side].udp(file.timeNs(), FROM, SIDES[side], packet);
                    }
                }
            }
        }

        assertEquals(List.of(0, 0), feedAndBook("--strict", "--pcap", writers[0].write(folder.resolve("a")).toString(),
                "--pcap", writers[1].write(folder.resolve("b")).toString()), this::printed);

        // 803 levels: without the cut packet at the end of the file.
        assertEquals("d88cdaf1e5e7881c78ba541251bb9a591d4081ee5c0407639c4e8f810898bedc", hashOfLevels());
        assertFalse(printed().contains("lost"), this::printed);
    }

    @Test
    void levelsAreThoseOfTheNewestSessionThatHadOne() throws IOException {
        final Path file = capture(level(1, 1, '8', "ZXIET", 300, 7_001), level(2, 2, '5', "A", 100, 20_000),
                level(1, 11, '5', "B", 5, 3), level(2, 12, '8', "A", 10, 19_999), heartbeat(1, 21));

        assertEquals(List.of(0, 0), feedAndBook("--pcap", file.toString(), "--venue", "IEXG"), this::printed);

        assertEquals("A,B,19999,10\nB,S,3,5", Files.readString(folder.resolve("levels")));
        assertEquals("feed: " + file + " (233.215.21.4:10378) on stream md.test at max; day 2017-04-25 (the first"
                + " packet), venue IEXG\nfeed: session 7 received\nfeed: session 7 begins again at its first message\n"
                + "feed: session 7 begins again at its first message\n", withoutBlocking());
        assertEquals("""
                feed: 4 messages in T s (R), 1 pass
                  8  Price Level Update, buy                   2
                  5  Price Level Update, sell                  2
                feed: session 7
                     packets                                   5
                     heartbeats, end of session                1
                """, out.toString().replaceFirst("in .* s \\(.*\\)", "in T s (R)"));
    }

    @Test
    void streamWithoutLevelsGivesAnEmptyFile() throws IOException {
        assertEquals(List.of(0, 0), feedAndBook("--pcap", capture(heartbeat(1, 1)).toString()), this::printed);
        assertEquals("", Files.readString(folder.resolve("levels")));
        err.reset();
        assertEquals(0, feed("--pcap", capture(heartbeat(1, 1)).toString(), "--date", "2017-04-26"), this::printed);
        assertTrue(printed().contains("day 2017-04-26 (--date), venue IEXG"), this::printed);
    }

    @Test
    void missingAndMalformedMessagesAreReported() throws IOException {
        final Path gap = capture(level(1, 1, '8', "A", 300, 7_001), level(3, 2, '8', "A", 100, 7_002));
        assertEquals(1, feed("--pcap", gap.toString()), this::printed);
        assertTrue(printed().contains("message 2 of session 7 is lost, without a re-request server"), this::printed);
        err.reset();
        final Path wrong = capture(packet(1, 1, new byte[]{'8', 1, 2}), packet(2, 2, new byte[]{'z'}));
        assertEquals(1, feed("--pcap", wrong.toString()), this::printed);
        assertTrue(printed().contains("the message of type 8 at byte 2 is 3 bytes long, not 30 as in the"
                + " specification: skipped"), this::printed);
        assertTrue(out.toString().contains("unknown types, skipped") && out.toString().contains("('z')"),
                out::toString);
    }

    @Test
    void mistakesAreRefusedInOneLine() throws IOException {
        final String file = capture(heartbeat(1, 1)).toString();
        assertRefused(1, file + " has no MoldUDP64 packet of the session; number of other packets: 1, the first to"
                + " 233.215.21.4:10378: name another file, or other destinations with --moldudp64", "--pcap",
                file, "--venue", "XNAS");
        assertRefused(2,
                "--venue IEXG sends IEX-TP, and --moldudp64 is for MoldUDP64: give the other address option, or"
                        + " omit --venue",
                "--venue", "IEXG", "--moldudp64", "127.0.0.1:0");
        assertRefused(2, "--venue IEXG sends DEEP, and --itch is for a file of ITCH: play a capture of IEX with --pcap,"
                + " or omit --venue", "--venue", "IEXG", "--itch", "20191230.itch");
        assertRefused(2, "--request is for --moldudp64: IEX-TP has no re-request server; omit it with --iex", "--iex",
                "127.0.0.1:0", "--request", "127.0.0.1:1");
        assertRefused(2, "--iex excludes --moldudp64: a feed follows one session", "--iex", "127.0.0.1:0",
                "--moldudp64", "127.0.0.1:0");
        assertRefused(1,
                file + " has no MoldUDP64 or IEX-TP packet of the session; number of other packets: 1, the first to"
                        + " 233.215.21.4:10378: name another file, or other destinations with --moldudp64 or --iex",
                "--pcap",
                file, "--session", "8");
    }

    private void assertRefused(final int status, final String message, final String... args) {
        err.reset();
        assertEquals(status, feed(args));
        assertEquals(message + "\n", printed());
    }

    private static Path real() {
        final String data = System.getenv("VERBUS_TEST_DATA");
        Assumptions.assumeTrue(data != null, "VERBUS_TEST_DATA does not name a folder of real data");
        final Path file = Path.of(data, REAL_FILE);
        Assumptions.assumeTrue(Files.exists(file), "there is no " + REAL_FILE + " in VERBUS_TEST_DATA");
        return file;
    }

    private String hashOfLevels() throws IOException, GeneralSecurityException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                .digest(Files.readAllBytes(folder.resolve("levels"))));
    }

    /** A capture of packets, 1 ms apart. */
    private Path capture(final byte[]... packets) throws IOException {
        final CaptureWriter writer = new CaptureWriter();
        for (int i = 0; i < packets.length; i++) {
            writer.udp(TIME_NS + i * 1_000_000L, FROM, SIDES[0], packets[i]);
        }
        return writer.write(folder.resolve("c.pcap"));
    }

    private static byte[] level(final long sequence, final long sentNs, final char side, final String symbol,
            final int size, final long price) {
        return packet(sequence, sentNs, ByteBuffer.allocate(30).order(LITTLE_ENDIAN).put((byte) side).put((byte) 1)
                .putLong(TIME_NS).put(String.format("%-8s", symbol).getBytes(US_ASCII)).putInt(size).putLong(price)
                .array());
    }

    private static byte[] heartbeat(final long next, final long sentNs) {
        return packet(next, sentNs);
    }

    /** A packet of messages in session 7. */
    private static byte[] packet(final long first, final long sentNs, final byte[]... messages) {
        final int length = Arrays.stream(messages).mapToInt(message -> 2 + message.length).sum();
        final ByteBuffer packet = ByteBuffer.allocate(40 + length).order(LITTLE_ENDIAN).put((byte) 1).put((byte) 0)
                .putShort((short) 0x8004).putInt(1).putInt(7).putShort((short) length)
                .putShort((short) messages.length).putLong(0).putLong(first).putLong(sentNs);
        for (final byte[] message : messages) {
            packet.putShort((short) message.length).put(message);
        }
        return packet.array();
    }

    private String printed() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** Without the lines about subscribers and progress, which depend on time. */
    private String withoutBlocking() {
        final List<String> lines = new ArrayList<>(printed().lines().toList());
        lines.removeIf(line -> line.contains("subscriber") || line.contains("book") || line.contains(" messages  "));
        return String.join("\n", lines) + "\n";
    }

    /** Runs both commands at the same time; returns their statuses. */
    private List<Integer> feedAndBook(final String... ofFeed) {
        final CompletableFuture<Integer> book = CompletableFuture.supplyAsync(() -> new CommandLine(
                new BookCommand(this::configuration)).setOut(new PrintWriter(new ByteArrayOutputStream()))
                .setErr(new PrintWriter(new ByteArrayOutputStream()))
                .execute("--stream", "md.test", "--idle", "yield", "--levels-out",
                        folder.resolve("levels").toString(), "--summary", folder.resolve("summary").toString()));
        final String[] all = Arrays.copyOf(ofFeed, ofFeed.length + 2);
        all[ofFeed.length] = "--await-subscribers";
        all[ofFeed.length + 1] = "1";
        return List.of(feed(all), book.join());
    }

    /** Runs the command as the command line does. */
    private int feed(final String... args) {
        final PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
        final CommandLine line = new CommandLine(new FeedCommand(this::configuration, Bus::launch,
                new PrintStream(out, true, StandardCharsets.UTF_8), errors));
        line.setExecutionExceptionHandler((failure, _, _) -> {
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

    private Configuration configuration() {
        return Configuration.of(BusSettings.defaults().withDirectory(shm));
    }
}

package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BlockingPermission;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.marketdata.feed.Feed;
import io.verbus.marketdata.feed.Pace;
import io.verbus.marketdata.feed.TradingDay;
import io.verbus.marketdata.itch.ItchNormaliser;
import io.verbus.marketdata.snapshot.SnapshotSettings;
import io.verbus.marketdata.snapshot.Snapshotter;
import io.verbus.marketdata.source.BlockSource;
import io.verbus.support.Forked;
import io.verbus.support.ShmDir;
import io.verbus.testkit.SecretFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The programs of the samples, as a user starts them by {@code ./bus java}. */
@Tag("processes")
class SampleProgramsTest {
    private static final int MESSAGES = 40_000;
    private static final NanoClock CLOCK = SystemNanoClock.INSTANCE;

    @TempDir(factory = ShmDir.class)
    private Path bus;

    @TempDir
    private Path folder;

    @Test
    void topOfBookEndsWithTheBestPricesOfTheFile() throws IOException {
        final Path itch = session();
        final ReferenceBooks reference = ReferenceBooks.of(Files.readAllBytes(itch));
        final String symbol = reference.symbol(1);
        try (Forked top = start("subscriber.TopOfBook", "md.itch", symbol);
                Forked feed = start("publisher.FeedHandler", itch, "md.itch")) {
            assertEquals(0, top.exitStatus(), top::output);
            final List<String> lines = top.output().lines().toList();
            assertEquals(symbol + " " + reference.best(1, 'B') + " / " + reference.best(1, 'S'),
                    lines.get(lines.size() - 2));
            assertEquals(reference.totals().orders() + " orders at " + reference.totals().levels() + " price levels",
                    lines.getLast());
            assertEquals(0, feed.exitStatus(), feed::output);
            assertTrue(feed.output().contains(MESSAGES + " messages of 2019-12-30 on md.itch\n"), feed::output);
            assertTrue(feed.output().contains(" snapshots on stream md.itch.snapshot\n"), feed::output);
        }
    }

    @Test
    void lateJoinerHasTheBooksOfTheWholeFile() throws IOException {
        final Path itch = session();
        try (Forked joiner = playUntilJoined(itch)) {
            assertEquals(0, joiner.exitStatus(), joiner::output);
            assertEquals(ReferenceBooks.of(Files.readAllBytes(itch)).totals().toString(),
                    joiner.output().lines().toList().getLast());
        }
    }

    /** Starts the joiner in the middle of the file, and continues when it is live: it is late on any machine. */
    private Forked playUntilJoined(final Path itch) {
        final PublicationSettings settings = PublicationSettings.of("md.itch")
                .withBlocking(BlockingPermission.named("book"));
        final AtomicReference<Forked> late = new AtomicReference<>();
        try (BlockSource source = BlockSource.streamed(itch);
                Bus own = Bus.launch(BusSettings.defaults().withDirectory(bus));
                Snapshotter snapshotter = Snapshotter.open(own, settings.stream(), List.of(),
                        new SnapshotSettings(10_000_000, 1_000_000), CLOCK, news -> {});
                Publication publication = own.publish(settings)) {
            snapshotter.follow(publication.session());
            final TradingDay day = TradingDay.of(itch);
            new Feed(publication, day, new ItchNormaliser(day.midnightNs()), CLOCK, (nowNs, messages) -> {
                if (late.get() == null && messages > MESSAGES / 2) {
                    late.set(start("subscriber.LateJoiner", "md.itch"));
                    assertJoins(late.get(), publication.sequence());
                }
                return true;
            }).play(source, new Pace.Max(), 1);
        }
        return late.get();
    }

    private static void assertJoins(final Forked joiner, final long published) {
        final Matcher joined = joiner.awaitLine("^joined at message (\\d+) with (\\d+) orders and levels$");
        assertTrue(Long.parseLong(joined.group(1)) <= published, joiner::output);
        assertTrue(Long.parseLong(joined.group(2)) > 0, joiner::output);
        joiner.awaitLine("^live$");
    }

    @Test
    void tradersTradeAtTheGateway() throws IOException {
        final Path exchange = exchange();
        try (Forked gateway = start("subscriber.Gateway", exchange)) {
            gateway.awaitLine("^market orders is open$");
            try (Forked seller = trader("ALICE", "sell", "50", "10.00")) {
                seller.awaitLine("^accepted$");
                try (Forked buyer = trader("BOB", "buy", "20", "10.50")) {
                    assertEquals(0, buyer.exitStatus(), buyer::output);
                    assertEquals("accepted\nexecuted 20 @ 10, open 0\n", buyer.output());
                }
                seller.awaitLine("^executed 20 @ 10, open 30$");
                seller.interrupt();
                assertEquals(143, seller.exitStatus(), seller::output);
                assertTrue(seller.output().endsWith("open 30\ncancelled 30: REQUESTED\n"), seller::output);
            }
            try (Forked buyer = trader("BOB", "buy", "20", "10.005")) {
                assertEquals(1, buyer.exitStatus(), buyer::output);
                assertEquals("rejected: TICK\n", buyer.output());
            }
            gateway.interrupt();
            assertEquals(143, gateway.exitStatus(), gateway::output);
            assertTrue(gateway.output().contains(" 1 trades, 0 resting orders, 0 messages refused\n"),
                    gateway::output);
        }
    }

    @Test
    void traderNamesTheMissingInstrument() throws IOException {
        final Path exchange = exchange();
        try (Forked gateway = start("subscriber.Gateway", exchange)) {
            gateway.awaitLine("^market orders is open$");
            assertFails(1, "trader: market orders has no instrument ABC\n", "publisher.Trader", "ALICE",
                    folder.resolve("alice.key"), "ABC", "buy", "1", "1");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            publisher.FeedHandler | md | 2 | usage: FeedHandler FILE STREAM [RATE];
            publisher.FeedHandler | none.itch md | 1 | feed handler: there is no file none.itch
            publisher.FeedHandler | none.itch md fast | 1 | feed handler: 'fast' is not a rate: use
            publisher.Trader | ALICE | 2 | usage: Trader SEAT SECRET-FILE SYMBOL buy|sell QUANTITY PRICE
            publisher.Trader | ALICE none.key XYZ buy 1 1 | 1 | trader: there is no secret file none.key
            publisher.Trader | ALICE none.key XYZ buy 1.5 1 | 1 | trader: '1.5' is not a number with at most 0 decimals
            subscriber.Gateway | '' | 2 | usage: Gateway EXCHANGE-FILE
            subscriber.Gateway | none | 1 | gateway: there is no exchange file none
            subscriber.LateJoiner | '' | 2 | usage: LateJoiner STREAM
            subscriber.LateJoiner | a/b | 1 | late joiner: invalid stream name
            subscriber.TopOfBook | md | 2 | usage: TopOfBook STREAM SYMBOL
            subscriber.TopOfBook | a/b XYZ | 1 | top of book: invalid stream name
            """)
    void wrongArgumentsAreExplainedInASentence(final String program, final String arguments, final int status,
            final String expected) throws IOException {
        assertFails(status, expected, program, (Object[]) (arguments.isEmpty()
                ? new String[0]
                : arguments.split(" ")));
    }

    private void assertFails(final int status, final String expected, final String program, final Object... arguments)
            throws IOException {
        try (Forked forked = start(program, arguments)) {
            assertEquals(status, forked.exitStatus(), forked::output);
            assertTrue(Pattern.matches("(?s)" + Pattern.quote(expected) + "[^\n]*\n?", forked.output()),
                    forked::output);
        }
    }

    private Path session() {
        final Path itch = folder.resolve("20191230.itch");
        Command.generate(itch, MESSAGES, 50);
        return itch;
    }

    private Path exchange() throws IOException {
        SecretFile.write(folder.resolve("alice.key"), "the secret of ALICE");
        SecretFile.write(folder.resolve("bob.key"), "the secret of BOB");
        return Files.writeString(folder.resolve("exchange"), """
                instrument XYZ tick=0.01
                seat ALICE secret-file=alice.key
                seat BOB secret-file=bob.key
                """);
    }

    private Forked trader(final String seat, final String side, final String quantity, final String price) {
        return start("publisher.Trader", seat, folder.resolve(seat.toLowerCase(Locale.ROOT) + ".key"), "XYZ",
                side, quantity, price);
    }

    private Forked start(final String program, final Object... arguments) {
        try {
            return Forked.start(Class.forName("io.verbus.sample." + program), bus, arguments);
        } catch (final ClassNotFoundException | IOException e) {
            throw new AssertionError(e);
        }
    }
}

package io.verbus.tools.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertLinesMatch;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.MutableHeader;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.codec.marketdata.InstrumentAction;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.OrderAddedEncoder;
import io.verbus.codec.marketdata.Side;
import io.verbus.codec.marketdata.StateReason;
import io.verbus.support.seeds.Seeds;
import io.verbus.tools.terminal.Screen;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Samples at the instants of the message clock: rows are {@code seconds,symbol,suspect,levels}. */
final class SessionSamplerTest {
    private static final long START_NS = 1_767_225_600_000_000_000L;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long NO_TIME = OrderAddedEncoder.timestampNullValue();
    private static final int TIME = Sbe.OFFSET + MessageHeaderEncoder.ENCODED_LENGTH
            + OrderAddedEncoder.timestampEncodingOffset();
    private static final int INSTRUMENT = Sbe.OFFSET + MessageHeaderEncoder.ENCODED_LENGTH
            + OrderAddedEncoder.instrumentIdEncodingOffset();

    @TempDir
    private Path folder;

    private final Sbe sbe = new Sbe();
    private final Session session = new Session("md.test", 0xA1, "feed", 1, 0, "");
    private final MutableHeader header = new MutableHeader(session.id(), session.stream(), "book");
    private BookSamples samples;
    private BookSessions books;
    private long sequence;

    @Test
    void sampleHasAllMessagesUpToItsInstantAndNoLaterOne() throws IOException {
        begin(1);
        take(0.5, 1, sbe.instrument(1, "AAPL"));
        take(1, 1, sbe.added(1, 10, Side.BUY, 289_0000, 100));
        take(1, 1, sbe.added(1, 11, Side.SELL, 289_5000, 7));
        take(1.000000001, 1, sbe.deleted(10));
        take(2.5, 1, sbe.deleted(11));
        assertEquals(List.of("1,AAPL,0,289.0000,100,289.5000,7", "2,AAPL,0,,,289.5000,7"), rows());
    }

    @Test
    void quietInstantsRepeatTheBookUpToTheEndOfTheClock() throws IOException {
        begin(1);
        take(0.5, 1, sbe.instrument(1, "AAPL"));
        take(0.5, 1, sbe.added(1, 10, Side.BUY, 289_0000, 100));
        take(4, 2, sbe.instrument(2, "NEVER"));
        assertEquals(Stream.of(1, 2, 3, 4).map(second -> second + ",AAPL,0,289.0000,100,,").toList(), rows());
    }

    @Test
    void messagesWithoutATimeOrWithAnEarlierOneDoNotMoveTheClock() throws IOException {
        begin(1);
        take(0.5, 1, sbe.instrument(1, "AAPL"));
        take(2.5, 1, sbe.added(1, 10, Side.BUY, 289_0000, 100));
        take(0.1, 1, sbe.reduced(10, 1));
        sbe.buffer.putLong(TIME, NO_TIME, ByteOrder.LITTLE_ENDIAN);
        deliver(sbe.added(1, 11, Side.BUY, 290_0000, 5));
        take(3, 1, sbe.reduced(10, 1));
        assertEquals(List.of("3,AAPL,0,290.0000,5,,"), rows());
    }

    @Test
    void gapMarksAllBooksUntilTheyAreCleared() throws IOException {
        begin(1);
        take(0.5, 1, sbe.instrument(1, "AAPL"));
        take(0.5, 1, sbe.added(1, 10, Side.BUY, 289_0000, 100));
        take(1.5, 1, sbe.reduced(10, 1));
        books.onEvent(new Gap(session, 3, 8, 0, GapCause.LAPPED, ""));
        take(3.5, 1, sbe.reduced(10, 1));
        take(4.5, 1, sbe.state(1, InstrumentAction.CLEAR, StateReason.SOURCE_GAP));
        take(5.5, 2, sbe.added(2, 20, Side.BUY, 1, 1));
        take(6.5, 0, sbe.state(0, InstrumentAction.CLEAR, StateReason.SOURCE_GAP));
        take(7.5, 0, sbe.state(0, InstrumentAction.SOUND, StateReason.SOURCE_GAP));
        assertEquals(List.of("1,AAPL,0,289.0000,100,,", "2,AAPL,1,289.0000,99,,", "3,AAPL,1,289.0000,99,,",
                "4,AAPL,1,289.0000,98,,", "5,AAPL,0,,,,", "6,AAPL,0,,,,", "6,#2,1,1,1,,", "7,AAPL,0,,,,",
                "7,#2,0,,,,"), rows());
    }

    @Test
    void booksThatStartInTheMiddleOfASessionAreMarked() throws IOException {
        begin(1, 5);
        take(0.5, 1, sbe.instrument(1, "AAPL"));
        take(0.5, 1, sbe.added(1, 10, Side.BUY, 289_0000, 100));
        take(1, 1, sbe.reduced(10, 1));
        assertEquals(List.of("1,AAPL,1,289.0000,99,,"), rows());
    }

    @Test
    void refusedMessageMarksItsBookOnly() throws IOException {
        begin(1);
        take(0.5, 1, sbe.added(1, 10, Side.BUY, 4, 100));
        take(0.5, 2, sbe.added(2, 20, Side.BUY, 5, 100));
        take(1.5, 1, sbe.deleted(99));
        take(2, 2, sbe.reduced(20, 1));
        assertEquals(List.of("1,#1,0,4,100,,", "1,#2,0,5,100,,", "2,#1,1,4,100,,", "2,#2,0,5,99,,"), rows());
    }

    @Test
    void bookThatTheFeedCallsSuspectIsMarked() throws IOException {
        begin(1);
        take(0.5, 1, sbe.added(1, 10, Side.BUY, 4, 100));
        take(1.5, 0, sbe.state(0, InstrumentAction.SUSPECT, StateReason.SOURCE_GAP));
        take(1.6, 1, sbe.deleted(99));
        take(2.5, 0, sbe.state(0, InstrumentAction.SOUND, StateReason.SOURCE_GAP));
        take(3, 1, sbe.reduced(10, 1));
        assertEquals(List.of("1,#1,0,4,100,,", "2,#1,1,4,100,,", "3,#1,0,4,99,,"), rows());
    }

    @Test
    void gridBeginsAgainWithTheSourceAndAfterAStepOfMoreThanADay() throws IOException {
        begin(1);
        take(0.5, 1, sbe.added(1, 10, Side.BUY, 4, 100));
        take(2, 1, sbe.reduced(10, 1));
        take(0.1, 0, sbe.clearBooks(0));
        take(0.5, 1, sbe.added(1, 10, Side.BUY, 6, 100));
        take(1, 1, sbe.reduced(10, 1));
        take(200_000.5, 1, sbe.reduced(10, 1));
        take(200_001, 1, sbe.reduced(10, 1));
        assertEquals(List.of("1,#1,0,4,100,,", "2,#1,0,4,99,,", "1,#1,0,6,99,,", "200001,#1,0,6,97,,"), rows());
    }

    @Test
    void selectedSymbolsWithoutASampleAreMissing() throws IOException {
        begin(1, 0, "AAPL", "APPL");
        take(0.5, 1, sbe.instrument(1, "AAPL"));
        take(0.5, 1, sbe.added(1, 10, Side.BUY, 289_0000, 100));
        take(0.5, 2, sbe.added(2, 20, Side.BUY, 289_0000, 100));
        assertEquals(List.of("there are no samples: no instant passed at which a selected instrument had a book"),
                samples.missing());
        take(1, 1, sbe.reduced(10, 1));
        assertEquals(List.of("1,AAPL,0,289.0000,99,,"), rows());
        assertEquals(List.of("there are no samples of APPL"), samples.missing());
    }

    @Test
    void fileHasItsNameOnlyWhenItIsComplete() throws IOException {
        begin(1);
        take(0.5, 1, sbe.added(1, 10, Side.BUY, 4, 100));
        take(1, 1, sbe.reduced(10, 1));
        assertTrue(Files.notExists(out()));
        samples.close();
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(), files.toList());
        }
        begin(1);
        take(0.5, 1, sbe.added(1, 10, Side.BUY, 4, 100));
        Files.createFile(out());
        assertTrue(assertThrows(BusException.class, samples::complete).getMessage()
                .contains("was created in the meantime"));
        samples.close();
        assertEquals(0, Files.size(out()));
    }

    /** Against books as sorted maps, made of the same orders. */
    @Test
    void samplesOfRandomOrdersAreThoseOfPlainBooks() throws IOException {
        final Random random = new Random(Seeds.draw());
        final int levels = 3;
        begin(levels);
        final Plain plain = new Plain(levels);
        final List<String> expected = new ArrayList<>();
        long next = 1;
        double now = 0.5;
        for (long order = 1; order <= 3_000; order++) {
            final double step = random.nextInt(8) == 0 ? random.nextInt(4) : random.nextInt(100) / 128.0;
            now = random.nextInt(3) == 0 ? Math.ceil(now) : now + step;
            for (; next < now; next++) {
                plain.rows(next, expected);
            }
            final int instrument = 1 + random.nextInt(5);
            final Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
            final long price = 1 + random.nextInt(20);
            final long quantity = 1 + random.nextInt(50);
            final long other = random.nextLong(order) + 1;
            final Plain.Order known = plain.orders.get(other);
            if (known == null || random.nextBoolean()) {
                plain.orders.put(order, new Plain.Order(instrument, side, price, quantity));
                plain.seen.put(instrument, true);
                take(now, instrument, sbe.added(instrument, order, side, price, quantity));
            } else if (random.nextBoolean()) {
                plain.orders.remove(other);
                take(now, known.instrument, sbe.deleted(other));
            } else if (random.nextBoolean() || known.quantity == 1) {
                plain.orders.remove(other);
                plain.orders.put(order, new Plain.Order(known.instrument, known.side, price, quantity));
                take(now, known.instrument, sbe.replaced(other, order, price, quantity));
            } else {
                plain.orders.put(other, new Plain.Order(known.instrument, known.side, known.price, 1));
                take(now, known.instrument, sbe.executed(other, known.quantity - 1));
            }
        }
        if (next == now) {
            plain.rows(next, expected);
        }
        assertLinesMatch(expected, rows());
        assertTrue(expected.size() > 1_000, () -> expected.size() + " rows");
    }

    /** Orders, of which the levels are added up for each sample. */
    private static final class Plain {
        private final int levels;
        private final Map<Long, Order> orders = new HashMap<>();
        private final Map<Integer, Boolean> seen = new TreeMap<>();

        private record Order(int instrument, Side side, long price, long quantity) {}

        Plain(final int levels) {
            this.levels = levels;
        }

        void rows(final long second, final List<String> to) {
            for (final int instrument : seen.keySet()) {
                final TreeMap<Long, Long> bids = new TreeMap<>();
                final TreeMap<Long, Long> asks = new TreeMap<>();
                orders.values().stream().filter(order -> order.instrument == instrument).forEach(
                        order -> (order.side == Side.BUY ? bids : asks).merge(order.price, order.quantity, Long::sum));
                final StringBuilder row = new StringBuilder(second + ",#" + instrument + ",0");
                for (int level = 0; level < levels; level++) {
                    row.append(best(bids.pollLastEntry())).append(best(asks.pollFirstEntry()));
                }
                to.add(row.toString());
            }
        }

        private static String best(final Map.Entry<Long, Long> level) {
            return level == null ? ",," : "," + level.getKey() + "," + level.getValue();
        }
    }

    private void begin(final int levels) {
        begin(levels, 0);
    }

    private void begin(final int levels, final long first, final String... symbols) {
        samples = new BookSamples(out(), SECOND_NS, levels, List.of(symbols));
        books = new BookSessions(false, List.of(), new Screen(new PrintWriter(new StringWriter()),
                new PrintWriter(new StringWriter()), false), () -> Instant.EPOCH, () -> 0, samples);
        books.onEvent(new SessionEvent.Started(session, first));
    }

    /** Delivers the message in the buffer. */
    private void take(final double second, final int instrument, final int length) {
        sbe.buffer.putLong(TIME, START_NS + (long) (second * SECOND_NS + 0.5), ByteOrder.LITTLE_ENDIAN);
        sbe.buffer.putInt(INSTRUMENT, instrument, ByteOrder.LITTLE_ENDIAN);
        deliver(length);
    }

    private void deliver(final int length) {
        books.onMessage(sbe.buffer, Sbe.OFFSET, length, header.set(sequence++, 0));
    }

    private Path out() {
        return folder.resolve("samples.csv");
    }

    private List<String> rows() throws IOException {
        books.latest().end();
        samples.complete();
        samples.close();
        final String session = "00000000000000a1,";
        final List<String> lines = Files.readAllLines(out());
        assertTrue(lines.getFirst().startsWith("bus_session,time,symbol,suspect,bid_price_1,bid_quantity_1,ask_price_1"
                + ",ask_quantity_1"), lines::getFirst);
        return lines.stream().skip(1).map(line -> {
            assertTrue(line.startsWith(session), line);
            final String row = line.substring(session.length());
            final int comma = row.indexOf(',');
            return (Long.parseLong(row.substring(0, comma)) - START_NS) / SECOND_NS + row.substring(comma);
        }).toList();
    }
}

package io.verbus.tools.export.duckdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.BusSettings;
import io.verbus.marketdata.feed.TradingDay;
import io.verbus.support.seeds.Seeds;
import io.verbus.tools.Main;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Samples of a recorded session, as CSV and as Parquet, against plain books that are made of the bytes of ITCH. */
class BookSamplesTest {
    private static final String REAL = "itch/nasdaq-totalview-2019-12-30-0304-0400.itch.gz";
    private static final int LEVELS = 4;

    @TempDir
    private Path folder;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void samplesOfARealSessionAreThoseOfPlainBooks() throws IOException {
        final String data = System.getenv("VERBUS_TEST_DATA");
        assumeTrue(data != null, "VERBUS_TEST_DATA is not set: no real session is sampled");
        final Path itch = Path.of(data, REAL);
        assumeTrue(Files.exists(itch), () -> "no " + itch + ": no real session is sampled");
        assertSamples(itch, "100ms", 100_000_000L, 50_000);
    }

    @Test
    void samplesOfAGeneratedSessionAreThoseOfPlainBooks() throws IOException {
        final Path itch = folder.resolve("g.itch");
        assertEquals(0, run("generate", "--seed", Long.toString(Seeds.draw() >>> 1), "--messages", "6000",
                "--symbols", "40", "--live-orders", "300", "--out", itch.toString()));
        assertSamples(itch, "5m", 300_000_000_000L, 1_000);
    }

    private void assertSamples(final Path itch, final String interval, final long intervalNs, final int atLeast)
            throws IOException {
        final Path journal = folder.resolve("journal");
        final Path csv = folder.resolve("samples.csv");
        RecordedItch.record(itch, journal);
        for (final String file : List.of(csv.toString(), folder.resolve("samples.parquet").toString())) {
            assertEquals(0, run("book", "--journal", journal.toString(), "--sample", interval, "--levels",
                    Integer.toString(LEVELS), "--out", file), err::toString);
        }
        final List<String> lines = Files.readAllLines(csv);
        final Plain plain = new Plain(TradingDay.resolve("2019-12-30", "XNAS", itch, Clock.systemUTC()).midnightNs(),
                intervalNs);
        plain.read(itch, lines.subList(1, lines.size()));
        assertTrue(lines.size() > atLeast, () -> lines.size() + " lines");
        out.getBuffer().setLength(0);
        assertEquals(0, run("sql", folder.toString(), "--format", "csv",
                "select * replace (epoch_ns(time) as time) from samples"), err::toString);
        final List<String> rows = out.toString().lines().toList();
        assertEquals(lines.size(), rows.size());
        for (int i = 0; i < rows.size(); i++) {
            assertEquals(lines.get(i), rows.get(i), "row " + i + " of Parquet");
        }
    }

    /** Books as sorted maps, and the rows that they lead to. */
    private static final class Plain {
        private final long midnightNs;
        private final long intervalNs;
        private final Map<Integer, String> symbols = new HashMap<>();
        private final Map<Long, Order> orders = new HashMap<>();
        /** By number of the instrument: bids and offers. */
        private final TreeMap<Integer, List<TreeMap<Long, Long>>> books = new TreeMap<>();
        private List<String> rows;
        private int checked;

        private record Order(int instrument, boolean isBid, long price, long quantity) {}

        Plain(final long midnightNs, final long intervalNs) {
            this.midnightNs = midnightNs;
            this.intervalNs = intervalNs;
        }

        void read(final Path itch, final List<String> expectedRows) throws IOException {
            rows = expectedRows;
            long next = -1;
            long lastNs = -1;
            try (DataInputStream in = open(itch)) {
                while (true) {
                    final byte[] bytes = new byte[in.readUnsignedShort()];
                    in.readFully(bytes);
                    final ByteBuffer message = ByteBuffer.wrap(bytes);
                    lastNs = midnightNs + (message.getLong(3) & 0xFFFF_FFFF_FFFFL);
                    next = next < 0 ? Math.ceilDiv(lastNs, intervalNs) * intervalNs : next;
                    for (; next < lastNs; next += intervalNs) {
                        check(next);
                    }
                    apply(message);
                }
            } catch (final EOFException e) {
                if (next == lastNs) {
                    check(next);
                }
            }
            assertEquals(rows.size(), checked, "rows");
        }

        private static DataInputStream open(final Path itch) throws IOException {
            final InputStream file = Files.newInputStream(itch);
            return new DataInputStream(new BufferedInputStream(
                    itch.toString().endsWith(".gz") ? new GZIPInputStream(file) : file));
        }

        private void apply(final ByteBuffer message) {
            final int instrument = message.getShort(1) & 0xFFFF;
            final long reference = message.limit() >= 19 ? message.getLong(11) : 0;
            switch (message.get(0)) {
                case 'R' -> symbols.put(instrument,
                        new String(message.array(), 11, 8, StandardCharsets.US_ASCII).trim());
                case 'A', 'F' -> add(reference, new Order(instrument, message.get(19) == 'B', unsigned(message, 32),
                        unsigned(message, 20)));
                case 'E', 'C', 'X' -> {
                    final Order order = remove(reference);
                    final long rest = order.quantity - unsigned(message, 19);
                    if (rest > 0) {
                        add(reference, new Order(instrument, order.isBid, order.price, rest));
                    }
                }
                case 'D' -> remove(reference);
                case 'U' -> add(message.getLong(19), new Order(instrument, remove(reference).isBid,
                        unsigned(message, 31), unsigned(message, 27)));
                default -> {
                    // no change of a book
                }
            }
        }

        private static long unsigned(final ByteBuffer message, final int offset) {
            return Integer.toUnsignedLong(message.getInt(offset));
        }

        private void add(final long reference, final Order order) {
            orders.put(reference, order);
            side(order).merge(order.price, order.quantity, Long::sum);
        }

        private Order remove(final long reference) {
            final Order order = orders.remove(reference);
            side(order).computeIfPresent(order.price,
                    (_, sum) -> sum == order.quantity ? null : Long.valueOf(sum - order.quantity));
            return order;
        }

        private TreeMap<Long, Long> side(final Order order) {
            return books.computeIfAbsent(order.instrument, _ -> List.of(new TreeMap<>(), new TreeMap<>()))
                    .get(order.isBid ? 0 : 1);
        }

        private void check(final long timeNs) {
            books.forEach((instrument, sides) -> {
                final StringBuilder row = new StringBuilder("0000000000abcdef," + timeNs + "," + symbols.get(instrument)
                        + ",0");
                final TreeMap<Long, Long> bids = new TreeMap<>(sides.get(0));
                final TreeMap<Long, Long> asks = new TreeMap<>(sides.get(1));
                for (int level = 0; level < LEVELS; level++) {
                    row.append(best(bids.pollLastEntry())).append(best(asks.pollFirstEntry()));
                }
                assertTrue(checked < rows.size(), () -> "a row is missing: " + row);
                assertEquals(row.toString(), rows.get(checked), "row " + checked);
                checked++;
            });
        }

        private static String best(final Map.Entry<Long, Long> level) {
            return level == null
                    ? ",,"
                    : String.format(",%d.%04d,%d", level.getKey() / 10_000, level.getKey() % 10_000, level.getValue());
        }
    }

    private int run(final String... arguments) {
        return Main.commandLine(BusSettings::defaults).setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true)).execute(arguments);
    }
}

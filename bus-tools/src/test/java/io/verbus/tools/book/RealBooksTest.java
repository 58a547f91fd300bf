package io.verbus.tools.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.MutableHeader;
import io.verbus.codec.marketdata.Side;
import io.verbus.marketdata.book.BookTotals;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.Instruments;
import io.verbus.marketdata.book.LevelLines;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** The beginning of a real session; three other decoders agree on its final state. */
final class RealBooksTest {
    private static final String FILE = "itch/nasdaq-totalview-2019-12-30-0304-0400.itch.gz";
    private static final long SESSION = 1;

    private final Sbe sbe = new Sbe();
    private final Books books = new Books(8);
    private final MarketDataHandler handler = new MarketDataHandler(books, new Instruments(), new LatencyMeter(),
            new LoopRates(), () -> 0);

    @Test
    void endsInTheKnownState() throws IOException, GeneralSecurityException {
        play(realFile());
        assertKnownState();
    }

    @Test
    void secondPassAfterClearBooksEndsInTheSameState() throws IOException, GeneralSecurityException {
        play(realFile());
        take(sbe.clearBooks(0));
        assertEquals(new BookTotals(0, 0, 0, 0), BookTotals.of(books));
        play(realFile());
        assertEquals(26, books.executions());
        assertEquals(2 * 5_516, books.executedShares());
        assertLevels();
    }

    private void assertKnownState() throws IOException, GeneralSecurityException {
        assertEquals(new BookTotals(2_982, 2_274, 663, 4_127_778), BookTotals.of(books));
        assertEquals(13, books.executions());
        assertEquals(5_516, books.executedShares());
        assertEquals(0, books.refusals().unknownReference());
        assertEquals(0, books.refusals().duplicateReference());
        assertEquals(0, books.refusals().moreThanResting());
        assertEquals(0, books.refusals().outOfRange());
        assertLevels();
        final TopRows top = new TopRows(List.of("AAPL", "SPY", "QQQ"));
        top.fill(handler.updater());
        final int[] sides = {0, 1};
        final long[][] best = {{289_0000, 299_9000}, {322_9900, 323_1900}, {213_8400, 213_8900}};
        for (int row = 0; row < top.rows(); row++) {
            assertTrue(top.isKnown(row));
            for (final int side : sides) {
                assertEquals(best[row][side], top.price(row, side), "row " + row + " side " + side);
            }
        }
    }

    private void assertLevels() throws IOException, GeneralSecurityException {
        final StringWriter lines = new StringWriter();
        LevelLines.write(books, lines);
        final byte[] hash = MessageDigest.getInstance("SHA-256")
                .digest(lines.toString().getBytes(StandardCharsets.US_ASCII));
        assertEquals("8c950f9d12b159a767a5d128b9de8823cf3e0148d560b8b89ae4876d90afd326",
                HexFormat.of().formatHex(hash));
    }

    private static Path realFile() {
        final String folder = System.getenv("VERBUS_TEST_DATA");
        assumeTrue(folder != null, "VERBUS_TEST_DATA is not set: the books are not compared with a real session");
        final Path file = Path.of(folder, FILE);
        assumeTrue(Files.exists(file), () -> "no " + file + ": the books are not compared with a real session");
        return file;
    }

    /** Plays the messages that affect books, up to the end of the truncated file. */
    private void play(final Path file) throws IOException {
        try (DataInputStream in = new DataInputStream(new GZIPInputStream(Files.newInputStream(file), 1 << 16))) {
            while (true) {
                final byte[] message = new byte[in.readUnsignedShort()];
                in.readFully(message);
                final int length = encode(ByteBuffer.wrap(message));
                if (length > 0) {
                    take(length);
                }
            }
        } catch (final EOFException e) {
            assertTrue(handler.messages() > 19_000, () -> "messages " + handler.messages());
        }
    }

    private int encode(final ByteBuffer itch) {
        final int locate = itch.getShort(1) & 0xFFFF;
        final long reference = itch.limit() >= 19 ? itch.getLong(11) : 0;
        return switch (itch.get(0)) {
            case 'R' -> sbe.instrument(locate, new String(itch.array(), 11, 8, StandardCharsets.US_ASCII).trim());
            case 'A', 'F' -> sbe.added(locate, reference, itch.get(19) == 'B' ? Side.BUY : Side.SELL,
                    unsigned(itch, 32), unsigned(itch, 20));
            case 'E' -> sbe.executed(reference, unsigned(itch, 19));
            case 'C' -> sbe.executedAtPrice(reference, unsigned(itch, 32), unsigned(itch, 19));
            case 'X' -> sbe.reduced(reference, unsigned(itch, 19));
            case 'D' -> sbe.deleted(reference);
            case 'U' -> sbe.replaced(reference, itch.getLong(19), unsigned(itch, 31), unsigned(itch, 27));
            default -> 0;
        };
    }

    private static long unsigned(final ByteBuffer itch, final int offset) {
        return Integer.toUnsignedLong(itch.getInt(offset));
    }

    private void take(final int length) {
        handler.follow(SESSION);
        handler.onMessage(sbe.buffer, Sbe.OFFSET, length, new MutableHeader(SESSION, "test", "test"));
    }
}

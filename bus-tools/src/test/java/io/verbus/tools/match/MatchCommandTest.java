package io.verbus.tools.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.BusSettings;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.LevelLines;
import io.verbus.marketdata.itch.ItchNormaliser;
import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.BlockSource;
import io.verbus.tools.Main;
import io.verbus.tools.generate.GenerateCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code ./bus match}: scripts, and sessions whose books are known. */
class MatchCommandTest {
    private static final String REAL = "itch/nasdaq-totalview-2019-12-30-0304-0400.itch.gz";
    private static final String KNOWN = "8c950f9d12b159a767a5d128b9de8823cf3e0148d560b8b89ae4876d90afd326";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(final Object... arguments) {
        final String[] words = new String[arguments.length + 1];
        words[0] = "match";
        for (int i = 0; i < arguments.length; i++) {
            words[i + 1] = arguments[i].toString();
        }
        return Main.commandLine(BusSettings::defaults).setOut(new PrintWriter(out)).setErr(new PrintWriter(err, true))
                .execute(words);
    }

    private Path script(final String text) throws IOException {
        return Files.writeString(folder.resolve("script"), text);
    }

    @Test
    void scriptPrintsReportsAndBook() throws IOException {
        assertEquals(0, run(script("""
                instrument XYZ id=1 tick=0.01 reference=10.00

                A new 1 XYZ sell 100 @ 10.00
                B new 1 XYZ buy 30 @ 10.01
                """), "--book"));
        assertEquals("""
                1 A accepted 1 order 1
                2 B accepted 1 order 2
                2 A executed 1 30 @ 10.00 trade 1 maker open 70
                2 B executed 1 30 @ 10.00 trade 1 taker open 0
                book XYZ sell 70 @ 10.00 order 1 A 1
                """, out.toString());
        assertEquals("", err.toString());
    }

    @Test
    void invalidLineEndsTheScriptAfterTheReportsBefore() throws IOException {
        final Path script = script("instrument XYZ\nA new 1 XYZ buy 5 @ 1\nA sell 5\n");
        assertEquals(1, run(script));
        assertEquals("1 A accepted 1 order 1\n", out.toString());
        assertEquals("bus: " + script + ", line 3: unknown request \"sell\", the nearest is \"new\": use instrument,"
                + " seat, halt, resume, kill, revive, end-day, time,"
                + " # or SEAT new|replace|cancel|cancel-all|disconnect\n", err.toString());
    }

    @Test
    void helpNamesTheOptions() {
        assertEquals(0, run("--help"));
        assertTrue(out.toString().startsWith("Usage: bus match [") && out.toString().contains("--book-out"),
                out::toString);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "match | give a script, or --itch FILE", "match x --itch y | give a script, or --itch FILE",
            "match x --book-out y | --book is for scripts, --book-out for --itch",
            "match --itch x --book | --book is for scripts, --book-out for --itch"})
    void wrongOptionsAreWrongUsage(final String arguments, final String message) {
        final Object[] words = arguments.equals("match") ? new Object[0] : arguments.substring(6).split(" ");
        assertEquals(2, run(words));
        assertEquals("bus: " + message + "\n     See: ./bus match --help\n", err.toString());
    }

    @Test
    void missingFilesAreReported() {
        assertEquals(1, run(folder.resolve("no")));
        assertEquals(1, run("--itch", folder.resolve("no")));
        assertEquals(1, run(folder));
        assertEquals("bus: there is no file FOLDER/no\nbus: there is no file FOLDER/no\n"
                + "bus: FOLDER is a directory: name a script in it\n",
                err.toString().replace(folder.toString(), "FOLDER"));
    }

    @Test
    void realSessionEndsInTheKnownBook() throws IOException {
        final String data = System.getenv("VERBUS_TEST_DATA");
        assumeTrue(data != null, "VERBUS_TEST_DATA is not set: the engine does not match a real session");
        final Path file = Path.of(data, REAL);
        assumeTrue(Files.exists(file), () -> "no " + file + ": the engine does not match a real session");
        final Path book = folder.resolve("book");
        assertEquals(1, run("--itch", file, "--book-out", book), err::toString); // the file is cut off
        assertTrue(out.toString().contains("13 executions for 5,516 shares, 0 executions at another price (C)"),
                out::toString);
        assertTrue(out.toString().contains(
                "2,982 resting orders, 2,274 price levels, 4,127,778 shares, sha256 " + KNOWN + "\n"), out::toString);
        assertTrue(out.toString().contains(" orders per second ("), out::toString);
        assertTrue(err.toString().contains(" is cut off: "), err::toString);
        assertEquals(2_274, Files.readAllLines(book).size());
        System.out.print(out);
    }

    @Test
    void generatedSessionEndsInTheBookOfItsMessages() throws IOException {
        final Path file = folder.resolve("20191230.itch");
        assertEquals(0, new CommandLine(new GenerateCommand()).execute("--seed=7", "--messages=60000", "--symbols=200",
                "--out", file.toString()));
        final Path book = folder.resolve("book");
        final int status = run("--itch", file, "--book-out", book);
        final StringWriter expected = new StringWriter();
        LevelLines.write(booksOf(file), expected);
        assertEquals(expected.toString(), Files.readString(book), out::toString);
        assertEquals(0, status, err::toString);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "CUT | 1 | is cut off: it ends in the middle of a message, after 17 bytes",
            "EMPTY_LAST | 0 | ",
            "EMPTY_BETWEEN | 1 | the empty message before byte 16, which ends a session, is not the last one",
            "TOO_LONG | 1 | the message of type S at byte 16 is 13 bytes long, not 12 as in the specification: skipped",
            "OF_UNKNOWN_TYPE | 0 | "})
    void fileThatIsNotWholeHasStatusOne(final String end, final int status, final String words)
            throws IOException {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        writeMessage(bytes, 'S', 12);
        switch (end) {
            case "CUT" -> bytes.write(new byte[]{0, 12, 'S'});
            case "TOO_LONG" -> writeMessage(bytes, 'S', 13);
            case "OF_UNKNOWN_TYPE" -> writeMessage(bytes, '~', 9);
            default -> bytes.write(new byte[Block.FRAMING]);
        }
        if (end.equals("EMPTY_BETWEEN")) {
            writeMessage(bytes, 'S', 12);
        }
        final Path file = Files.write(folder.resolve("20191230.itch"), bytes.toByteArray());
        assertEquals(status, run("--itch", file), err::toString);
        assertTrue(err.toString().contains(words == null ? "" : words), err::toString);
        assertEquals(status == 0, err.toString().isEmpty(), err::toString);
        assertTrue(out.toString().contains("about orders"), out::toString);
    }

    private static void writeMessage(final ByteArrayOutputStream to, final char type, final int length)
            throws IOException {
        final byte[] message = new byte[Block.FRAMING + length];
        message[1] = (byte) length;
        message[Block.FRAMING] = (byte) type;
        to.write(message);
    }

    @Test
    void sessionThatDoesNotFitTheEngineIsReported() throws IOException {
        final ByteBuffer session = ByteBuffer.allocate(1_000);
        session.putShort((short) 36).put((byte) 'A').put(new byte[10]).putLong(7).put((byte) 'B').putInt(100)
                .put("VERBUS  ".getBytes(StandardCharsets.US_ASCII)).putInt(10_000);
        session.putShort((short) 23).put((byte) 'X').put(new byte[10]).putLong(7).putInt(101);
        session.putShort((short) 19).put((byte) 'D').put(new byte[10]).putLong(8);
        final Path file = folder.resolve("20191230.itch");
        Files.write(file, Arrays.copyOf(session.array(), session.position()));
        assertEquals(1, run("--itch", file), out::toString);
        assertEquals(
                "bus: the engine is not in the state of the session: 1 message about unknown orders, 1 reduction by"
                        + " more than the open shares, 0 refused inputs, 0 trades that the session does not have: the"
                        + " flow must begin with the day\n",
                err.toString());
    }

    private static Books booksOf(final Path file) {
        final BookUpdater updater = new BookUpdater(new Books(1_000));
        final ItchNormaliser normaliser = new ItchNormaliser(0);
        final UnsafeBuffer message = new UnsafeBuffer(new byte[256]);
        try (BlockSource source = BlockSource.streamed(file)) {
            for (Block block = source.next(); block != null; block = source.next()) {
                int at = 0;
                while (at < block.length()) {
                    final int length = block.buffer().getShort(at, ByteOrder.BIG_ENDIAN) & 0xFFFF;
                    normaliser.normalise(block.buffer(), at + Block.FRAMING, message, 0);
                    updater.apply(message, 0, ItchNormaliser.length(block.buffer(), at + Block.FRAMING));
                    at += Block.FRAMING + length;
                }
            }
        }
        return updater.books();
    }
}

package io.verbus.tools.loss;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.GapCause;
import io.verbus.internal.monitor.LossReportFile;
import io.verbus.internal.shm.BusDirectory;
import io.verbus.monitor.Loss;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class LossCommandTest {
    private static final long NEW_YEAR_NS = 1_767_225_600_000_000_000L;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void lossesAreATableWithCauseLines() {
        report(loss(1, "md.itch", 1_048_576, 1_052_671), loss(2, "orders", 7, 7));
        assertEquals("""
                TIME (UTC)               STREAM   SESSION           SUBSCRIPTION (PID)       FIRST..LAST  MESSAGES
                2026-01-01 00:00:00.001  md.itch  00000000000000ab  book (4321)         1048576..1052671     4,096
                                         it was lapped
                2026-01-01 00:00:00.002  orders   00000000000000ab  book (4321)                     7..7         1
                                         it was lapped
                2 losses, 4,097 messages in DIR
                """, run());
        assertEquals("""
                TIME (UTC)               STREAM  SESSION           SUBSCRIPTION (PID)  FIRST..LAST  MESSAGES
                2026-01-01 00:00:00.002  orders  00000000000000ab  book (4321)                7..7         1
                                         it was lapped
                1 loss, 1 message on stream orders in DIR
                """, run("--stream", "orders"));
        assertEquals("2 losses, 4,097 messages in DIR; only the newest 1 shown",
                run("--newest", "1").lines().toList().getLast());
    }

    @Test
    void controlCharactersDoNotReachTheTerminal() {
        report(loss(1, "a\n\u001b[2Jb\u009b", 5, 6));
        assertEquals("""
                TIME (UTC)               STREAM    SESSION           SUBSCRIPTION (PID)  FIRST..LAST  MESSAGES
                2026-01-01 00:00:00.001  a??[2Jb?  00000000000000ab  book (4321)                5..6         2
                                         it was lapped
                1 loss, 2 messages in DIR
                """, run());
    }

    @Test
    void jsonHasOneObjectPerLine() {
        report(loss(1, "a\"b", 5, 6));
        assertEquals("""
                {"time":"2026-01-01T00:00:00.001Z","stream":"a\\"b","session":"00000000000000ab","publisherPid":1234,\
                "subscription":"book","subscriptionId":"00000000000000cd","pid":4321,"first":5,"last":6,"messages":2,\
                "gaps":1,"cause":"LAPPED","description":"it was lapped"}
                """, run("--json"));
    }

    @Test
    void summedGapsShowTheirNumber() {
        report(new Loss(NEW_YEAR_NS, new Loss.Publisher("s", 0xAB, 1234), new Loss.Reporter("book", 0xCD, 4321),
                new Loss.Extent(5, 99, 40, 7), GapCause.LAPPED, "it was lapped"));
        assertEquals("""
                TIME (UTC)               STREAM  SESSION           SUBSCRIPTION (PID)  FIRST..LAST  MESSAGES
                2026-01-01 00:00:00.000  s       00000000000000ab  book (4321)               5..99        40
                                         7 gaps, the newest: it was lapped
                1 loss, 40 messages in DIR
                """, run());
    }

    @Test
    void overwrittenLossesAreMissing() {
        report(LongStream.range(0, 2050).mapToObj(n -> loss(n, "s", n, n)).toArray(Loss[]::new));
        assertEquals(1, line().execute());
        assertTrue(out.toString().endsWith("\n2,048 losses, 2,048 messages in " + directory + "\n"), out::toString);
        assertEquals(1, line().execute("--json", "--stream", "s"));
        assertEquals("bus: 2 older losses were overwritten\nbus: 2 older losses of all streams were overwritten\n",
                err.toString());
        assertEquals(1, run("--json", "--newest", "1").lines().count());
    }

    @Test
    void noLossesArePrintedAsText() throws IOException {
        assertEquals("no losses reported in DIR\n", run());
        report();
        assertEquals("no losses reported in DIR\n", run());
        assertEquals("no losses reported on stream s in DIR\n", run("--stream", "s"));
        assertEquals("", run("--json"));
        Files.delete(BusDirectory.losses(directory));
        Files.delete(directory);
        assertEquals("no losses reported in DIR, which does not exist: no bus has run there since this host"
                + " started\n", run());
        Files.createDirectory(directory);
    }

    @Test
    void damagedReportGivesOneMessage() throws IOException {
        Files.writeString(BusDirectory.losses(directory), "x".repeat(2_000_000));
        assertEquals("DIR/.losses is not a Verbus loss report; the next bus that starts renames it", failure());
    }

    private static Loss loss(final long ms, final String stream, final long first, final long last) {
        return new Loss(NEW_YEAR_NS + ms * 1_000_000, new Loss.Publisher(stream, 0xAB, 1234),
                new Loss.Reporter("book", 0xCD, 4321), first, last, GapCause.LAPPED, "it was lapped");
    }

    private void report(final Loss... losses) {
        try (LossReportFile report = LossReportFile.open(BusDirectory.losses(directory), 7)) {
            for (final Loss loss : losses) {
                report.append(loss);
            }
        }
    }

    private String run(final String... arguments) {
        out.getBuffer().setLength(0);
        assertEquals(0, line().execute(arguments));
        return out.toString().replace(directory.toString(), "DIR");
    }

    private String failure(final String... arguments) {
        final String[] message = {null};
        line().setExecutionExceptionHandler((e, command, parsed) -> {
            message[0] = ((BusException) e).getMessage().replace(directory.toString(), "DIR");
            return 1;
        }).execute(arguments);
        return message[0];
    }

    private CommandLine line() {
        return new CommandLine(new LossCommand(() -> BusSettings.defaults().withDirectory(directory)))
                .setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    }
}

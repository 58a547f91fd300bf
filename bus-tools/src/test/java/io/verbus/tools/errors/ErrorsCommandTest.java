package io.verbus.tools.errors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.internal.monitor.CountersLayout;
import io.verbus.internal.os.ProcessLock;
import io.verbus.internal.shm.BusDirectory;
import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKey;
import io.verbus.monitor.CounterKind;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ErrorsCommandTest {
    private static final long NEW_YEAR_MS = 1_767_225_600_000L;
    private static final StackTraceElement FRAME = new StackTraceElement("A", "b", "A.java", 7);

    @TempDir(factory = ShmDir.class)
    private Path root;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private long nowMs = NEW_YEAR_MS;

    @Test
    void errorsAreATableWithTextLines() {
        try (BusDirectory directory = BusDirectory.open(root);
                BusCounters second = counters(directory, 2, 5_000);
                BusCounters first = counters(directory, 1, 4_711);
                ProcessLock alive = directory.enter(1)) {
            assertTrue(ProcessLock.isHeld(directory.lock(1)), alive::toString);
            report(second, new BusException("the disk is full"));
            final IllegalStateException bug = new IllegalStateException("a bug\nin two lines", new BusException("b"));
            for (int i = 0; i < 1_200; i++) {
                nowMs++;
                report(first, bug);
            }
            assertEquals("""
                    PID          FIRST (UTC)              LAST (UTC)               COUNT
                    4711         2026-01-01 00:00:00.001  2026-01-01 00:00:01.200  1,200
                        java.lang.IllegalStateException: a bug in two lines
                    5000, ended  2026-01-01 00:00:00.000  2026-01-01 00:00:00.000      1
                        the disk is full
                    2 distinct errors of 2 processes in DIR
                    """, run(0));
            assertEquals("""
                    PID          FIRST (UTC)              LAST (UTC)               COUNT
                    4711         2026-01-01 00:00:00.001  2026-01-01 00:00:01.200  1,200
                        java.lang.IllegalStateException: a bug
                        in two lines
                                at A.b(A.java:7)
                        Caused by: io.verbus.BusException: b
                                ... 1 more
                    5000, ended  2026-01-01 00:00:00.000  2026-01-01 00:00:00.000      1
                        io.verbus.BusException: the disk is full
                                at A.b(A.java:7)
                    2 distinct errors of 2 processes in DIR
                    """, run(0, "--traces"));
        }
    }

    @Test
    void jsonHasOneObjectPerErrorAndLine() {
        try (BusDirectory directory = BusDirectory.open(root); BusCounters counters = counters(directory, 0xAB, 12)) {
            report(counters, new BusException("no \"room\""));
            counters.add(CounterKind.ERRORS, CounterKey.PROCESS).set(6);
            assertEquals("""
                    {"pid":12,"process":"00000000000000ab","alive":false,"first":"2026-01-01T00:00:00Z",\
                    "last":"2026-01-01T00:00:00Z","count":1,"message":"no \\"room\\"",\
                    "trace":"io.verbus.BusException: no \\"room\\"\\n\\tat A.b(A.java:7)\\n"}
                    {"pid":12,"process":"00000000000000ab","alive":false,"unstored":5}
                    """, run(1, "--json"));
            assertEquals("process 12 has counted 5 further errors for which its error log has no room",
                    run(1).lines().skip(3).findFirst().orElseThrow());
        }
    }

    @Test
    void controlCharactersDoNotReachTheTerminal() {
        try (BusDirectory directory = BusDirectory.open(root); BusCounters counters = counters(directory, 1, 12)) {
            report(counters, new BusException("a\u001b[2Jb\u009b"));
            assertEquals("    a?[2Jb?", run(0).lines().skip(2).findFirst().orElseThrow());
        }
    }

    @Test
    void noErrorsArePrintedAsText() throws IOException {
        assertEquals("no errors reported in DIR\n", run(0));
        assertEquals("", run(0, "--json"));
        try (BusDirectory directory = BusDirectory.open(root); BusCounters counters = counters(directory, 1, 12)) {
            counters.add(CounterKind.ERRORS, CounterKey.PROCESS);
            assertEquals("no errors reported in DIR\n", run(0));
        }
        Files.delete(root.resolve(".processes"));
        Files.delete(root);
        assertEquals("no errors reported in DIR, which does not exist: no bus has run there since this host started\n",
                run(0));
        assertTrue(Files.notExists(root));
        Files.createDirectory(root);
    }

    @Test
    void unreadableFileHidesNoOther() throws IOException {
        try (BusDirectory directory = BusDirectory.open(root); BusCounters counters = counters(directory, 1, 12)) {
            report(counters, new BusException("the disk is full"));
            Files.writeString(directory.counters(2), "x".repeat(CountersLayout.length(CountersLayout.MIN_COUNTERS)));
            assertEquals(List.of("    the disk is full", "1 distinct error of 1 process in DIR"),
                    run(1).lines().skip(2).toList());
            assertEquals("bus: DIR/.processes/0000000000000002.counters is not a file of Verbus counters\n",
                    err.toString().replace(root.toString(), "DIR"));
        }
    }

    private BusCounters counters(final BusDirectory directory, final long process, final long pid) {
        return BusCounters.create(directory.counters(process), process, pid, CountersLayout.MIN_COUNTERS,
                () -> nowMs);
    }

    private static void report(final BusCounters counters, final Throwable error) {
        for (Throwable each = error; each != null; each = each.getCause()) {
            each.setStackTrace(new StackTraceElement[]{FRAME});
        }
        counters.errors().record(error);
    }

    private String run(final int status, final String... arguments) {
        out.getBuffer().setLength(0);
        assertEquals(status,
                new CommandLine(new ErrorsCommand(() -> BusSettings.defaults().withDirectory(root)))
                        .setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(arguments));
        return out.toString().replace(root.toString(), "DIR");
    }
}

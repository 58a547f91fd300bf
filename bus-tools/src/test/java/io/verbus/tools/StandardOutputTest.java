package io.verbus.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.BusSettings;
import io.verbus.support.ShmDir;
import io.verbus.testkit.Journals;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** A command never ends with exit status 0 if its output could not be written in full. */
class StandardOutputTest {
    private static final String MESSAGE = "bus: cannot write to standard output: No space left on device:"
            + " the output is incomplete\n";

    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path journal;
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void record() {
        Journals.write(journal, 2_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "--version", "feed --help", "journal cat JOURNAL", "journal check JOURNAL",
            "loss", "errors", "stat", "stat --json", "stat --watch 60", "replay --dir JOURNAL --stream s --rate max"})
    void fullDeviceGivesStatusOneAndOneMessage(final String arguments) throws IOException {
        try (OutputStream full = new FileOutputStream("/dev/full")) {
            assertEquals(1, run(full, arguments));
            assertEquals(MESSAGE, err.toString().replaceAll("(?m)^replay: .*\n", ""));
        }
    }

    @Test
    void closedPipeGivesStatusOneWithoutMessage() throws IOException, InterruptedException {
        final Path fifo = journal.resolveSibling(journal.getFileName() + ".fifo");
        assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
        final RandomAccessFile reader = new RandomAccessFile(fifo.toFile(), "rw");
        try (OutputStream pipe = new FileOutputStream(fifo.toFile())) {
            reader.close();
            assertEquals(1, run(pipe, "journal cat JOURNAL"));
            assertEquals("", err.toString());
        } finally {
            Files.delete(fifo);
        }
    }

    @Test
    void wrongUsageKeepsItsStatus() throws IOException {
        try (OutputStream full = new FileOutputStream("/dev/full")) {
            assertEquals(2, run(full, "journal cat"));
        }
    }

    @Test
    void completeOutputGivesStatusZero() {
        final ByteArrayOutputStream whole = new ByteArrayOutputStream();
        assertEquals(0, run(whole, "journal cat JOURNAL"));
        assertEquals(2_001 + 1, whole.toString().lines().count());
        assertEquals("", err.toString());
    }

    @Test
    void outOfMemoryGivesStatusOneAndOneMessage() {
        final CommandLine line = commandLine().addSubcommand(new Hungry());
        assertEquals(1, Main.execute(line, new StandardOutput(OutputStream.nullOutputStream()), "hungry"));
        assertEquals("bus: out of memory (Java heap space): the command did not complete; set a larger heap with"
                + " -Xmx\n", err.toString());
    }

    private int run(final OutputStream out, final String arguments) {
        return Main.execute(commandLine(), new StandardOutput(out), arguments.replace("JOURNAL", journal.toString())
                .split(" "));
    }

    private CommandLine commandLine() {
        return Main.commandLine(() -> BusSettings.defaults().withDirectory(bus)).setErr(new PrintWriter(err, true));
    }

    /** A command that runs out of memory. */
    @Command(name = "hungry")
    private static final class Hungry implements Runnable {
        @Override
        public void run() {
            throw new OutOfMemoryError("Java heap space");
        }
    }
}

package io.verbus.tools.export.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.Journals;
import io.verbus.tools.Main;
import io.verbus.tools.export.duckdb.RecordedItch;
import io.verbus.tools.export.duckdb.RecordedQuotes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.openhft.chronicle.queue.main.DumpMain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documents that Chronicle's own readers find have the rows of the CSV files, and nothing else. */
class ChronicleExportTest {
    private static final List<String> FORMS = List.of("text", "json", "binary");
    private static final int MESSAGES = 3_000;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void documentsOfAGeneratedSessionAreItsRows() throws IOException {
        final Path file = folder.resolve("g.itch");
        assertEquals(0, run("generate", "--seed", Long.toString(Seeds.draw() >>> 1), "--messages",
                Integer.toString(MESSAGES), "--symbols", "40", "--live-orders", "300", "--out", file.toString()));
        final RecordedItch recorded = RecordedItch.record(file, journal());
        assertSameRows(FORMS);
        assertTrue(recorded.messages() >= MESSAGES);
        final ByteArrayOutputStream dump = new ByteArrayOutputStream();
        DumpMain.dump(folder.resolve("queue").toFile(), new PrintStream(dump, true, StandardCharsets.UTF_8),
                Long.MAX_VALUE);
        assertEquals(recorded.messages(), dump.toString(StandardCharsets.UTF_8).lines()
                .filter(line -> line.strip().startsWith("bus_sequence: ")).count(), "documents in Chronicle's dump");
    }

    @Test
    void documentsOfTheRealSessionAreItsRows() throws IOException {
        final String data = System.getenv("VERBUS_TEST_DATA");
        assumeTrue(data != null, "skipped: VERBUS_TEST_DATA is not set");
        RecordedItch.record(Path.of(data, "itch", "nasdaq-totalview-2019-12-30-0304-0400.itch.gz"), journal());
        assertSameRows(List.of("binary")); // Chronicle reads the others slowly
    }

    @Test
    void documentsOfAForeignSchemaAreItsRows() throws IOException {
        RecordedQuotes.record(journal());
        assertSameRows(FORMS, "--schema", RecordedQuotes.SCHEMA);
    }

    @Test
    void missingPartOfTheRangeIsExitStatus1() {
        Journals.write(journal(), session -> {
            Journals.append(session, 0, RecordedQuotes.message(0));
            session.lose(1, 4, "lapped", Journals.receivedNs(1));
            Journals.append(session, 5, RecordedQuotes.message(0));
            session.end(6, Journals.receivedNs(6));
        });
        for (final String format : List.of("wire", "queue")) {
            assertEquals(1, export(format, format, "--schema", RecordedQuotes.SCHEMA));
            assertTrue(err.toString().contains("sequences 1 to 4 are missing in the journal: lapped"), err::toString);
            assertTrue(Files.isDirectory(folder.resolve(format)), "all other messages are in " + format);
        }
    }

    @Test
    void queueWithoutRoomIsRefusedBeforeItsDocumentIsWritten() throws IOException {
        final Path directory = Files.createDirectory(folder.resolve("queue"));
        final long[] free = {16 << 20};
        try (DocumentQueue queue = new DocumentQueue(directory, new FreeRoom(directory, () -> free[0]))) {
            queue.write("First", fields -> fields.write("bytes").bytes(new byte[2 << 20]));
            free[0] = 1 << 20;
            final BusException refused = assertThrows(BusException.class,
                    () -> queue.write("Second", fields -> fields.write("bytes").bytes(new byte[1])));
            assertTrue(refused.getMessage().startsWith("no room for the queue in " + directory + ": 1048576 bytes are"
                    + " free"), refused::getMessage);
        }
        assertEquals(1, ReadDocuments.queue(directory, (_, _) -> {}));
    }

    @Test
    void exportIntoAnExistingFolderIsRefused() throws IOException {
        RecordedQuotes.record(journal());
        Files.createDirectory(folder.resolve("queue"));
        assertEquals(1, export("queue", "queue", "--schema", RecordedQuotes.SCHEMA));
        assertTrue(err.toString().contains(" exists: give a new name with --out"), err::toString);
    }

    private void assertSameRows(final List<String> forms, final String... options) throws IOException {
        assertEquals(0, export("csv", "csv", options), err::toString);
        final Map<String, RowHash> expected = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder.resolve("csv"))) {
            for (final Path file : files.toList()) {
                final String table = file.getFileName().toString().replace(".csv", "");
                RowHash.ofCsv(file, expected.computeIfAbsent(table, _ -> new RowHash()));
            }
        }
        assertFalse(expected.isEmpty());
        for (final String form : forms) {
            assertEquals(0, export("wire", form, Stream.concat(Stream.of(options), Stream.of("--documents", form))
                    .toArray(String[]::new)), err::toString);
            final Map<String, RowHash> found = new TreeMap<>();
            ReadDocuments.file(folder.resolve(form), form, (table, row) -> RowHash.add(found, table, row));
            assertEquals(expected, found, form);
        }
        assertEquals(0, export("queue", "queue", options), err::toString);
        final Map<String, RowHash> found = new TreeMap<>();
        ReadDocuments.queue(folder.resolve("queue"), (table, row) -> RowHash.add(found, table, row));
        assertEquals(expected, found, "queue");
    }

    private int export(final String format, final String target, final String... options) {
        return run(Stream.concat(Stream.of("journal", "export", journal().toString(), "--format", format, "--out",
                folder.resolve(target).toString()), Stream.of(options)).toArray(String[]::new));
    }

    private Path journal() {
        return folder.resolve("journal");
    }

    private int run(final String... arguments) {
        return Main.commandLine(BusSettings::defaults).setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true)).execute(arguments);
    }
}

package io.verbus.tools.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusSettings;
import io.verbus.Session;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.JournalWriter;
import io.verbus.journal.SessionWriter;
import io.verbus.testkit.Journals;
import io.verbus.tools.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session that cannot be read to its end does not hide those after it. */
class CatCommandTest {
    @TempDir
    private Path journal;
    @TempDir
    private Path copy;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void sessionsAfterADamagedOneArePrinted() throws IOException {
        try (JournalWriter writer = JournalWriter.open(journal, "md.test", JournalSettings.defaults())) {
            for (long id = 0xA; id <= 0xB; id++) {
                final SessionWriter session = writer
                        .session(new Session("md.test", id, "publisher", 4711, Journals.START_NS + id, "build"));
                Journals.append(session, 0, "first".getBytes(StandardCharsets.US_ASCII));
                Journals.append(session, 1, "second".getBytes(StandardCharsets.US_ASCII));
            }
            copyOfADeadRecorder();
        }
        final int status = Main.commandLine(BusSettings::defaults).setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true)).execute("journal", "cat", "--text", copy.toString());
        assertEquals(1, status);
        final List<String> lines = out.toString().lines().map(line -> line.replaceAll("( of stream|: | 2026).*", ""))
                .toList();
        assertEquals(List.of("# session a", "0", "# the rest of session a cannot be read", "# session b", "0", "1"),
                lines, out::toString);
        assertTrue(err.toString().startsWith("bus: " + copy) && err.toString().contains(" is damaged at offset "),
                err::toString);
    }

    /** Copies the unsealed segments, with a changed byte in the last record of the first session. */
    private void copyOfADeadRecorder() throws IOException {
        try (Stream<Path> files = Files.list(journal)) {
            for (final Path file : files.filter(one -> one.toString().endsWith(".segment")).toList()) {
                final byte[] bytes = Files.readAllBytes(file);
                if (file.getFileName().toString().startsWith("000000000000000a")) {
                    final int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("second");
                    bytes[at]++;
                }
                Files.write(copy.resolve(file.getFileName()), bytes);
            }
        }
    }
}

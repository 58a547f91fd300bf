package io.verbus.tools.tap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.support.ShmDir;
import io.verbus.testkit.Journals;
import io.verbus.tools.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command in this process: streams and journals, selection, summary, exit status. */
class TapCommandTest {
    private static final String SCHEMA = "src/test/resources/tap/user.xml";

    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void streamIsReadFromItsOldestMessage() throws IOException {
        try (Bus publishing = launch(); Publication publication = publishing.publish(settings(true))) {
            for (int i = 0; i < 3; i++) {
                publish(publication, Quotes.whole());
            }
            publish(publication, new byte[]{1, 2, 3});
            assertEquals(0, tap("quotes", "--from", "0", "--schema", SCHEMA, "--format", "json", "--until-idle",
                    "100ms"), this::output);
        }
        final List<String> lines = out.toString().lines().toList();
        assertEquals(4, lines.size(), this::output);
        final JsonNode third = new ObjectMapper().readTree(lines.get(2));
        assertEquals(2, third.get("sequence").asLong());
        assertEquals("Quote", third.get("template").asText());
        assertEquals("101.50", third.get("fields").get("bid").decimalValue().setScale(2).toString());
        assertTrue(third.get("published").asText().matches("20\\d\\d-.+Z"), this::output);
        assertEquals("it has 3 bytes, fewer than a message header",
                new ObjectMapper().readTree(lines.get(3)).get("reason").asText());
        assertTrue(err.toString().contains("tap: reading session "), this::output);
        assertTrue(err.toString().endsWith("tap: 4 messages, 4 printed, 1 not decoded, 0 missed\n"), this::output);
    }

    @Test
    void overwrittenMessagesAreReportedAsMissed() {
        try (Bus publishing = launch(); Publication publication = publishing.publish(settings(false))) {
            for (int i = 0; i < 1_000; i++) {
                publish(publication, Quotes.whole());
            }
            assertEquals(1, tap("quotes", "--from", "1", "--schema", SCHEMA, "--to", "999", "--until-idle", "1s"),
                    this::output);
        }
        final int printed = (int) out.toString().lines().count();
        assertTrue(printed > 0 && printed < 999, this::output);
        assertTrue(err.toString().contains("tap: missed " + (999 - printed) + " messages of session "), this::output);
        assertTrue(err.toString().contains(": the log does not go back that far\n"), this::output);
        assertTrue(err.toString().contains(", " + (999 - printed) + " missed in 1 gap\n"), this::output);
        assertTrue(out.toString().contains(" - "), "a stream without timestamps has no times");
    }

    @Test
    void configurationNamesTheSchemaOfAStreamAndOfAJournal(@TempDir final Path other) throws IOException {
        writeJournal();
        final String schema = ":\n    schema: " + Path.of(SCHEMA).toAbsolutePath() + "\n";
        final Path file = Files.writeString(other.resolve("verbus.yaml"),
                "bus:\n  directory: " + bus + "\nstreams:\n  quotes" + schema + "  md.test" + schema);
        try (Bus publishing = launch(); Publication publication = publishing.publish(settings(true))) {
            publish(publication, Quotes.whole());
            assertEquals(0, tap("quotes", "--config", file.toString(), "--from", "0", "--count", "1"), this::output);
        }
        assertEquals(1, tap(folder.toString(), "--config", file.toString()), this::output);
        assertEquals(0, run("journal", "cat", folder.toString(), "--config", file.toString(), "--decode"),
                this::output);
        assertEquals(5, Pattern.compile(" Quote id=").matcher(out.toString()).results().count(), this::output);
    }

    @Test
    void conditionsAndCountSelectMessages() {
        try (Bus publishing = launch(); Publication publication = publishing.publish(settings(true))) {
            for (int i = 0; i < 10; i++) {
                publish(publication, i % 2 == 0 ? Quotes.whole() : Quotes.ofVersion0());
            }
            assertEquals(0, tap("quotes", "--from", "0", "--schema", SCHEMA, "--where", "legs.symbol=LONGER",
                    "--where", "side=BUY", "--count", "2"), this::output);
        }
        assertEquals(List.of("0", "2"), out.toString().lines().map(line -> line.split(" ")[0]).toList());
        assertTrue(err.toString().endsWith("tap: 3 messages, 2 printed, 0 not decoded, 0 missed\n"), this::output);
    }

    @Test
    void misspeltStreamIsReportedWithTheOthers() {
        try (Bus publishing = launch(); Publication publication = publishing.publish(settings(true))) {
            publish(publication, Quotes.whole());
            assertEquals(0, tap("quote", "--until-idle", "50ms"), this::output);
        }
        assertEquals("tap: there is no stream quote yet; this host has quotes\ntap: waiting for a session on stream"
                + " quote\ntap: 0 messages, 0 printed, 0 not decoded, 0 missed\n", err.toString());
    }

    @Test
    void journalIsRead() {
        writeJournal();
        assertEquals(1, tap(folder.toString(), "--schema", SCHEMA, "--raw"), this::output);
        final List<String> lines = out.toString().lines().toList();
        assertEquals(3, lines.size(), this::output);
        assertTrue(lines.getFirst().startsWith("0 2026-01-01T00:00:00.000000000Z 0000000000abcdef Quote id="),
                this::output);
        assertTrue(lines.getFirst().contains(" hex=003900070384"), this::output);
        assertTrue(err.toString().contains("tap: missed 2 messages of session 0000000000abcdef, sequences 2 to 3: it"
                + " was lapped\n"), this::output);
        assertTrue(err.toString().endsWith("tap: 3 messages, 3 printed, 1 not decoded, 2 missed in 1 gap\n"),
                this::output);
    }

    @Test
    void journalIsFollowedUntilItsCount() {
        writeJournal();
        assertEquals(0, tap(folder.toString(), "--follow", "--schema", SCHEMA, "--from", "1", "--count", "2"),
                this::output);
        assertEquals(List.of("1", "4"), out.toString().lines().map(line -> line.split(" ")[0]).toList());
    }

    @Test
    void catDecodesTheSameMessages() {
        writeJournal();
        assertEquals(0, run("journal", "cat", folder.toString(), "--schema", SCHEMA), this::output);
        final List<String> lines = out.toString().lines().toList();
        assertTrue(lines.get(1).startsWith("0 2026-01-01T00:00:00.000000000Z " + Quotes.whole().length
                + " Quote id=18446744073709551615 bid=101.50 "), this::output);
        assertEquals("1 2026-01-01T00:00:00.000001000Z 2 ? reason=\"it has 2 bytes, fewer than a message header\""
                + " hex=0102", lines.get(2));
        assertEquals("2 2026-01-01T00:00:00.000002000Z loss 3 it was lapped", lines.get(3));
        assertEquals(2, run("journal", "cat", folder.toString(), "--decode", "--text"), this::output);
    }

    @Test
    void messagesOfPacketArePrintedOneByOne() {
        Journals.write(folder, session -> {
            Journals.append(session, 0, packetOfTwo());
            Journals.append(session, 1, new byte[]{9, 8, 7});
            session.end(2, Journals.receivedNs(2));
        });
        final String[] options = {folder.toString(), "--schema", SCHEMA, "--framing", "ilink", "--skip", "3"};
        assertEquals(0, tap(options), this::output);
        final List<String> lines = out.toString().lines().toList();
        assertEquals(List.of("0", "0", "1"), lines.stream().map(line -> line.split(" ")[0]).toList());
        assertTrue(lines.get(1).contains(" Quote id="), this::output);
        assertTrue(lines.get(2).endsWith(" ? reason=\"the frame at byte 3 is cut off: it has 0 of 4 header bytes\""
                + " hex="), this::output);
        assertTrue(err.toString().endsWith("tap: 3 messages, 3 printed, 1 not decoded, 0 missed\n"), this::output);

        out.getBuffer().setLength(0);
        assertEquals(0, tap(Stream.concat(Stream.of(options), Stream.of("--count", "1", "--raw"))
                .toArray(String[]::new)), this::output);
        assertTrue(out.toString().endsWith(" hex=" + HexFormat.of().formatHex(Quotes.whole()) + "\n"), this::output);

        out.getBuffer().setLength(0);
        assertEquals(0, run(Stream.concat(Stream.of("journal", "cat"), Stream.of(options)).toArray(String[]::new)),
                this::output);
        assertEquals(4, out.toString().lines().count(), this::output);
        assertTrue(out.toString().lines().toList().get(1).matches("0 \\S+ \\d+ Quote .+ \\| Quote .+"), this::output);
    }

    private static byte[] packetOfTwo() {
        final byte[] message = Quotes.whole();
        final byte[] packet = FramingTest.packet(ByteOrder.LITTLE_ENDIAN, 3, 4, message.length, message.length);
        System.arraycopy(message, 0, packet, 3 + 4, message.length);
        System.arraycopy(message, 0, packet, 3 + 4 + message.length + 4, message.length);
        return packet;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "quotes --where siide=BUY | 2 | no message has a field siide, the nearest is side",
            "quotes --count 0 | 2 | invalid value for option '--count': '0': give 1 or more",
            "quotes --format xml | 2 | expected one of",
            "quotes --framing itch | 2 | invalid value for option '--framing': expected one of",
            "quotes --skip -1 | 2 | invalid value for option '--skip': '-1': give 0 or more",
            "quotes --skip 2x | 2 | is not an int",
            "quotes --schema absent.xml | 2 | no schema file absent.xml: give an SBE schema as XML, or as .sbeir",
            "quotes --schema pom.xml | 2 | pom.xml is not a valid SBE schema: ",
            "quotes --from 2026-01-31T09:30:00Z | 2 | it is a time, and quotes is a stream: give a sequence",
            "quotes --follow | 2 | only a journal has an end; a stream is always followed",
            "./absent | 1 | there is no journal in",
            "/tmp --until-idle 1s | 2 | it is a journal, which ends at its end",
            "no!name --until-idle 1s | 1 | invalid stream name",
            "--format json | 2 | missing required parameter"})
    void wrongUsageIsRefused(final String arguments, final int status, final String message) {
        assertEquals(status, tap(arguments.split(" ")), this::output);
        assertTrue(err.toString().contains(message), this::output);
        assertEquals("", out.toString());
    }

    private void writeJournal() {
        Journals.write(folder, session -> {
            Journals.append(session, 0, Quotes.whole());
            Journals.append(session, 1, new byte[]{1, 2});
            session.lose(2, 3, "it was lapped", Journals.receivedNs(2));
            Journals.append(session, 4, Quotes.ofVersion0());
            session.end(5, Journals.receivedNs(5));
        });
    }

    private Bus launch() {
        return Bus.launch(BusSettings.defaults().withDirectory(bus).withDutyCycle(Duration.ofMillis(1)));
    }

    private static PublicationSettings settings(final boolean timestamps) {
        return PublicationSettings.of("quotes").withCapacity(1 << 16).withTimestamps(timestamps);
    }

    private static void publish(final Publication publication, final byte[] message) {
        assertTrue(publication.offer(new UnsafeBuffer(message), 0, message.length) >= 0, "no reader blocks it");
    }

    private String output() {
        return out + "\n" + err;
    }

    private int tap(final String... arguments) {
        return run(Stream.concat(Stream.of("tap"), Stream.of(arguments)).toArray(String[]::new));
    }

    private int run(final String... arguments) {
        return Main.commandLine(() -> BusSettings.defaults().withDirectory(bus)).setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true)).execute(arguments);
    }
}

package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.OrderDeletedEncoder;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tap in a process of its own: a real session as JSON, a stopped tap, a closed pipe, Ctrl-C. */
@Tag("processes")
class TapTest {
    private static final int CAPACITY = 1 << 16;
    private static final int LAPS = 20;
    /** SessionBegin and InstrumentState, which have no timestamp of the exchange. */
    private static final int MESSAGES_OF_THE_FEED = 2;

    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[64]);

    @Test
    void firstMessagesOfRealSessionAreJson() throws IOException, InterruptedException {
        final Optional<KnownSession> real = KnownSession.real();
        assumeTrue(real.isPresent(), "VERBUS_TEST_DATA does not contain a real session");
        final List<String> lines;
        try (Command tap = Command.start(bus, "tap", "md.itch", "--format", "json", "--count", 1_000)) {
            tap.awaitLine("waiting for a session on stream md.itch");
            try (Command feed = Command.start(bus, "feed", "--stream", "md.itch", "--itch", real.get().itch(),
                    "--await-subscribers", 1, "--capacity", "64M")) { // all of it: a tap never delays the feed
                assertEquals(0, tap.exitStatus(), tap::output);
                assertEquals(real.get().feedStatus(), feed.exitStatus(), feed::output);
            }
            lines = tap.output().lines().filter(line -> line.startsWith("{")).toList();
            assertTrue(tap.output().contains(" 1,000 printed, 0 not decoded, 0 missed\n"), tap::output);
        }
        assertEquals(1_000, lines.size());
        final ObjectMapper json = new ObjectMapper();
        long newestNs = 0;
        for (int i = 0; i < lines.size(); i++) {
            final JsonNode object = json.readTree(lines.get(i));
            assertEquals(i, object.get("sequence").asInt(), lines.get(i));
            final JsonNode timeNs = object.get("fields").get("timestamp");
            assertTrue(i < MESSAGES_OF_THE_FEED ? timeNs.isNull() : timeNs.asLong() >= newestNs, lines.get(i));
            newestNs = timeNs.asLong();
        }
        assertEquals("SessionBegin", json.readTree(lines.getFirst()).get("template").asText());
        assertTrue(lines.stream().anyMatch(line -> line.contains("\"symbol\":\"AAPL\"")), "no instrument AAPL");
        assertReadByJq(lines);
    }

    /** An independent reader, where it is installed. */
    private void assertReadByJq(final List<String> lines) throws IOException, InterruptedException {
        if (Files.isExecutable(Path.of("/usr/bin/jq"))) {
            final Path file = Files.write(folder.resolve("tap.json"), lines);
            final Process jq = new ProcessBuilder("/usr/bin/jq", "-c", ".sequence", file.toString())
                    .redirectErrorStream(true).start();
            final String output = new String(jq.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, jq.waitFor(), output);
            assertEquals(lines.size(), output.lines().count());
        }
    }

    @Test
    void stoppedTapNeverRefusesAClaim() throws IOException {
        try (Bus publishing = Bus.launch(BusSettings.defaults().withDirectory(bus));
                Publication publication = publishing.publish(PublicationSettings.of("md").withCapacity(CAPACITY)
                        .withTimestamps(true));
                Command tap = Command.start(bus, "tap", "md")) {
            tap.awaitLine("reading session ");
            assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(60)));
            publish(publication, 0);
            tap.awaitLine("OrderDeleted ");
            tap.stop();
            long order = 1;
            while (publication.position() < (long) LAPS * CAPACITY) {
                publish(publication, order);
                order++;
            }
            tap.resume();
            tap.awaitLine("missed [\\d,]+ messages of session .+: .*lapped");
            publish(publication, order);
            tap.awaitLine("OrderDeleted .* orderId=" + order);
            tap.interrupt();
            tap.awaitLine("tap: [\\d,]+ messages, [\\d,]+ printed, 0 not decoded, [\\d,]+ missed in \\d+ gaps?");
        }
    }

    private void publish(final Publication publication, final long order) {
        new OrderDeletedEncoder().wrapAndApplyHeader(message, 0, new MessageHeaderEncoder()).orderId(order);
        final int length = MessageHeaderEncoder.ENCODED_LENGTH + OrderDeletedEncoder.BLOCK_LENGTH;
        assertTrue(publication.offer(message, 0, length) >= 0, "the claim was refused");
    }

    @Test
    void closedPipeEndsItQuietly() throws IOException, InterruptedException {
        final Path journal = folder.resolve("journal");
        Command.generate(folder.resolve("20191230.itch"), 20_000, 20);
        try (Command record = Command.start(bus, "record", "--stream", "md", "--dir", journal,
                "--until-session-ends");
                Command feed = Command.start(bus, "feed", "--stream", "md", "--itch", folder.resolve("20191230.itch"),
                        "--await-subscribers", 1, "--block-for", "recorder")) {
            assertEquals(0, feed.exitStatus(), feed::output);
            assertEquals(0, record.exitStatus(), record::output);
        }
        final ProcessBuilder shell = new ProcessBuilder("/bin/sh", "-c", "\"$JAVA\""
                + " --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED --enable-native-access=ALL-UNNAMED"
                + " -XX:TieredStopAtLevel=1 -cp \"$CLASSES\" io.verbus.tools.Main tap \"$JOURNAL\" | head -n 2")
                .redirectErrorStream(true);
        shell.environment().put("JAVA", ProcessHandle.current().info().command().orElseThrow());
        shell.environment().put("CLASSES", System.getProperty("java.class.path"));
        shell.environment().put("JOURNAL", journal.toString());
        final Process head = shell.start();
        final String output = new String(head.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, head.waitFor(), output);
        assertEquals(3, output.lines().count(), output);
        assertTrue(output.contains("tap: reading the record of session "), output);
    }
}

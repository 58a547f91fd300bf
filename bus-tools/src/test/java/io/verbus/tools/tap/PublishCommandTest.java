package io.verbus.tools.tap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.LostSession;
import io.verbus.Policy;
import io.verbus.SessionEvent;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import io.verbus.tools.Json;
import io.verbus.tools.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code ./bus tap} prints, {@code ./bus publish} publishes. */
class PublishCommandTest {
    private static final Path SCHEMA = Path.of("src/test/resources/tap/user.xml");

    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;
    private final List<SessionEvent> events = new ArrayList<>();
    private final StringWriter err = new StringWriter();

    @Test
    void linesArePublishedAsTheMessagesThatTheyWere() throws IOException {
        final byte[] quote = Quotes.whole();
        final String line = Json.ascii(Json.object("sequence", 7, "template", "Quote", "fields", fields(quote)));
        final List<byte[]> received = publish(0, line + "\n\n" + line + "\n{\"template\":null,\"hex\":\"0102ff\"}\n");
        assertEquals(List.of(fields(quote), fields(quote)),
                received.subList(0, 2).stream().map(PublishCommandTest::fields).toList());
        assertArrayEquals(new byte[]{1, 2, -1}, received.get(2));
        assertEquals(3, received.size());
        assertInstanceOf(SessionEvent.Ended.class, events.getLast());
        assertTrue(err.toString().endsWith("publish: 3 messages on stream quotes\n"), err::toString);
    }

    @Test
    void linesBeforeAWrongOneArePublished() throws IOException {
        assertEquals(1,
                publish(1, "{\"template\":null,\"hex\":\"01\"}\n[]\n{\"template\":null,\"hex\":\"02\"}\n").size());
        assertInstanceOf(LostSession.class, events.getLast());
        assertTrue(err.toString().endsWith("publish: 1 message on stream quotes\nbus: line 2: it is not a JSON object:"
                + " give one per line, such as tap --format json prints\n"), err::toString);
    }

    @Test
    void pricesAreDecimalsInTheScaleOfTheirInstrument() {
        final MessageLines lines = new MessageLines(SchemaFile.own());
        final MessageDecoder decoder = new MessageDecoder(SchemaFile.own());
        final List<String> session = List.of(
                "{\"template\":\"Instrument\",\"fields\":{\"timestamp\":1,\"sequence\":0,\"instrumentId\":13,"
                        + "\"channel\":0,\"kind\":\"EQUITY\",\"tick\":0.01,\"lot\":100,\"priceExponent\":-4,"
                        + "\"quantityExponent\":0,\"multiplierExponent\":0,\"symbol\":\"AAPL\"}}",
                "{\"template\":\"OrderAdded\",\"fields\":{\"timestamp\":2,\"sequence\":1,\"instrumentId\":13,"
                        + "\"channel\":0,\"flags\":[\"endOfEvent\"],\"side\":\"SELL\",\"orderId\":679,\"price\":191.12,"
                        + "\"quantity\":8}}");
        final List<String> printed = new ArrayList<>();
        for (final String line : session) {
            lines.encode(line.getBytes(UTF_8));
            final StringBuilder text = new StringBuilder();
            decoder.appendText(lines.buffer(), 0, lines.length(), text);
            printed.add(text.toString());
        }
        assertTrue(printed.get(1).contains(" price=191.1200 quantity=8 "), printed::toString);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '#', value = {
            "null | it is not a JSON object: give one per line, such as tap --format json prints",
            "{\"template\":\"Quote\" | it is not a JSON object: give one per line, such as tap --format json prints",
            "{} | it has no \"template\": give the name of a message of the schema",
            "{\"template\":3} | template cannot be 3: give a text",
            "{\"template\":\"Qoute\"} | no schema has a message Qoute: did you mean Quote?",
            "{\"template\":\"Quote\",\"fields\":7} | fields cannot be 7: give an object",
            "{\"template\":\"Quote\",\"fields\":{\"flag\":1}} | Quote has no field flag: did you mean flags?",
            "{\"template\":\"Quote\",\"fields\":{\"id\":null}} | Quote.id cannot be null: it is required",
            "{\"template\":\"Quote\",\"fields\":{\"id\":\"x\"}} | Quote.id cannot be 'x': give a number",
            "{\"template\":\"Quote\",\"fields\":{\"id\":1.5}} | Quote.id cannot be 1.5: give an integer",
            "{\"template\":\"Quote\",\"fields\":{\"id\":-1}} | Quote.id cannot be -1: it does not fit into uint64",
            "{\"template\":null,\"hex\":\"0\"} | hex cannot be '0': give a text of hex digits"})
    void wrongLinesAreRefused(final String line, final String message) {
        final MessageLines lines = new MessageLines(List.of(SchemaFile.read(SCHEMA)));
        lines.encode(new byte[0]);
        assertEquals("line 2: " + message,
                assertThrows(BusException.class, () -> lines.encode(line.getBytes(UTF_8))).getMessage());
    }

    @Test
    void valuesOfEachKindAreChecked() {
        final MessageLines lines = new MessageLines(List.of(SchemaFile.read(SCHEMA)));
        final String whole = Json.ascii(Json.object("template", "Quote", "fields", fields(Quotes.whole())));
        final List<String> refused = new ArrayList<>();
        for (final String change : List.of("\"side\":\"BUY\"->\"side\":\"BUG\"", "\"flags\":[->\"flags\":[\"NONE\",",
                "\"legs\":[->\"legs\":[3,")) {
            final String[] parts = change.split("->");
            assertTrue(whole.contains(parts[0]), whole);
            refused.add(assertThrows(BusException.class,
                    () -> lines.encode(whole.replace(parts[0], parts[1]).getBytes(UTF_8)))
                    .getMessage().replaceFirst("line \\d: ", ""));
        }
        assertEquals(List.of("Quote.side cannot be 'BUG': it is one of BUY, SELL",
                "Quote.flags cannot be 'NONE': it has FIRM, CLOSING", "Quote.legs[0] cannot be 3: give an object"),
                refused);
    }

    private static Object fields(final byte[] message) {
        return ((MessageContent.Typed) new MessageDecoder(List.of(SchemaFile.read(SCHEMA)))
                .decode(new UnsafeBuffer(message), 0, message.length)).fields();
    }

    /** Publishes lines, and returns the messages that a subscription received. */
    private List<byte[]> publish(final int status, final String lines) throws IOException {
        final Path in = Files.writeString(folder.resolve("lines.json"), lines, UTF_8);
        final List<byte[]> received = new ArrayList<>();
        try (Bus reading = Bus.launch(BusSettings.defaults().withDirectory(bus).withDutyCycle(Duration.ofMillis(1)));
                Subscription subscription = reading.subscribe(SubscriptionSettings.of("quotes")
                        .withPolicy(Policy.BLOCK).withListener(events::add))) {
            final CompletableFuture<Integer> publishing = CompletableFuture.supplyAsync(() -> Main.commandLine(
                    () -> BusSettings.defaults().withDirectory(bus)).setErr(new PrintWriter(err, true))
                    .execute("publish", "quotes", "--schema", SCHEMA.toString(), "--in", in.toString(),
                            "--await-subscribers", "1", "--capacity", "64K"));
            final long beganNs = System.nanoTime();
            while (events.stream().noneMatch(event -> event instanceof SessionEvent.Ended
                    || event instanceof LostSession lost && lost.forGood())) {
                subscription.poll((buffer, offset, length, header) -> {
                    final byte[] message = new byte[length];
                    buffer.getBytes(offset, message);
                    received.add(message);
                    return Action.TAKEN;
                }, 10);
                assertTrue(System.nanoTime() - beganNs < Patience.NS, err::toString);
            }
            assertEquals(status, publishing.join(), err::toString);
        }
        return received;
    }
}

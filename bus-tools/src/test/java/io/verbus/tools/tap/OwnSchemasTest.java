package io.verbus.tools.tap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.codec.marketdata.InstrumentEncoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.QuoteEncoder;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import uk.co.real_logic.sbe.xml.Message;
import uk.co.real_logic.sbe.xml.MessageSchema;
import uk.co.real_logic.sbe.xml.ParserOptions;
import uk.co.real_logic.sbe.xml.XmlSchemaParser;

/** Each message of the schemas of Verbus is decoded as the generated codecs decode it. */
class OwnSchemasTest {
    private static final int ROUNDS = 200;
    private static final int HEADER = 8;

    private final MessageDecoder decoder = new MessageDecoder(SchemaFile.own());

    @TestFactory
    Stream<DynamicTest> marketDataIsDecodedLikeByItsCodecs() throws Exception {
        return tests("market-data.xml");
    }

    @TestFactory
    Stream<DynamicTest> nasdaqIsDecodedLikeByItsCodecs() throws Exception {
        return tests("nasdaq.xml");
    }

    @TestFactory
    Stream<DynamicTest> ordersAreDecodedLikeByTheirCodecs() throws Exception {
        return tests("orders.xml");
    }

    @Test
    void messagesOfTheNextVersionAreReadWithoutItsAdditions() throws Exception {
        final List<String> compared = new ArrayList<>();
        for (final String name : List.of("market-data", "orders")) {
            final Schema next = SchemaFile.read(Path.of("../codecs/src/test/resources/" + name + "-next.xml"));
            for (final Message message : messages(name + "-next.xml", "test")) {
                final UnsafeBuffer bytes = new CodecFields(message, null).random(new Random(3), next.id(),
                        next.version());
                final MessageContent newer = new MessageDecoder(List.of(next)).decode(bytes, 0, bytes.capacity());
                final MessageContent older = decoder.decode(bytes, 0, bytes.capacity());
                if (older instanceof MessageContent.Typed known) {
                    final var additions = new LinkedHashMap<>(((MessageContent.Typed) newer).fields());
                    additions.keySet().removeAll(known.fields().keySet());
                    assertEquals(message.fields().size() - known.fields().size(), additions.size());
                    compared.add(message.name() + " " + additions.keySet());
                } else {
                    compared.add(((MessageContent.Opaque) older).reason());
                }
            }
        }
        assertTrue(compared.stream().anyMatch(one -> one.contains("has no message with the template id")),
                compared::toString);
        assertTrue(compared.contains("NewOrder [expires]") && compared.contains("Entry [received]"),
                compared::toString);
    }

    @Test
    void schemaOfTheNextVersionReadsPresentMessages() throws Exception {
        final Schema next = SchemaFile.read(Path.of("../codecs/src/test/resources/orders-next.xml"));
        for (final Message message : messages("orders.xml", "main")) {
            if (message.name().equals("NewOrder")) {
                final UnsafeBuffer bytes = new CodecFields(message, null).random(new Random(3), next.id(), 0);
                final MessageContent.Typed decoded = assertInstanceOf(MessageContent.Typed.class,
                        new MessageDecoder(List.of(next)).decode(bytes, 0, bytes.capacity()));
                assertTrue(decoded.fields().containsKey("expires") && decoded.fields().get("expires") == null,
                        decoded::toString);
            }
        }
    }

    @Test
    void messageIsDecodedByItsOwnVersionElseByTheNewest() throws Exception {
        final Schema present = SchemaFile.read(Path.of("../codecs/src/main/resources/orders.xml"));
        final Schema next = SchemaFile.read(Path.of("../codecs/src/test/resources/orders-next.xml"));
        final MessageDecoder both = new MessageDecoder(List.of(present, next));
        final Message message = messages("orders-next.xml", "test").stream()
                .filter(one -> one.name().equals("NewOrder")).findFirst().orElseThrow();
        final List<Boolean> hasAddition = new ArrayList<>();
        for (final int version : new int[]{present.version(), next.version(), next.version() + 5}) {
            final UnsafeBuffer bytes = new CodecFields(message, null).random(new Random(3), next.id(), version);
            hasAddition.add(assertInstanceOf(MessageContent.Typed.class, both.decode(bytes, 0, bytes.capacity()))
                    .fields().containsKey("expires"));
        }
        assertEquals(List.of(false, true, true), hasAddition);
    }

    /** Of a journal that was recorded before the schema 3; there are no codecs for it. */
    @Test
    void messageOfTheFirstSchemaOfMarketDataIsDecoded() {
        final ByteBuffer bytes = ByteBuffer.allocate(48).order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) 40).putShort((short) 16).putShort((short) 1).putShort((short) 1)
                .putLong(1_577_682_000_000_000_000L).putInt(13).putShort((short) 2).put((byte) 'B').put((byte) 0)
                .putLong(4711).putLong(2_890_000).putInt(100).put("GSCO".getBytes(StandardCharsets.US_ASCII));
        final StringBuilder text = new StringBuilder();

        decoder.appendText(new UnsafeBuffer(bytes.array()), 0, bytes.position(), text);

        assertEquals("OrderAdded timestamp=1577682000000000000 instrumentId=13 trackingNumber=2 side=BUY orderId=4711"
                + " price=289.0000 quantity=100 attribution=GSCO", text.toString());
    }

    @Test
    void pricesAndQuantitiesHaveTheExponentsOfTheirInstrument() {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[256]);
        final MessageHeaderEncoder header = new MessageHeaderEncoder();
        final List<String> lines = new ArrayList<>();
        for (final int exponent : new int[]{0, -2, -9}) {
            if (exponent < 0) {
                final InstrumentEncoder instrument = new InstrumentEncoder().wrapAndApplyHeader(bytes, 0, header)
                        .instrumentId(7).priceExponent((byte) exponent).quantityExponent((byte) (exponent + 1))
                        .tick(25).lot(10);
                instrument.legsCount(0);
                lines.add(fields(bytes, instrument.symbol("ES").encodedLength(), "tick", "lot", "symbol"));
            }
            lines.add(fields(bytes, new QuoteEncoder().wrapAndApplyHeader(bytes, 0, header).instrumentId(7)
                    .bidPrice(-5_000_000_025L).bidQuantity(3).encodedLength(), "bidPrice", "bidQuantity"));
            lines.add(fields(bytes, new QuoteEncoder().wrapAndApplyHeader(bytes, 0, header).instrumentId(8)
                    .bidPrice(25).bidQuantity(3).encodedLength(), "bidPrice", "bidQuantity"));
        }

        assertEquals(List.of("[-5000000025, 3]", "[25, 3]", "[0.25, 1.0, ES]", "[-50000000.25, 0.3]", "[25, 3]",
                "[2.5E-8, 1.0E-7, ES]", "[-5.000000025, 3E-8]", "[25, 3]"), lines);
    }

    private String fields(final UnsafeBuffer bytes, final int body, final String... names) {
        final MessageContent.Typed decoded = assertInstanceOf(MessageContent.Typed.class,
                decoder.decode(bytes, 0, HEADER + body));
        return Stream.of(names).map(name -> decoded.fields().get(name)).toList().toString();
    }

    private static Stream<DynamicTest> tests(final String schema) throws Exception {
        final String codecs = "io.verbus.codec." + schema.replaceAll("-|\\.xml", "");
        return messages(schema, "main").stream().map(message -> DynamicTest.dynamicTest(message.name(),
                () -> assertDecodedLikeByItsCodec(message, codecs)));
    }

    private static void assertDecodedLikeByItsCodec(final Message message, final String codecs) throws Exception {
        final CodecFields codec = new CodecFields(message, codecs);
        final MessageDecoder decoder = new MessageDecoder(SchemaFile.own());
        final Random random = new Random(11);
        for (int i = 0; i < ROUNDS; i++) {
            final UnsafeBuffer bytes = codec.random(random, codec.schema(), codec.version());
            final MessageContent.Typed decoded = assertInstanceOf(MessageContent.Typed.class,
                    decoder.decode(bytes, 0, bytes.capacity()));
            assertEquals(message.name(), decoded.template());
            assertEquals(codec.read(bytes).toString(), decoded.fields().toString());
            assertTrue(bytes.capacity() >= HEADER);
        }
    }

    private static Collection<Message> messages(final String schema, final String source) throws Exception {
        try (InputStream in = Files.newInputStream(Path.of("../codecs/src/" + source + "/resources/" + schema))) {
            final MessageSchema parsed = XmlSchemaParser.parse(in, ParserOptions.DEFAULT);
            return parsed.messages();
        }
    }
}

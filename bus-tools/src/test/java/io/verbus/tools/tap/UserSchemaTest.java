package io.verbus.tools.tap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.verbus.Header;
import io.verbus.tools.tap.TappedMessage.Time;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** A user's schema with all kinds of fields, in each format. */
class UserSchemaTest {
    private static final String BLOCK = "id=18446744073709551615 bid=101.50 depth=null flags=[FIRM CLOSING \"bit 9\"]"
            + " side=BUY venue=XNAS always=SELL ratio=0.25 weights=[1 -2 3] key=cafe0102"
            + " origin={host=4294967295 from=null clock={ticks=99 state=[]}} grade=z";
    private static final long NEW_YEAR_NS = 1_767_225_600_000_000_000L;

    private final MessageDecoder decoder = new MessageDecoder(List.of(Quotes.schema()));

    @Test
    void allFieldsAreText() {
        final String whole = "Quote " + BLOCK + " added=515 legs=[{symbol=AAPL quantity=-5 price=123.45"
                + " fees=[{amount=7} {amount=-8}] note=\"x\\u00e9\\n\\u009b\"}"
                + " {symbol=LONGER quantity=6 price=null fees=[] note=\"\"}] later=[{value=200}] comment=\"null\""
                + " blob=0102ff";
        assertEquals(whole, text(Quotes.whole()));
    }

    @Test
    void newerMessageIsReadWithoutItsNewFields() {
        assertEquals(text(Quotes.whole()), text(Quotes.whole(2, 5)));
    }

    @Test
    void fieldsNewerThanTheMessageAreNull() {
        assertEquals("Quote " + BLOCK + " added=null legs=[{symbol=AAPL quantity=1 price=null fees=[] note=a}]"
                + " later=[] comment=b blob=\"\"", text(Quotes.ofVersion0()));
    }

    @Test
    void fieldsAfterTheEndOfTheBlockAreNull() {
        final byte[] message = Quotes.ofVersion0();
        message[7] = 1; // the version, but not the length of the block
        message[1] = (byte) (Quotes.BLOCK_OF_VERSION_0 - 1);
        final MessageContent.Opaque opaque = (MessageContent.Opaque) decode(message);
        assertEquals("Quote", opaque.reason().split(" ")[0]); // the bytes after the block do not fit any more
        final byte[] block = Quotes.header(8, 7, 900, 1);
        final byte[] shortened = new byte[block.length + 8 + 6 + 6 + 2 + 4];
        System.arraycopy(block, 0, shortened, 0, block.length);
        assertEquals("Quote id=0 bid=null depth=null flags=null side=null venue=XNAS always=SELL ratio=null"
                + " weights=null key=null origin={host=null from=null clock={ticks=null state=null}} grade=null"
                + " added=null legs=[] later=[] comment=\"\" blob=\"\"", text(shortened));
    }

    @Test
    void jsonAndYamlHaveTheSameContent() throws IOException {
        final ObjectMapper json = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
        final Map<?, ?> object = json.readValue(format(TapFormat.JSON, Quotes.whole()), Map.class);
        assertEquals(List.of("sequence", "published", "publishedNs", "session", "template", "fields"),
                List.copyOf(object.keySet()));
        assertEquals(List.of(5, "2026-01-01T00:00:00.000000000Z", 77, "00000000000000ab", "Quote"),
                List.copyOf(object.values()).subList(0, 5));
        final Map<?, ?> fields = (Map<?, ?>) object.get("fields");
        assertEquals(new BigDecimal("101.50"), fields.get("bid"));
        final Map<?, ?> leg = (Map<?, ?>) ((List<?>) fields.get("legs")).getFirst();
        assertEquals("x\u00e9\n\u009b", leg.get("note"));
        assertEquals(List.of("FIRM", "CLOSING", "bit 9"), fields.get("flags"));

        final Object yaml = new Load(LoadSettings.builder().build())
                .loadFromString(format(TapFormat.YAML, Quotes.whole()));
        assertEquals(json.readTree(json.writeValueAsString(numbersAsText(object))),
                json.readTree(json.writeValueAsString(numbersAsText(yaml))));
    }

    @Test
    void yamlIsInBlockStyle() {
        assertEquals("""
                ---
                sequence: 5
                published: "2026-01-01T00:00:00.000000000Z"
                publishedNs: 77
                session: "00000000000000ab"
                template: "Quote"
                fields:
                  id: 18446744073709551615
                """, format(TapFormat.YAML, Quotes.whole()).lines().limit(8).reduce("", (a, b) -> a + b + "\n"));
    }

    @Test
    void messageWithoutSchemaIsPrintedInEachFormat() {
        final byte[] unknown = Quotes.header(0, 99, 900, 1);
        assertEquals("5 2026-01-01T00:00:00.000000000Z 00000000000000ab ? reason=\"schema 900 has no message with the"
                + " template id 99\" blockLength=0 templateId=99 schemaId=900 version=1 hex=0000006303840001\n",
                format(TapFormat.TEXT, unknown));
        assertEquals("{\"sequence\":5,\"published\":\"2026-01-01T00:00:00.000000000Z\",\"publishedNs\":77,"
                + "\"session\":\"00000000000000ab\",\"template\":null,\"reason\":\"schema 900 has no message with the"
                + " template id 99\",\"header\":{\"blockLength\":0,\"templateId\":99,\"schemaId\":900,\"version\":1},"
                + "\"length\":8,\"hex\":\"0000006303840001\"}\n", format(TapFormat.JSON, unknown));
    }

    @Test
    void messageWithoutTimestampHasNone() {
        final StringBuilder text = new StringBuilder();
        TapFormat.TEXT.append(new TappedMessage(5, 0xAB, new Time("published", Header.NO_TIMESTAMP),
                Header.NO_TIMESTAMP, 0, new MessageContent.Opaque("it is empty", null), ""), text);
        assertEquals("5 - 00000000000000ab ? reason=\"it is empty\" hex=\n", text.toString());
    }

    /** Numbers of both parsers have different classes and exponents. */
    private static Object numbersAsText(final Object value) {
        return switch (value) {
            case Map<?, ?> map -> map.entrySet().stream().collect(LinkedHashMap::new,
                    (to, entry) -> to.put(entry.getKey(), numbersAsText(entry.getValue())), Map::putAll);
            case List<?> list -> list.stream().map(UserSchemaTest::numbersAsText).toList();
            case Number number -> new BigDecimal(number.toString()).stripTrailingZeros().toPlainString();
            case null, default -> value;
        };
    }

    private MessageContent decode(final byte[] message) {
        return decoder.decode(new UnsafeBuffer(message), 0, message.length);
    }

    private String text(final byte[] message) {
        final StringBuilder text = new StringBuilder();
        decoder.appendText(new UnsafeBuffer(message), 0, message.length, text);
        return text.toString();
    }

    private String format(final TapFormat format, final byte[] message) {
        final StringBuilder text = new StringBuilder();
        final MessageContent content = decode(message);
        format.append(new TappedMessage(5, 0xAB, new Time("published", NEW_YEAR_NS), 77, message.length, content,
                content instanceof MessageContent.Typed ? null : HexFormat.of().formatHex(message)), text);
        return text.toString();
    }
}

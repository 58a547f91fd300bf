package io.verbus.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.codec.marketdata.BookSnapshotEntryEncoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.OrderAddedEncoder;
import io.verbus.codec.marketdata.OrderDeletedEncoder;
import io.verbus.codec.marketdata.OrderExecutedEncoder;
import io.verbus.codec.marketdata.OrderReducedEncoder;
import io.verbus.codec.marketdata.OrderReplacedEncoder;
import io.verbus.codec.marketdata.PriceLevelSetEncoder;
import io.verbus.codec.marketdata.TradeEncoder;
import io.verbus.codec.orders.AcceptedReportEncoder;
import io.verbus.codec.orders.CancelOrderEncoder;
import io.verbus.codec.orders.EntryEncoder;
import io.verbus.codec.orders.ExecutedReportEncoder;
import io.verbus.codec.orders.NewOrderEncoder;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import uk.co.real_logic.sbe.xml.CompositeType;
import uk.co.real_logic.sbe.xml.EncodedDataType;
import uk.co.real_logic.sbe.xml.EnumType;
import uk.co.real_logic.sbe.xml.Field;
import uk.co.real_logic.sbe.xml.Message;

/** Rules for the schemas. */
class SchemaTest {
    private static final String MARKET_DATA = "/market-data.xml";
    private static final String NASDAQ = "/nasdaq.xml";
    private static final String ORDERS = "/orders.xml";
    private static final int FRAME_HEADER = 16;
    private static final int FRAME_ALIGNMENT = 32;

    @ParameterizedTest
    @ValueSource(strings = {MARKET_DATA, NASDAQ, ORDERS})
    void everyMessageFieldAndCodeIsDescribed(final String schema) throws Exception {
        final List<String> undescribed = new ArrayList<>();
        for (final String tag : List.of("sbe:message", "field", "validValue", "choice")) {
            for (final Element element : elements(schema, tag, !tag.equals("choice"))) {
                if (!element.getAttribute("description").endsWith(".")) {
                    undescribed.add(element.getParentNode().getNodeName() + "/" + element.getAttribute("name"));
                }
            }
        }
        assertEquals(List.of(), undescribed);
    }

    @ParameterizedTest
    @ValueSource(strings = {MARKET_DATA, NASDAQ, ORDERS})
    void everyFieldTypeHasUnitAndNull(final String schema) throws Exception {
        final List<String> undescribed = new ArrayList<>();
        for (final String tag : List.of("type", "enum", "set")) {
            for (final Element element : elements(schema, tag, !tag.equals("set"))) {
                final String description = element.getAttribute("description");
                final boolean hasNull = description.contains("Null: ")
                        && description.contains(element.getAttribute("nullValue"));
                if (!description.contains("Unit: ") || !hasNull) {
                    undescribed.add(element.getAttribute("name"));
                }
            }
        }
        assertEquals(List.of(), undescribed);
    }

    @ParameterizedTest
    @ValueSource(strings = {MARKET_DATA, NASDAQ, ORDERS})
    void fieldsOfTypeWithoutUnitHaveUnit(final String schema) throws Exception {
        final List<String> undescribed = new ArrayList<>();
        for (final Element field : elements(schema, "field")) {
            if (field.getAttribute("type").equals("Count") && !field.getAttribute("description").contains("Unit: ")) {
                undescribed.add(field.getAttribute("name"));
            }
        }
        assertEquals(List.of(), undescribed);
    }

    @ParameterizedTest
    @ValueSource(strings = {MARKET_DATA, NASDAQ})
    void everyBodyOfMarketDataBeginsAlike(final String schema) throws Exception {
        assertBeginAlike(schema, Map.of("timestamp", 0, "received", 8, "sequence", 16, "instrumentId", 24, "channel",
                28, "flags", 30));
    }

    @ParameterizedTest
    @ValueSource(strings = {MARKET_DATA, NASDAQ})
    void codeOfAMessageEndsItsPrefix(final String schema) throws Exception {
        for (final Message message : Schemas.messages(schema)) {
            final Field seventh = message.fields().size() > 6 ? message.fields().get(6) : null;
            final boolean isCode = seventh != null && seventh.computedOffset() == 31;
            assertEquals(isCode, seventh != null && seventh.type() instanceof EnumType, message.name());
            assertTrue(isCode || seventh == null || seventh.computedOffset() == 32, message.name());
        }
    }

    @Test
    void everyBodyOfOrdersBeginsAlike() throws Exception {
        assertBeginAlike(ORDERS, Map.of("number", 0, "instrumentId", 8, "seat", 12));
    }

    private static void assertBeginAlike(final String schema, final Map<String, Integer> expected) throws Exception {
        for (final Message message : Schemas.messages(schema)) {
            final Map<String, Integer> first = message.fields().stream().limit(expected.size())
                    .collect(Collectors.toMap(Field::name, Field::computedOffset));
            assertEquals(expected, first, message.name());
        }
    }

    @Test
    void messagesOfOneDirectionShareTheirNextFields() throws Exception {
        for (final Message message : Schemas.messages(ORDERS)) {
            final Map<String, Integer> offsets = message.fields().stream()
                    .collect(Collectors.toMap(Field::name, Field::computedOffset));
            if (message.description().startsWith("Seat to gateway")) {
                assertEquals(16, offsets.get("expected"), message.name());
            } else if (message.description().startsWith("In orders.log")) {
                assertEquals(16, offsets.get("time"), message.name());
            } else if (offsets.containsKey("answers")) {
                assertEquals(List.of(16, 24), List.of(offsets.get("eventNumber"), offsets.get("answers")),
                        message.name());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {MARKET_DATA, NASDAQ, ORDERS})
    void everyFieldIsAlignedWithoutOverlap(final String schema) throws Exception {
        final int shortest = schema.equals(ORDERS) ? 16 : 32;
        assertEquals(0, MessageHeaderEncoder.ENCODED_LENGTH % Long.BYTES);
        for (final Message message : Schemas.messages(schema)) {
            int end = 0;
            for (final Field field : Schemas.blockFields(message)) {
                final String name = message.name() + "." + field.name();
                assertEquals(0, field.computedOffset() % alignment(field), name);
                assertTrue(field.computedOffset() >= end, name);
                end = field.computedOffset() + field.type().encodedLength();
            }
            assertEquals(Math.max(shortest, end), message.blockLength(), message.name() + " has padding at its end");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {NASDAQ, ORDERS})
    void messagesAreNumberedFromOneWithoutGap(final String schema) throws Exception {
        final List<Message> messages = Schemas.messages(schema);
        assertEquals(oneTo(messages.size()), messages.stream().map(Message::id).sorted().toList());
    }

    @Test
    void unusedMessageNumbersOfMarketDataAreTheDocumentedOnes() throws Exception {
        final List<Integer> used = Schemas.messages(MARKET_DATA).stream().map(Message::id).toList();
        assertEquals(List.of(9, 10, 11, 12, 13, 14, 15, 27),
                IntStream.rangeClosed(1, Collections.max(used)).boxed().filter(id -> !used.contains(id)).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {MARKET_DATA, NASDAQ, ORDERS})
    void fieldsAreNumberedFromOneWithoutGap(final String schema) throws Exception {
        for (final Message message : Schemas.messages(schema)) {
            assertEquals(oneTo(message.fields().size()), message.fields().stream().map(Field::id).toList());
        }
    }

    @Test
    void hotMessagesHaveFramesOfAtMost96Bytes() {
        assertEquals(List.of(68, 96), List.of(OrderAddedEncoder.BLOCK_LENGTH, frame(OrderAddedEncoder.BLOCK_LENGTH)));
        assertEquals(List.of(40, 64), List.of(OrderDeletedEncoder.BLOCK_LENGTH,
                frame(OrderDeletedEncoder.BLOCK_LENGTH)));
        assertEquals(List.of(68, 96), List.of(OrderExecutedEncoder.BLOCK_LENGTH,
                frame(OrderExecutedEncoder.BLOCK_LENGTH)));
        assertEquals(List.of(48, 96), List.of(OrderReducedEncoder.BLOCK_LENGTH,
                frame(OrderReducedEncoder.BLOCK_LENGTH)));
        assertEquals(List.of(72, 96), List.of(OrderReplacedEncoder.BLOCK_LENGTH,
                frame(OrderReplacedEncoder.BLOCK_LENGTH)));
        assertEquals(List.of(54, 96), List.of(PriceLevelSetEncoder.BLOCK_LENGTH,
                frame(PriceLevelSetEncoder.BLOCK_LENGTH)));
        assertEquals(List.of(68, 96), List.of(TradeEncoder.BLOCK_LENGTH, frame(TradeEncoder.BLOCK_LENGTH)));
        assertEquals(List.of(64, 96), List.of(BookSnapshotEntryEncoder.BLOCK_LENGTH,
                frame(BookSnapshotEntryEncoder.BLOCK_LENGTH)));
    }

    private static int frame(final int blockLength) {
        final int length = FRAME_HEADER + MessageHeaderEncoder.ENCODED_LENGTH + blockLength;
        return Math.ceilDiv(length, FRAME_ALIGNMENT) * FRAME_ALIGNMENT;
    }

    /** Their frames have 64 to 96 bytes; of the entry of a new order 128. */
    @Test
    void hotOrderMessagesFitIntoTwoCacheLinesWithTheirFrame() {
        assertEquals(50, NewOrderEncoder.BLOCK_LENGTH);
        assertEquals(32, CancelOrderEncoder.BLOCK_LENGTH);
        assertEquals(48, AcceptedReportEncoder.BLOCK_LENGTH);
        assertEquals(72, ExecutedReportEncoder.BLOCK_LENGTH);
        assertEquals(40, EntryEncoder.BLOCK_LENGTH);
    }

    @Test
    void messageInAnEntryIsAligned() {
        assertEquals(0, EntryEncoder.BLOCK_LENGTH % Long.BYTES);
    }

    private static List<Integer> oneTo(final int last) {
        return IntStream.rangeClosed(1, last).boxed().toList();
    }

    private static int alignment(final Field field) {
        return switch (field.type()) {
            case EncodedDataType type -> type.primitiveType().size();
            case CompositeType ignored -> Long.BYTES;
            default -> 1;
        };
    }

    private static List<Element> elements(final String schema, final String tag) throws Exception {
        return elements(schema, tag, true);
    }

    private static List<Element> elements(final String schema, final String tag, final boolean isRequired)
            throws Exception {
        try (InputStream in = Schemas.open(schema)) {
            final Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
            final NodeList nodes = document.getElementsByTagName(tag);
            assertTrue(nodes.getLength() > 0 || !isRequired, tag);
            return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
        }
    }
}

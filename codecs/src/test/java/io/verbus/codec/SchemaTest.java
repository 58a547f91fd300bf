package io.verbus.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.OrderAddedEncoder;
import io.verbus.codec.marketdata.OrderDeletedEncoder;
import io.verbus.codec.marketdata.OrderExecutedEncoder;
import io.verbus.codec.marketdata.OrderReducedEncoder;
import io.verbus.codec.marketdata.OrderReplacedEncoder;
import io.verbus.codec.orders.AcceptedReportEncoder;
import io.verbus.codec.orders.CancelOrderEncoder;
import io.verbus.codec.orders.EntryEncoder;
import io.verbus.codec.orders.ExecutedReportEncoder;
import io.verbus.codec.orders.NewOrderEncoder;
import java.io.InputStream;
import java.util.ArrayList;
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
import uk.co.real_logic.sbe.xml.Field;
import uk.co.real_logic.sbe.xml.Message;

/** Rules for the schemas. */
class SchemaTest {
    private static final String MARKET_DATA = "/market-data.xml";
    private static final String ORDERS = "/orders.xml";

    @ParameterizedTest
    @ValueSource(strings = {MARKET_DATA, ORDERS})
    void everyMessageFieldAndCodeIsDescribed(final String schema) throws Exception {
        final List<String> undescribed = new ArrayList<>();
        for (final String tag : List.of("sbe:message", "field", "validValue")) {
            for (final Element element : elements(schema, tag)) {
                if (!element.getAttribute("description").endsWith(".")) {
                    undescribed.add(element.getParentNode().getNodeName() + "/" + element.getAttribute("name"));
                }
            }
        }
        assertEquals(List.of(), undescribed);
    }

    @ParameterizedTest
    @ValueSource(strings = {MARKET_DATA, ORDERS})
    void everyFieldTypeHasUnitAndNull(final String schema) throws Exception {
        final List<String> undescribed = new ArrayList<>();
        for (final String tag : List.of("type", "enum")) {
            for (final Element element : elements(schema, tag)) {
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
    @ValueSource(strings = {MARKET_DATA, ORDERS})
    void fieldsOfTypeWithoutUnitHaveUnit(final String schema) throws Exception {
        final List<String> undescribed = new ArrayList<>();
        for (final Element field : elements(schema, "field")) {
            if (field.getAttribute("type").equals("Count") && !field.getAttribute("description").contains("Unit: ")) {
                undescribed.add(field.getAttribute("name"));
            }
        }
        assertEquals(List.of(), undescribed);
    }

    @Test
    void everyBodyOfMarketDataBeginsAlike() throws Exception {
        assertBeginAlike(MARKET_DATA, Map.of("timestamp", 0, "instrumentId", 8, "trackingNumber", 12));
    }

    @Test
    void everyBodyOfOrdersBeginsAlike() throws Exception {
        assertBeginAlike(ORDERS, Map.of("number", 0, "instrumentId", 8, "seat", 12));
    }

    private static void assertBeginAlike(final String schema, final Map<String, Integer> expected) throws Exception {
        for (final Message message : Schemas.messages(schema)) {
            final Map<String, Integer> first = message.fields().stream().limit(3)
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
    @ValueSource(strings = {MARKET_DATA, ORDERS})
    void everyFieldIsAlignedWithoutOverlap(final String schema) throws Exception {
        assertEquals(0, MessageHeaderEncoder.ENCODED_LENGTH % Long.BYTES);
        for (final Message message : Schemas.messages(schema)) {
            int end = 0;
            for (final Field field : message.fields()) {
                final String name = message.name() + "." + field.name();
                assertEquals(0, field.computedOffset() % alignment(field), name);
                assertTrue(field.computedOffset() >= end, name);
                end = field.computedOffset() + field.type().encodedLength();
            }
            assertEquals(Math.max(16, end), message.blockLength(), message.name() + " has padding at its end");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {MARKET_DATA, ORDERS})
    void messagesAndFieldsAreNumberedFromOneWithoutGap(final String schema) throws Exception {
        final List<Message> messages = Schemas.messages(schema);
        assertEquals(oneTo(messages.size()), messages.stream().map(Message::id).sorted().toList());
        for (final Message message : messages) {
            assertEquals(oneTo(message.fields().size()), message.fields().stream().map(Field::id).toList());
        }
    }

    @Test
    void hotMessagesFitIntoCacheLineWithTheirFrame() {
        assertEquals(40, OrderAddedEncoder.BLOCK_LENGTH);
        assertEquals(24, OrderDeletedEncoder.BLOCK_LENGTH);
        assertEquals(36, OrderExecutedEncoder.BLOCK_LENGTH);
        assertEquals(28, OrderReducedEncoder.BLOCK_LENGTH);
        assertEquals(44, OrderReplacedEncoder.BLOCK_LENGTH);
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
        try (InputStream in = Schemas.open(schema)) {
            final Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
            final NodeList nodes = document.getElementsByTagName(tag);
            assertTrue(nodes.getLength() > 0, tag);
            return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
        }
    }
}

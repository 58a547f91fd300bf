package io.verbus.codec.marketdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import uk.co.real_logic.sbe.xml.CompositeType;
import uk.co.real_logic.sbe.xml.EncodedDataType;
import uk.co.real_logic.sbe.xml.Field;
import uk.co.real_logic.sbe.xml.Message;

class SchemaTest {
    private static final String SCHEMA = "/market-data.xml";

    @Test
    void everyMessageFieldAndCodeIsDescribed() throws Exception {
        final List<String> undescribed = new ArrayList<>();
        for (final String tag : List.of("sbe:message", "field", "validValue")) {
            for (final Element element : elements(tag)) {
                if (!element.getAttribute("description").endsWith(".")) {
                    undescribed.add(element.getParentNode().getNodeName() + "/" + element.getAttribute("name"));
                }
            }
        }
        assertEquals(List.of(), undescribed);
    }

    @Test
    void everyFieldTypeHasUnitAndNull() throws Exception {
        final List<String> undescribed = new ArrayList<>();
        for (final String tag : List.of("type", "enum")) {
            for (final Element element : elements(tag)) {
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

    @Test
    void fieldsOfTypeWithoutUnitHaveUnit() throws Exception {
        final List<String> undescribed = new ArrayList<>();
        for (final Element field : elements("field")) {
            if (field.getAttribute("type").equals("Count") && !field.getAttribute("description").contains("Unit: ")) {
                undescribed.add(field.getAttribute("name"));
            }
        }
        assertEquals(List.of(), undescribed);
    }

    @Test
    void everyBodyBeginsAlike() throws Exception {
        for (final Message message : Schemas.messages(SCHEMA)) {
            final Map<String, Integer> first = message.fields().stream().limit(3)
                    .collect(Collectors.toMap(Field::name, Field::computedOffset));
            assertEquals(Map.of("timestamp", 0, "instrumentId", 8, "trackingNumber", 12), first, message.name());
        }
    }

    @Test
    void everyFieldIsAlignedWithoutOverlap() throws Exception {
        assertEquals(0, MessageHeaderEncoder.ENCODED_LENGTH % Long.BYTES);
        for (final Message message : Schemas.messages(SCHEMA)) {
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

    @Test
    void messagesAndFieldsAreNumberedFromOneWithoutGap() throws Exception {
        final List<Message> messages = Schemas.messages(SCHEMA);
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

    private static List<Element> elements(final String tag) throws Exception {
        try (InputStream in = Schemas.open(SCHEMA)) {
            final Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
            final NodeList nodes = document.getElementsByTagName(tag);
            assertTrue(nodes.getLength() > 0, tag);
            return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
        }
    }
}

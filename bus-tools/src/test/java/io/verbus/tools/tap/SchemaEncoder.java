package io.verbus.tools.tap;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Makes random messages from the XML of a schema alone, without sbe-tool, and knows what a tap has to print: an
 * independent second reading of each schema.
 */
final class SchemaEncoder {
    private static final Map<String, Integer> SIZES = Map.ofEntries(Map.entry("char", 1), Map.entry("int8", 1),
            Map.entry("uint8", 1), Map.entry("int16", 2), Map.entry("uint16", 2), Map.entry("int32", 4),
            Map.entry("uint32", 4), Map.entry("int64", 8), Map.entry("uint64", 8), Map.entry("float", 4),
            Map.entry("double", 8));
    private static final Set<String> DECIMAL = Set.of("mantissa", "exponent");

    private final Element schema;
    private final Random random;
    private final Map<String, Element> types = new HashMap<>();
    private ByteBuffer to;

    SchemaEncoder(final Element schema, final Random random) {
        this.schema = schema;
        this.random = random;
        children(schema, "types").forEach(group -> children(group).forEach(
                type -> types.put(type.getAttribute("name"), type)));
    }

    /** The definitions of messages. */
    List<Element> messages() {
        return children(schema).stream().filter(one -> one.getLocalName().equals("message")).toList();
    }

    /** A message, with its header. Its fields are put into the map. */
    byte[] encode(final Element message, final Map<String, Object> expected) {
        to = ByteBuffer.allocate(1 << 16).order(schema.getAttribute("byteOrder").equals("bigEndian")
                ? ByteOrder.BIG_ENDIAN
                : ByteOrder.LITTLE_ENDIAN);
        final String header = schema.hasAttribute("headerType") ? schema.getAttribute("headerType") : "messageHeader";
        final int start = sizeOf(types.get(header));
        to.position(start);
        body(message, expected);
        final int block = to.position();
        to.position(0);
        dimensions(types.get(header), Map.of("blockLength", this.block, "templateId", integer(message, "id", 0),
                "schemaId", integer(schema, "id", 0), "version", integer(schema, "version", 0)));
        return Arrays.copyOf(to.array(), block);
    }

    /** Length of the last block. */
    private int block;

    /** Fields, groups and data. */
    private void body(final Element parent, final Map<String, Object> expected) {
        final int start = to.position();
        int end = start;
        for (final Element field : children(parent, "field")) {
            if (field.hasAttribute("offset")) {
                to.position(start + integer(field, "offset", 0));
            }
            expected.put(field.getAttribute("name"), field(field));
            end = Math.max(end, to.position());
        }
        final int length = Math.max(end - start, integer(parent, "blockLength", 0));
        to.position(start + length);
        for (final Element group : children(parent, "group")) {
            expected.put(group.getAttribute("name"), group(group));
        }
        for (final Element data : children(parent, "data")) {
            expected.put(data.getAttribute("name"), data(types.get(data.getAttribute("type"))));
        }
        block = length;
    }

    private List<Object> group(final Element group) {
        final Element dimension = types.get(group.hasAttribute("dimensionType")
                ? group.getAttribute("dimensionType")
                : "groupSizeEncoding");
        final int at = to.position();
        to.position(at + sizeOf(dimension));
        final List<Object> entries = new ArrayList<>();
        int length = 0;
        for (int i = random.nextInt(3); i > 0; i--) {
            final Map<String, Object> entry = new LinkedHashMap<>();
            body(group, entry);
            length = block;
            entries.add(entry);
        }
        final int end = to.position();
        to.position(at);
        dimensions(dimension, Map.of("blockLength", length, "numInGroup", entries.size()));
        to.position(end);
        return entries;
    }

    private void dimensions(final Element composite, final Map<String, Integer> values) {
        final int start = to.position();
        for (final Element member : children(composite)) {
            if (!isConstant(member)) {
                to.position(integer(member, "offset", to.position() - start) + start);
                put(primitive(member), values.getOrDefault(member.getAttribute("name"), 0));
            }
        }
    }

    private Object data(final Element composite) {
        final Element data = children(composite).getLast();
        final boolean isText = primitive(data).equals("char") || data.hasAttribute("characterEncoding");
        final boolean isUtf8 = data.getAttribute("characterEncoding").strip().equals("UTF-8");
        final String text = random.ints(random.nextInt(5), 0, isUtf8 ? 0x800 : 0x100)
                .map(character -> character % 8 == 0 ? 0 : character)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
        final byte[] bytes = text.getBytes(isUtf8 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
        put(primitive(children(composite).getFirst()), bytes.length);
        to.put(bytes);
        return isText ? text : HexFormat.of().formatHex(bytes);
    }

    private Object field(final Element field) {
        final String name = field.getAttribute("type");
        if (isConstant(field) && field.hasAttribute("valueRef")) {
            return referred(field);
        }
        return types.containsKey(name)
                ? value(types.get(name), field.getAttribute("presence").equals("optional"))
                : scalar(field, name, false);
    }

    private Object value(final Element type, final boolean isOptional) {
        return switch (type.getLocalName()) {
            case "enum" -> code(type);
            case "set" -> bits(type);
            case "composite" -> composite(type);
            case "ref" -> types.containsKey(type.getAttribute("type"))
                    ? value(types.get(type.getAttribute("type")), false)
                    : scalar(type, type.getAttribute("type"), false);
            default -> encoded(type, isOptional);
        };
    }

    private Object encoded(final Element type, final boolean isOptional) {
        final String primitive = primitive(type);
        if (isConstant(type)) {
            return type.hasAttribute("valueRef")
                    ? referred(type)
                    : primitive.equals("char")
                            ? type.getTextContent()
                            : number(primitive, type.getTextContent().strip());
        }
        final int length = integer(type, "length", 1);
        if (primitive.equals("char") && length > 1) {
            final String text = "ABCDEFGHIJ".substring(0, random.nextInt(Math.min(length, 10) + 1));
            to.put(Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), length));
            return text.isEmpty() ? null : text;
        }
        if (primitive.equals("uint8") && length > 1) {
            final byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            to.put(bytes);
            return HexFormat.of().formatHex(bytes);
        }
        if (length > 1) {
            return IntStream.range(0, length).mapToObj(i -> scalar(type, primitive, isOptional)).toList();
        }
        return scalar(type, primitive, isOptional);
    }

    private Object scalar(final Element type, final String primitive, final boolean isOptional) {
        final boolean canBeNull = isOptional || type.getAttribute("presence").equals("optional");
        if (primitive.equals("char")) {
            final char character = random.nextBoolean() ? 0 : 'Q';
            to.put((byte) character);
            return character == 0 ? null : "Q";
        }
        if (primitive.equals("float") || primitive.equals("double")) {
            final boolean isFloat = primitive.equals("float");
            if (isFloat) {
                to.putFloat(random.nextFloat());
                return to.getFloat(to.position() - 4);
            }
            to.putDouble(random.nextDouble());
            return to.getDouble(to.position() - 8);
        }
        final long nullValue = nullValue(type, primitive);
        final long value = random.nextInt(3) == 0 ? nullValue : random.nextLong();
        final long encoded = put(primitive, value);
        return canBeNull && encoded == nullValue ? null : unsigned(primitive, encoded);
    }

    private Object code(final Element type) {
        final String encoding = type.getAttribute("encodingType");
        final Element named = types.get(encoding);
        final String primitive = named == null ? encoding : primitive(named);
        final List<Element> codes = children(type, "validValue");
        final int choice = random.nextInt(codes.size() + 2);
        final boolean isText = primitive.equals("char");
        final long nullValue = isText
                ? 0
                : nullValue(type.hasAttribute("nullValue") || named == null ? type : named,
                        primitive);
        final long value = choice >= codes.size()
                ? nullValue
                : isText
                        ? codes.get(choice).getTextContent().charAt(0)
                        : Long.parseLong(codes.get(choice).getTextContent().strip());
        put(primitive, value);
        return value == nullValue
                ? null
                : codes.stream()
                        .filter(one -> isText
                                ? one.getTextContent().charAt(0) == value
                                : Long.parseLong(one.getTextContent().strip()) == value)
                        .findFirst().orElseThrow().getAttribute("name");
    }

    private Object bits(final Element type) {
        final String encoding = type.getAttribute("encodingType");
        final String primitive = types.containsKey(encoding) ? primitive(types.get(encoding)) : encoding;
        long value = 0;
        final List<Object> names = new ArrayList<>();
        for (final Element choice : children(type, "choice")) {
            if (random.nextBoolean()) {
                value |= 1L << Integer.parseInt(choice.getTextContent().strip());
                names.add(choice.getAttribute("name"));
            }
        }
        put(primitive, value);
        return names;
    }

    private Object composite(final Element composite) {
        final Map<String, Object> members = new LinkedHashMap<>();
        final int start = to.position();
        for (final Element member : children(composite)) {
            if (member.hasAttribute("offset")) {
                to.position(start + integer(member, "offset", 0));
            }
            members.put(member.getAttribute("name"), value(member, false));
        }
        if (!members.keySet().equals(DECIMAL)) {
            return members;
        }
        final Object mantissa = members.get("mantissa");
        final Object exponent = members.get("exponent");
        return mantissa == null || exponent == null
                ? null
                : new BigDecimal(new BigInteger(mantissa.toString()), -Integer.parseInt(exponent.toString()));
    }

    private Object referred(final Element element) {
        final String reference = element.getAttribute("valueRef");
        return reference.substring(reference.indexOf('.') + 1);
    }

    private int sizeOf(final Element composite) {
        int size = 0;
        for (final Element member : children(composite)) {
            size = isConstant(member) ? size : integer(member, "offset", size) + SIZES.get(primitive(member));
        }
        return size;
    }

    private String primitive(final Element type) {
        return type.getLocalName().equals("ref")
                ? types.get(type.getAttribute("type")).getAttribute("primitiveType")
                : type.getAttribute("primitiveType");
    }

    /** Writes the low bytes of a number, and returns it as a reader sees it. */
    private long put(final String primitive, final long value) {
        final boolean isUnsigned = primitive.startsWith("u");
        return switch (SIZES.get(primitive)) {
            case 1 -> {
                to.put((byte) value);
                yield isUnsigned ? value & 0xFF : (byte) value;
            }
            case 2 -> {
                to.putShort((short) value);
                yield isUnsigned ? value & 0xFFFF : (short) value;
            }
            case 4 -> {
                to.putInt((int) value);
                yield isUnsigned ? value & 0xFFFF_FFFFL : (int) value;
            }
            default -> {
                to.putLong(value);
                yield value;
            }
        };
    }

    private static Object unsigned(final String primitive, final long value) {
        return primitive.equals("uint64") ? Long.toUnsignedString(value) : Long.toString(value);
    }

    private static Object number(final String primitive, final String text) {
        return primitive.equals("float")
                ? (Object) Float.valueOf(text)
                : primitive.equals("double") ? (Object) Double.valueOf(text) : text;
    }

    private static long nullValue(final Element type, final String primitive) {
        if (type.hasAttribute("nullValue")) {
            return new BigInteger(type.getAttribute("nullValue")).longValue();
        }
        final int bits = 8 * SIZES.get(primitive);
        return primitive.startsWith("u") ? bits == 64 ? -1 : (1L << bits) - 1 : Long.MIN_VALUE >> 64 - bits;
    }

    private static boolean isConstant(final Element element) {
        return element.getAttribute("presence").equals("constant");
    }

    private static int integer(final Element element, final String attribute, final int otherwise) {
        return element.hasAttribute(attribute) ? Integer.parseInt(element.getAttribute(attribute)) : otherwise;
    }

    private static List<Element> children(final Element parent, final String name) {
        return children(parent).stream().filter(one -> one.getTagName().equals(name)).toList();
    }

    private static List<Element> children(final Element parent) {
        final NodeList nodes = parent.getChildNodes();
        return IntStream.range(0, nodes.getLength()).mapToObj(nodes::item).filter(Element.class::isInstance)
                .map(Element.class::cast).toList();
    }
}

package io.verbus.tools.tap;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import uk.co.real_logic.sbe.PrimitiveType;
import uk.co.real_logic.sbe.xml.CompositeType;
import uk.co.real_logic.sbe.xml.EncodedDataType;
import uk.co.real_logic.sbe.xml.EnumType;
import uk.co.real_logic.sbe.xml.Field;
import uk.co.real_logic.sbe.xml.Message;
import uk.co.real_logic.sbe.xml.Presence;
import uk.co.real_logic.sbe.xml.SetType;
import uk.co.real_logic.sbe.xml.Type;

/** Random messages of one type, and their fields as the generated decoder reads them. */
final class CodecFields {
    private static final int HEADER = 8;

    private final Message message;
    private final String codecs;

    /** Without the package of the generated codecs, it only makes messages. */
    CodecFields(final Message message, final String codecs) {
        this.message = message;
        this.codecs = codecs;
    }

    /** Version of the schema of the codecs. */
    int version() throws Exception {
        return constant("SCHEMA_VERSION");
    }

    /** Id of the schema of the codecs. */
    int schema() throws Exception {
        return constant("SCHEMA_ID");
    }

    private int constant(final String name) throws Exception {
        return Class.forName(codecs + "." + message.name() + "Decoder").getField(name).getInt(null);
    }

    /** Makes a message with random fields: known and unknown codes, nulls, texts of any length. */
    UnsafeBuffer random(final Random random, final int schema, final int version) {
        final ExpandableArrayBuffer to = new ExpandableArrayBuffer();
        to.putShort(0, (short) message.blockLength(), ByteOrder.LITTLE_ENDIAN);
        to.putShort(2, (short) message.id(), ByteOrder.LITTLE_ENDIAN);
        to.putShort(4, (short) schema, ByteOrder.LITTLE_ENDIAN);
        to.putShort(6, (short) version, ByteOrder.LITTLE_ENDIAN);
        int end = HEADER + message.blockLength();
        for (final var field : message.fields()) {
            if (field.groupFields() != null) {
                end = fillGroup(field, end, random, to);
            } else if (field.isVariableLength()) {
                end = fillText(end, random, to);
            } else {
                fill(field, HEADER + field.computedOffset(), random, to);
            }
        }
        return new UnsafeBuffer(Arrays.copyOf(to.byteArray(), end));
    }

    private static int fillGroup(final Field group, final int at, final Random random, final MutableDirectBuffer to) {
        final int entries = random.nextInt(3);
        to.putShort(at, (short) group.computedBlockLength(), ByteOrder.LITTLE_ENDIAN);
        to.putShort(at + 2, (short) entries, ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < entries; i++) {
            for (final Field field : group.groupFields()) {
                fill(field, at + 4 + i * group.computedBlockLength() + field.computedOffset(), random, to);
            }
        }
        return at + 4 + entries * group.computedBlockLength();
    }

    private static int fillText(final int at, final Random random, final MutableDirectBuffer to) {
        final int length = random.nextInt(20);
        to.putShort(at, (short) length, ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < length; i++) {
            to.putByte(at + 2 + i, (byte) random.nextInt(0x80));
        }
        return at + 2 + length;
    }

    private static void fill(final Field field, final int at, final Random random,
            final MutableDirectBuffer to) {
        switch (field.type()) {
            case EnumType type -> {
                final List<EnumType.ValidValue> values = List.copyOf(type.validValues());
                final int choice = random.nextInt(values.size() + 2);
                to.putByte(at, choice < values.size()
                        ? (byte) values.get(choice).primitiveValue().longValue()
                        : choice == values.size() ? 0 : (byte) '~');
            }
            case EncodedDataType type when type.primitiveType() == PrimitiveType.CHAR -> {
                final int length = random.nextInt(type.length() + 1);
                for (int i = 0; i < length; i++) {
                    to.putByte(at + i, (byte) (i == length - 1 || random.nextBoolean() ? 'A' + i : ' '));
                }
            }
            default -> {
                for (int i = 0; i < field.type().encodedLength(); i++) {
                    to.putByte(at + i, (byte) random.nextInt());
                }
                if (random.nextInt(4) == 0 && !(field.type() instanceof SetType)) {
                    putNull(field.type(), at, to);
                }
            }
        }
    }

    private static void putNull(final Type type, final int at, final MutableDirectBuffer to) {
        final EncodedDataType number = (EncodedDataType) (type instanceof CompositeType composite
                ? composite.getType("mantissa")
                : type);
        if (number.presence() == Presence.OPTIONAL) {
            final UnsafeBuffer value = new UnsafeBuffer(new byte[Long.BYTES]);
            value.putLong(0, number.nullValue().longValue(), ByteOrder.LITTLE_ENDIAN);
            to.putBytes(at, value, 0, number.primitiveType().size());
        }
    }

    /** The fields, as {@link MessageContent.Typed} describes them. */
    Map<String, Object> read(final UnsafeBuffer bytes) throws Exception {
        final Object decoder = Class.forName(codecs + "." + message.name() + "Decoder").getConstructor().newInstance();
        decoder.getClass().getMethod("wrap", DirectBuffer.class, int.class, int.class, int.class)
                .invoke(decoder, bytes, HEADER, message.blockLength(), version());
        final Map<String, Object> fields = new LinkedHashMap<>();
        for (final var field : message.fields()) {
            fields.put(field.name(), field.groupFields() != null
                    ? readGroup(decoder, field)
                    : field.isVariableLength()
                            ? decoder.getClass().getMethod(field.name()).invoke(decoder)
                            : read(decoder, field.name(), field.type()));
        }
        if (message.name().equals("Instrument")) {
            scale(fields);
        }
        return fields;
    }

    /** A definition has prices and quantities in its own scale, unless it defines no instrument. */
    private void scale(final Map<String, Object> fields) {
        final boolean isApplied = fields.get("instrumentId") != null
                && Math.abs((long) fields.get("priceExponent")) <= 18
                && Math.abs((long) fields.get("quantityExponent")) <= 18;
        for (final var field : message.fields()) {
            final String type = field.type() == null ? "" : field.type().name();
            final Object exponent = fields.get(type.equals("Price")
                    ? "priceExponent"
                    : type.equals("Quantity") ? "quantityExponent" : "");
            if (isApplied && exponent instanceof Long power && power != 0
                    && fields.get(field.name()) instanceof Long value) {
                fields.put(field.name(), BigDecimal.valueOf(value, -power.intValue()));
            }
        }
    }

    private static List<Object> readGroup(final Object decoder, final Field group) throws Exception {
        final List<Object> entries = new ArrayList<>();
        final Object entry = decoder.getClass().getMethod(group.name()).invoke(decoder);
        while ((boolean) entry.getClass().getMethod("hasNext").invoke(entry)) {
            entry.getClass().getMethod("next").invoke(entry);
            final Map<String, Object> fields = new LinkedHashMap<>();
            for (final Field field : group.groupFields()) {
                fields.put(field.name(), read(entry, field.name(), field.type()));
            }
            entries.add(fields);
        }
        return entries;
    }

    /** The names of the bits that are set, as the generated decoder knows them. */
    private static List<Object> readSet(final Object set, final SetType type) throws Exception {
        final List<Object> names = new ArrayList<>();
        long rest = ((Number) set.getClass().getMethod("getRaw").invoke(set)).longValue();
        for (final SetType.Choice choice : type.choices()) {
            if ((boolean) set.getClass().getMethod(choice.name()).invoke(set)) {
                names.add(choice.name());
                rest &= ~(1L << choice.primitiveValue().longValue());
            }
        }
        for (int bit = 0; bit < 32; bit++) {
            if ((rest & 1L << bit) != 0) {
                names.add("bit " + bit);
            }
        }
        return names;
    }

    private static Object read(final Object decoder, final String name, final Type type)
            throws Exception {
        final String getter = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        if (type instanceof EncodedDataType array && array.length() > 1
                && array.primitiveType() == PrimitiveType.UINT8) {
            final byte[] value = new byte[array.length()];
            decoder.getClass().getMethod("get" + getter, byte[].class, int.class, int.class).invoke(decoder, value, 0,
                    value.length);
            return HexFormat.of().formatHex(value);
        }
        final Object value = decoder.getClass().getMethod(name).invoke(decoder);
        if (type instanceof SetType set) {
            return readSet(value, set);
        }
        return switch (value) {
            case Enum<?> code when code.name().equals("NULL_VAL") -> null;
            case Enum<?> code when code.name().equals("SBE_UNKNOWN") -> raw(decoder, name, (EnumType) type);
            case Enum<?> code -> code.name();
            case String text -> text.isEmpty() ? null : text;
            case Number number -> number(decoder, name, (EncodedDataType) type, number.longValue());
            default -> decimal(value);
        };
    }

    private static Object raw(final Object decoder, final String name, final EnumType type) throws Exception {
        final Number raw = (Number) decoder.getClass().getMethod(name + "Raw").invoke(decoder);
        return type.encodingType() == PrimitiveType.CHAR ? String.valueOf((char) raw.intValue()) : raw;
    }

    private static Object number(final Object decoder, final String name, final EncodedDataType type, final long value)
            throws Exception {
        final Number nullValue = (Number) decoder.getClass().getMethod(name + "NullValue").invoke(null);
        if (type.presence() == Presence.OPTIONAL && value == nullValue.longValue()) {
            return null;
        }
        return type.primitiveType() == PrimitiveType.UINT64 ? new BigInteger(Long.toUnsignedString(value)) : value;
    }

    private static Object decimal(final Object composite) throws Exception {
        final long mantissa = (long) composite.getClass().getMethod("mantissa").invoke(composite);
        final byte exponent = (byte) composite.getClass().getMethod("exponent").invoke(composite);
        return mantissa == Long.MIN_VALUE ? null : BigDecimal.valueOf(mantissa, -exponent);
    }
}

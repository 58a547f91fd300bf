package io.verbus.tools.tap;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.DirectBuffer;
import uk.co.real_logic.sbe.PrimitiveType;
import uk.co.real_logic.sbe.PrimitiveValue;
import uk.co.real_logic.sbe.ir.Encoding;
import uk.co.real_logic.sbe.ir.Token;
import uk.co.real_logic.sbe.otf.Types;

/** Reads the values of fields. */
public final class FieldValue {
    /** The member of a decimal that is its integer. */
    public static final String MANTISSA = "mantissa";
    /** The member of a decimal that is its power of ten. */
    public static final String EXPONENT = "exponent";
    /** The members of a composite that is printed as one decimal. */
    public static final Set<String> DECIMAL = Set.of(MANTISSA, EXPONENT);

    private FieldValue() {
    }

    /**
     * A number, text, array or constant. Arrays of bytes are hex digits.
     *
     * @param type its token
     * @param buffer contains the message; not used for a constant
     * @param index of the field in it
     * @return a Long, BigInteger, Double, Float, String, list of numbers, or null
     */
    public static Object of(final Token type, final DirectBuffer buffer, final int index) {
        final Encoding encoding = type.encoding();
        if (type.isConstantEncoding()) {
            return constant(encoding);
        }
        final int length = type.arrayLength();
        if (encoding.primitiveType() == PrimitiveType.CHAR) {
            return text(bytes(buffer, index, length), charset(encoding));
        }
        if (length == 1) {
            return number(encoding, buffer, index);
        }
        if (encoding.primitiveType() == PrimitiveType.UINT8) {
            return HexFormat.of().formatHex(bytes(buffer, index, length));
        }
        final List<Object> array = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            array.add(number(encoding, buffer, index + i * encoding.primitiveType().size()));
        }
        return array;
    }

    private static Object constant(final Encoding encoding) {
        final PrimitiveValue value = encoding.constValue();
        return switch (value.representation()) {
            case LONG -> encoding.primitiveType() == PrimitiveType.CHAR
                    ? String.valueOf((char) value.longValue())
                    : integer(encoding.primitiveType(), value.longValue());
            case DOUBLE -> real(value.doubleValue());
            case BYTE_ARRAY -> value.toString();
        };
    }

    private static Object number(final Encoding encoding, final DirectBuffer buffer, final int index) {
        final PrimitiveType type = encoding.primitiveType();
        final boolean isOptional = encoding.presence() == Encoding.Presence.OPTIONAL;
        if (type == PrimitiveType.FLOAT || type == PrimitiveType.DOUBLE) {
            final double value = type == PrimitiveType.FLOAT
                    ? buffer.getFloat(index, encoding.byteOrder())
                    : buffer.getDouble(index, encoding.byteOrder());
            final boolean isNull = isOptional
                    && Double.compare(value, encoding.applicableNullValue().doubleValue()) == 0;
            return isNull ? null : type == PrimitiveType.FLOAT ? real((float) value) : real(value);
        }
        final long value = Types.getLong(buffer, index, encoding);
        return isOptional && value == encoding.applicableNullValue().longValue() ? null : integer(type, value);
    }

    private static Object integer(final PrimitiveType type, final long value) {
        return type == PrimitiveType.UINT64 && value < 0
                ? (Object) new BigInteger(Long.toUnsignedString(value))
                : (Object) value;
    }

    /** NaN and the infinities are texts: JSON has no such numbers. */
    private static Object real(final double value) {
        return Double.isFinite(value) ? (Object) value : Double.toString(value);
    }

    private static Object real(final float value) {
        return Float.isFinite(value) ? (Object) value : Float.toString(value);
    }

    /**
     * The name of a constant, from a reference such as Side.BUY.
     *
     * @param field its token
     * @return the name
     */
    public static Object ofConstantEnum(final Token field) {
        final String reference = field.encoding().constValue().toString();
        return reference.substring(reference.indexOf('.') + 1);
    }

    /**
     * The name of a code. A code that the schema lacks is printed as it is, null as null. So is the character NUL:
     * schemas of CME mean it by nullValue="0", which sbe-tool reads as the character 0.
     *
     * @param buffer contains the message
     * @param index of the code in it
     * @param tokens of the enumeration
     * @return its name, a String or a number; or null
     */
    public static Object ofEnum(final DirectBuffer buffer, final int index, final List<Token> tokens) {
        final Encoding encoding = tokens.getFirst().encoding();
        final long value = Types.getLong(buffer, index, encoding);
        for (final Token code : tokens.subList(1, tokens.size())) {
            if (code.encoding().constValue().longValue() == value) {
                return code.name();
            }
        }
        final boolean isText = encoding.primitiveType() == PrimitiveType.CHAR;
        if (value == encoding.applicableNullValue().longValue() || isText && value == 0) {
            return null;
        }
        return isText
                ? String.valueOf((char) (value & 0xFF))
                : integer(encoding.primitiveType(), value);
    }

    /**
     * The names of the bits that are set; a bit that the schema lacks is "bit N".
     *
     * @param buffer contains the message
     * @param index of the set in it
     * @param tokens of the set
     * @return the names
     */
    public static Object ofSet(final DirectBuffer buffer, final int index, final List<Token> tokens) {
        final Token set = tokens.getFirst();
        // Only the tokens of the choices have the byte order.
        final Encoding encoding = tokens.size() > 1 ? tokens.get(1).encoding() : set.encoding();
        long rest = Types.getLong(buffer, index, encoding);
        final List<Object> names = new ArrayList<>();
        for (final Token choice : tokens.subList(1, tokens.size())) {
            final long bit = 1L << choice.encoding().constValue().longValue();
            if ((rest & bit) != 0) {
                names.add(choice.name());
                rest &= ~bit;
            }
        }
        for (; rest != 0; rest &= rest - 1) {
            names.add("bit " + Long.numberOfTrailingZeros(rest));
        }
        return names;
    }

    /** A decimal if the members are a mantissa and an exponent, else the members. */
    static Object ofComposite(final Map<String, Object> members) {
        if (!members.keySet().equals(DECIMAL)) {
            return members;
        }
        final Object mantissa = members.get(MANTISSA);
        final Object exponent = members.get(EXPONENT);
        if (mantissa == null || exponent == null) {
            return null;
        }
        final boolean isDecimal = exponent instanceof Long power && power >= Byte.MIN_VALUE && power <= Byte.MAX_VALUE
                && (mantissa instanceof Long || mantissa instanceof BigInteger);
        return isDecimal ? new BigDecimal(new BigInteger(mantissa.toString()), -((Long) exponent).intValue()) : members;
    }

    /**
     * Variable data: a text if it is of characters, or its schema names a character set, else hex digits.
     *
     * @param type token of the data
     * @param buffer contains the message
     * @param index of the data in it
     * @param length in bytes
     * @return the text
     */
    public static Object ofData(final Token type, final DirectBuffer buffer, final int index, final int length) {
        final byte[] bytes = bytes(buffer, index, length);
        return type.encoding().characterEncoding() == null
                ? HexFormat.of().formatHex(bytes)
                : new String(bytes, charset(type.encoding()));
    }

    private static byte[] bytes(final DirectBuffer buffer, final int index, final int length) {
        buffer.boundsCheck(index, length);
        final byte[] bytes = new byte[length];
        buffer.getBytes(index, bytes);
        return bytes;
    }

    /** The text before the first NUL, without spaces at its end; null if the first byte is NUL. */
    private static Object text(final byte[] bytes, final Charset charset) {
        int length = 0;
        while (length < bytes.length && bytes[length] != 0) {
            length++;
        }
        return length == 0 ? null : new String(bytes, 0, length, charset).stripTrailing();
    }

    /**
     * The character set of a text. ASCII is read as ISO 8859-1, so that each byte shows; so is an unknown set.
     *
     * @param encoding of the text
     * @return its character set
     */
    public static Charset charset(final Encoding encoding) {
        try {
            final Charset charset = encoding.characterEncoding() == null
                    ? StandardCharsets.ISO_8859_1
                    : Charset.forName(encoding.characterEncoding().strip());
            return charset.equals(StandardCharsets.US_ASCII) ? StandardCharsets.ISO_8859_1 : charset;
        } catch (final IllegalArgumentException e) {
            return StandardCharsets.ISO_8859_1;
        }
    }
}

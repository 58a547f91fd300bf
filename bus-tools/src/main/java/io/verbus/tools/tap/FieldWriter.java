package io.verbus.tools.tap;

import io.verbus.BusException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.agrona.MutableDirectBuffer;
import uk.co.real_logic.sbe.PrimitiveType;
import uk.co.real_logic.sbe.ir.Encoding;
import uk.co.real_logic.sbe.ir.Signal;
import uk.co.real_logic.sbe.ir.Token;

/** Writes the values of fields: the reverse of {@link FieldValue}. */
final class FieldWriter {
    private static final String BIT = "bit ";

    private final MutableDirectBuffer buffer;
    private final InstrumentScales scales;

    FieldWriter(final MutableDirectBuffer buffer, final InstrumentScales scales) {
        this.buffer = buffer;
        this.scales = scales;
    }

    /**
     * Writes a field.
     *
     * @param field its token
     * @param type tokens of its type
     * @param at its offset in the buffer
     * @param value of it
     * @param fields of the message, which name the instrument
     * @param path of the field, for refusals
     */
    void put(final Token field, final List<Token> type, final int at, final Object value, final Map<String, ?> fields,
            final String path) {
        if (field.isConstantEncoding() && type.getFirst().signal() == Signal.BEGIN_ENUM) {
            checkConstant(FieldValue.ofConstantEnum(field), value, path);
        } else {
            put(type, at, value, fields, path);
        }
    }

    private void put(final List<Token> type, final int at, final Object value, final Map<String, ?> fields,
            final String path) {
        final Token token = type.getFirst();
        switch (token.signal()) {
            case BEGIN_ENUM -> putCode(type, at, value, path);
            case BEGIN_SET -> putSet(type, at, value, path);
            case BEGIN_COMPOSITE -> putComposite(type, at, value, fields, path);
            default -> putEncoded(token, at, scales.unscaled(token.name(), value, fields), path);
        }
    }

    private void putEncoded(final Token type, final int at, final Object value, final String path) {
        final Encoding encoding = type.encoding();
        final int length = type.arrayLength();
        if (type.isConstantEncoding()) {
            checkConstant(FieldValue.of(type, buffer, at), value, path);
        } else if (encoding.primitiveType() == PrimitiveType.CHAR) {
            final byte[] text = text(type, value, path);
            require(text.length <= length, path, value, "it has at most " + length + " bytes");
            buffer.putBytes(at, Arrays.copyOf(text, length));
        } else if (length == 1) {
            putNumber(type, at, value, path);
        } else if (encoding.primitiveType() == PrimitiveType.UINT8) {
            final byte[] bytes = hex(value, path);
            require(bytes.length == length, path, value, "it has " + length + " bytes: give as many pairs of digits");
            buffer.putBytes(at, bytes);
        } else {
            require(value instanceof List<?> list && list.size() == length, path, value,
                    "give a list of " + length + " numbers");
            for (int i = 0; i < length; i++) {
                putNumber(type, at + i * encoding.primitiveType().size(), ((List<?>) value).get(i),
                        path + "[" + i + "]");
            }
        }
    }

    private void putNumber(final Token type, final int at, final Object value, final String path) {
        final Encoding encoding = type.encoding();
        final boolean isOptional = encoding.presence() == Encoding.Presence.OPTIONAL;
        require(value != null || isOptional, path, null, "it is required");
        switch (encoding.primitiveType()) {
            case FLOAT -> buffer.putFloat(at, value == null
                    ? (float) encoding.applicableNullValue().doubleValue()
                    : (float) real(value, path), encoding.byteOrder());
            case DOUBLE -> buffer.putDouble(at, value == null
                    ? encoding.applicableNullValue().doubleValue()
                    : real(value, path), encoding.byteOrder());
            default -> {
                if (value == null) {
                    putBits(encoding, at, encoding.applicableNullValue().longValue());
                } else {
                    putInteger(type, at, value, path);
                }
            }
        }
    }

    /** Writes an integer that fits into its type. */
    void putInteger(final Token type, final int at, final Object value, final String path) {
        putBits(type.encoding(), at, bits(type.encoding().primitiveType(), value, path));
    }

    private static long bits(final PrimitiveType type, final Object value, final String path) {
        final BigInteger integer = integer(value, path);
        final int bits = Byte.SIZE * type.size();
        final boolean isUnsigned = type.name().startsWith("UINT");
        final boolean fits = isUnsigned
                ? integer.signum() >= 0 && integer.bitLength() <= bits
                : integer.bitLength() < bits;
        require(fits, path, value, "it does not fit into " + type.primitiveName());
        return integer.longValue();
    }

    private void putBits(final Encoding encoding, final int at, final long value) {
        switch (encoding.primitiveType().size()) {
            case Byte.BYTES -> buffer.putByte(at, (byte) value);
            case Short.BYTES -> buffer.putShort(at, (short) value, encoding.byteOrder());
            case Integer.BYTES -> buffer.putInt(at, (int) value, encoding.byteOrder());
            default -> buffer.putLong(at, value, encoding.byteOrder());
        }
    }

    /** A name, a code that the schema lacks, or null. */
    private void putCode(final List<Token> tokens, final int at, final Object value, final String path) {
        final Encoding encoding = tokens.getFirst().encoding();
        final List<Token> codes = tokens.subList(1, tokens.size() - 1);
        final boolean isText = encoding.primitiveType() == PrimitiveType.CHAR;
        final long code = codes.stream().filter(one -> one.name().equals(value)).findFirst()
                .map(one -> one.encoding().constValue().longValue()).orElseGet(() -> switch (value) {
                    case null -> isText ? 0 : encoding.applicableNullValue().longValue();
                    case String text when isText && text.length() == 1 -> (long) text.charAt(0);
                    case Number number when !isText -> bits(encoding.primitiveType(), number, path);
                    default -> throw refused(path, value, "it is one of "
                            + String.join(", ", codes.stream().map(Token::name).toList()));
                });
        putBits(encoding, at, code);
    }

    private void putSet(final List<Token> tokens, final int at, final Object value, final String path) {
        final List<Token> choices = tokens.subList(1, tokens.size() - 1);
        // Only the tokens of the choices have the byte order.
        final Encoding encoding = choices.isEmpty() ? tokens.getFirst().encoding() : choices.getFirst().encoding();
        require(value == null || value instanceof List<?>, path, value, "give a list of names");
        long bits = 0;
        for (final Object name : value == null ? List.of() : (List<?>) value) {
            bits |= 1L << choices.stream().filter(one -> one.name().equals(name)).findFirst()
                    .map(one -> one.encoding().constValue().longValue()).orElseGet(() -> bit(name, choices, path));
        }
        putBits(encoding, at, bits);
    }

    private static long bit(final Object name, final List<Token> choices, final String path) {
        if (name instanceof String text && text.matches(BIT + "\\d\\d?")) {
            return Long.parseLong(text.substring(BIT.length()));
        }
        throw refused(path, name, "it has " + String.join(", ", choices.stream().map(Token::name).toList()));
    }

    /** The members, or a decimal, or null, whose members are null. */
    private void putComposite(final List<Token> tokens, final int at, final Object value, final Map<String, ?> fields,
            final String path) {
        final Map<String, Object> members = members(tokens, value, path);
        for (final List<Token> part : Schema.parts(tokens.subList(1, tokens.size() - 1))) {
            final Token member = part.getFirst();
            final Object given = members.remove(member.name());
            if (!member.isConstantEncoding() || given != null) {
                put(part, at + member.offset(), given, fields, path + "." + member.name());
            }
        }
        require(members.isEmpty(), path, value, "it has no member " + String.join(", ", members.keySet()));
    }

    private static Map<String, Object> members(final List<Token> tokens, final Object value, final String path) {
        final Map<String, Object> members = new HashMap<>();
        final Optional<Token> exponent = tokens.stream().filter(one -> one.name().equals(FieldValue.EXPONENT))
                .findFirst();
        if (value instanceof Map<?, ?>) {
            members.putAll(map(value, path));
        } else if (value != null) {
            require(exponent.isPresent(), path, value, "give an object");
            final BigDecimal decimal = decimal(value, path);
            final int power = exponent.get().isConstantEncoding()
                    ? (int) exponent.get().encoding().constValue().longValue()
                    : -decimal.scale();
            members.put(FieldValue.MANTISSA, decimal.scaleByPowerOfTen(-power));
            members.put(FieldValue.EXPONENT, BigDecimal.valueOf(power));
        } else if (exponent.isPresent() && exponent.get().encoding().presence() == Encoding.Presence.REQUIRED) {
            members.put(FieldValue.EXPONENT, 0); // its mantissa is null
        }
        return members;
    }

    /** Bytes of variable data: a text if its schema names a character set, else hex digits. */
    static byte[] bytes(final Token type, final Object value, final String path) {
        return value == null
                ? new byte[0]
                : type.encoding().characterEncoding() == null ? hex(value, path) : text(type, value, path);
    }

    private static byte[] text(final Token type, final Object value, final String path) {
        if (value == null) {
            return new byte[0];
        }
        require(value instanceof String, path, value, "give a text");
        return ((String) value).getBytes(FieldValue.charset(type.encoding()));
    }

    /** The bytes of hex digits. */
    static byte[] hex(final Object value, final String path) {
        try {
            return HexFormat.of().parseHex((String) value);
        } catch (final ClassCastException | IllegalArgumentException | NullPointerException e) {
            throw refused(path, value, "give a text of hex digits");
        }
    }

    private static double real(final Object value, final String path) {
        try {
            return Double.parseDouble(value.toString());
        } catch (final NumberFormatException e) {
            throw refused(path, value, "give a number");
        }
    }

    private static BigInteger integer(final Object value, final String path) {
        try {
            return decimal(value, path).toBigIntegerExact();
        } catch (final ArithmeticException e) {
            throw refused(path, value, "give an integer");
        }
    }

    private static BigDecimal decimal(final Object value, final String path) {
        require(value instanceof Number, path, value, "give a number");
        return new BigDecimal(value.toString());
    }

    private static void checkConstant(final Object constant, final Object value, final String path) {
        require(value == null || Objects.toString(constant).equals(value.toString()), path, value,
                "it is always " + constant);
    }

    /** An object of a JSON text. */
    static Map<String, Object> map(final Object value, final String path) {
        require(value instanceof Map<?, ?>, path, value, "give an object");
        final Map<String, Object> map = new HashMap<>();
        ((Map<?, ?>) value).forEach((name, member) -> map.put((String) name, member));
        return map;
    }

    private static void require(final boolean isValid, final String path, final Object value, final String reason) {
        if (!isValid) {
            throw refused(path, value, reason);
        }
    }

    /** The refusal of a value. */
    static BusException refused(final String path, final Object value, final String reason) {
        return new BusException(path + " cannot be " + (value instanceof String ? "'" + value + "'" : value) + ": "
                + reason);
    }
}

package io.verbus.tools.export;

import io.verbus.tools.tap.FieldValue;
import io.verbus.tools.tap.Schema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import uk.co.real_logic.sbe.PrimitiveType;
import uk.co.real_logic.sbe.ir.Encoding;
import uk.co.real_logic.sbe.ir.Signal;
import uk.co.real_logic.sbe.ir.Token;
import uk.co.real_logic.sbe.otf.Types;

/**
 * Makes the columns of a field and the access to them. Offsets, types and null values are resolved once. The values are
 * those that {@link FieldValue} has: integers are read directly, codes of one byte from a table, others through it.
 */
final class FieldCompiler {
    /** The column with the name of an instrument. */
    static final String SYMBOL = "symbol";
    private static final int BYTE_VALUES = 256;
    private static final int MAX_SCALE = 38;
    private static final int NANO_DIGITS = 9;
    /** Schemas whose messages have the ids of instruments. */
    private static final Set<Integer> MARKET_DATA = Set.of(1, 3, 4);
    /** Schemas whose prices and quantities have the exponents of their instrument. */
    private static final Set<Integer> SCALED = Set.of(3, 4);
    /** The type of prices that {@link #isScaled} names. */
    static final String PRICE = "Price";
    private static final String TIME = "UTCTimestamp";

    private final InstrumentNames instruments;
    private Schema schema;
    private RowKey key;

    FieldCompiler(final InstrumentNames instruments) {
        this.instruments = instruments;
    }

    /** Begins a message of a schema. */
    void begin(final Schema ofMessage, final RowKey ofRows) {
        schema = ofMessage;
        key = ofRows;
    }

    /** The place of a value: its offset in the block, the version that added it, and the name of its column. */
    private record Place(int offset, int since, String path) {
        Place in(final Token type, final String member) {
            return new Place(offset + type.offset(), Math.max(since, type.version()),
                    member == null ? path : path + "_" + member);
        }
    }

    /** Adds the columns of a field. */
    void add(final Token field, final List<Token> types, final TableCompiler.Columns columns) {
        final Token type = types.getFirst();
        final Place place = new Place(0, field.version(), field.name()).in(type, null);
        if (field.isConstantEncoding() && type.signal() == Signal.BEGIN_ENUM) {
            addConstant(FieldValue.ofConstantEnum(field), place, columns);
        } else if (isTime(field.encoding()) && type.signal() == Signal.ENCODING && isLong(type)) {
            addTime(type, digits(type, field.name()), place, columns);
        } else {
            addType(types, place, isTime(field.encoding()), columns);
        }
    }

    private void addType(final List<Token> types, final Place place, final boolean isTime,
            final TableCompiler.Columns columns) {
        switch (types.getFirst().signal()) {
            case BEGIN_ENUM -> addCode(types, place, (buffer, at) -> FieldValue.ofEnum(buffer, at, body(types)),
                    columns);
            case BEGIN_SET -> addCode(types, place, (buffer, at) -> FieldValue.ofSet(buffer, at, body(types)), columns);
            case BEGIN_COMPOSITE -> addComposite(types, place, isTime, columns);
            default -> addEncoding(types.getFirst(), place, columns);
        }
    }

    private static List<Token> body(final List<Token> types) {
        return types.subList(0, types.size() - 1);
    }

    private void addComposite(final List<Token> types, final Place place, final boolean isTime,
            final TableCompiler.Columns columns) {
        final Map<String, List<Token>> members = new LinkedHashMap<>();
        Schema.parts(types.subList(1, types.size() - 1))
                .forEach(member -> members.put(member.getFirst().name(), member));
        if (members.keySet().equals(FieldValue.DECIMAL)
                && addDecimal(first(members, FieldValue.MANTISSA), first(members, FieldValue.EXPONENT), place,
                        columns)
                || (isTime || isTime(types.getFirst().encoding())) && addTime(members, place, columns)) {
            return;
        }
        members.forEach((name, member) -> addType(member, place.in(member.getFirst(), name), false, columns));
    }

    private static Token first(final Map<String, List<Token>> members, final String name) {
        return members.get(name).getFirst();
    }

    /** Adds a decimal, if its exponent is constant. */
    private boolean addDecimal(final Token mantissa, final Token exponent, final Place place,
            final TableCompiler.Columns columns) {
        if (!exponent.isConstantEncoding() || mantissa.isConstantEncoding() || !isInteger(mantissa)
                || !(FieldValue.of(exponent, null, 0) instanceof Long power) || Math.abs(power) > MAX_SCALE) {
            return false;
        }
        final int constant = (int) (long) power;
        final Place at = place.in(mantissa, null);
        add(TableColumn.decimal(columns.take(place.path), Math.max(0, -constant)), mantissa, at,
                decimals(mantissa, () -> constant), columns);
        return true;
    }

    private static FieldReader decimals(final Token type, final IntSupplier exponent) {
        final boolean isUnsigned = type.encoding().primitiveType() == PrimitiveType.UINT64;
        return integers(type, (value, row) -> {
            if (isUnsigned && value < 0) {
                row.putDecimal(new BigDecimal(new BigInteger(Long.toUnsignedString(value)), -exponent.getAsInt()));
            } else {
                row.putDecimal(value, exponent.getAsInt());
            }
        });
    }

    /** Adds a time of a composite, if its unit is constant. */
    private boolean addTime(final Map<String, List<Token>> members, final Place place,
            final TableCompiler.Columns columns) {
        if (!members.containsKey("time") || !members.containsKey("unit") || members.size() != 2) {
            return false;
        }
        final Token time = first(members, "time");
        final Token unit = first(members, "unit");
        final Object constant = unit.isConstantEncoding() && unit.signal() == Signal.ENCODING
                ? FieldValue.of(unit, null, 0)
                : null;
        final int digits = constant instanceof Long number
                ? (int) (long) number
                : constant instanceof String text ? digits(text) : -1;
        if (digits < 0 || digits > NANO_DIGITS || !isLong(time)) {
            return false;
        }
        addTime(time, digits, place.in(time, null), columns);
        return true;
    }

    private static boolean isTime(final Encoding encoding) {
        return TIME.equals(encoding.semanticType());
    }

    private static boolean isLong(final Token type) {
        return isInteger(type) && type.encoding().primitiveType().size() == Long.BYTES && type.arrayLength() == 1
                && !type.isConstantEncoding();
    }

    /** Whether a type is an integer, or an array of them. */
    static boolean isInteger(final Token type) {
        final PrimitiveType primitive = type.signal() == Signal.ENCODING ? type.encoding().primitiveType() : null;
        return primitive != null && primitive != PrimitiveType.CHAR && primitive != PrimitiveType.FLOAT
                && primitive != PrimitiveType.DOUBLE;
    }

    /** The decimal digits of the fraction of a second that a time has: of its unit, else of the end of a name. */
    private static int digits(final Token type, final String field) {
        final String unit = type.encoding().timeUnit();
        return unit != null ? digits(unit) : Math.min(digits(type.name()), digits(field));
    }

    private static int digits(final String unit) {
        final String[] ends = {"(?i).*sec(ond)?s?", "(?i).*milli(sec(ond)?)?s?|.*(Ms|MS)",
                "(?i).*micro(sec(ond)?)?s?|.*(Us|US)"};
        final boolean isMicro = unit.matches(ends[2]);
        final boolean isMilli = unit.matches(ends[1]);
        final boolean isNano = unit.matches("(?i).*nano(sec(ond)?)?s?|.*(Ns|NS)");
        return isNano ? NANO_DIGITS : isMicro ? 6 : isMilli ? 3 : unit.matches(ends[0]) ? 0 : NANO_DIGITS;
    }

    private void addTime(final Token type, final int digits, final Place place, final TableCompiler.Columns columns) {
        long factor = 1;
        for (int i = digits; i < NANO_DIGITS; i++) {
            factor *= 10;
        }
        final long multiplier = factor;
        add(TableColumn.of(columns.take(place.path), ColumnType.TIMESTAMP), type, place,
                integers(type, (value, row) -> row.putLong(value * multiplier)), columns);
    }

    private void addEncoding(final Token type, final Place place, final TableCompiler.Columns columns) {
        final Encoding encoding = type.encoding();
        final PrimitiveType primitive = encoding.primitiveType();
        if (type.isConstantEncoding()) {
            addConstant(FieldValue.of(type, null, 0), place, columns);
        } else if (isLong(type) && (isTime(encoding) || schema.isOwn() && type.name().equals("Timestamp"))) {
            addTime(type, digits(type, place.path), place, columns);
        } else if (isScaled(schema, type) && type.name().equals(PRICE)) {
            addScaled(type, instruments.priceScale(), () -> key.instruments().priceExponent(), place, columns);
        } else if (isScaled(schema, type)) {
            addScaled(type, instruments.quantityScale(), () -> key.instruments().quantityExponent(), place, columns);
        } else if (primitive == PrimitiveType.CHAR) {
            addCode(List.of(type), place, (buffer, at) -> FieldValue.of(type, buffer, at), columns);
        } else if (type.arrayLength() == 1) {
            addNumber(type, place, columns);
        } else if (primitive == PrimitiveType.UINT8) {
            final int length = type.arrayLength();
            add(TableColumn.of(columns.take(place.path), ColumnType.BYTES), type, place,
                    (buffer, at, row) -> row.putBytes(bytes(buffer, at, length)), columns);
        } else {
            for (int i = 0; i < type.arrayLength(); i++) {
                addNumber(type, new Place(place.offset + i * primitive.size(), place.since, place.path + "_" + i),
                        columns);
            }
        }
    }

    /** Whether numbers of a type have an exponent of their instrument: that of prices, or that of quantities. */
    static boolean isScaled(final Schema schema, final Token type) {
        return schema.isOwn() && SCALED.contains(schema.id())
                && (type.name().equals(PRICE) || type.name().equals("Quantity"));
    }

    private void addScaled(final Token type, final int scale, final IntSupplier exponent, final Place place,
            final TableCompiler.Columns columns) {
        add(TableColumn.decimal(columns.take(place.path), scale), type, place, decimals(type, exponent), columns);
    }

    private void addNumber(final Token type, final Place place, final TableCompiler.Columns columns) {
        final Encoding encoding = type.encoding();
        final ColumnType column = ColumnType.valueOf(encoding.primitiveType().name());
        final FieldReader reader = isInteger(type)
                ? integers(type, (value, row) -> row.putLong(value))
                : (buffer, at, row) -> {
                    final double value = column == ColumnType.FLOAT
                            ? buffer.getFloat(at, encoding.byteOrder())
                            : buffer.getDouble(at, encoding.byteOrder());
                    if (encoding.presence() == Encoding.Presence.OPTIONAL
                            && Double.compare(value, encoding.applicableNullValue().doubleValue()) == 0) {
                        row.putNull();
                    } else {
                        row.putDouble(value);
                    }
                };
        columns.add(new ColumnReader(TableColumn.of(columns.take(place.path), column), place.offset,
                encoding.primitiveType().size(), place.since, reader));
    }

    /** Writes an integer that is not null. */
    private interface Put {
        void put(long value, RowWriter row);
    }

    private static FieldReader integers(final Token type, final Put put) {
        final Encoding encoding = type.encoding();
        if (encoding.presence() != Encoding.Presence.OPTIONAL) {
            return (buffer, at, row) -> put.put(Types.getLong(buffer, at, encoding), row);
        }
        final long absent = encoding.applicableNullValue().longValue();
        return (buffer, at, row) -> {
            final long value = Types.getLong(buffer, at, encoding);
            if (value == absent) {
                row.putNull();
            } else {
                put.put(value, row);
            }
        };
    }

    /** Reads a value that is written as text. */
    private interface TextSource {
        Object read(DirectBuffer buffer, int at);
    }

    /** A value of one byte is a code from a table; others are texts. */
    private void addCode(final List<Token> types, final Place place, final TextSource source,
            final TableCompiler.Columns columns) {
        final Token type = types.getFirst();
        final String name = columns.take(place.path);
        if (type.encodedLength() != 1) {
            add(TableColumn.of(name, ColumnType.TEXT), type, place, (buffer, at, row) -> {
                final String text = text(source.read(buffer, at));
                if (text == null) {
                    row.putNull();
                } else {
                    row.putText(text);
                }
            }, columns);
            return;
        }
        final UnsafeBuffer one = new UnsafeBuffer(new byte[1]);
        final String[] texts = new String[BYTE_VALUES];
        for (int i = 0; i < BYTE_VALUES; i++) {
            one.putByte(0, (byte) i);
            texts[i] = text(source.read(one, 0));
        }
        final List<String> codes = Arrays.stream(texts).filter(Objects::nonNull).distinct().toList();
        final int[] indexes = Arrays.stream(texts).mapToInt(codes::indexOf).toArray();
        add(TableColumn.code(name, codes), type, place, (buffer, at, row) -> {
            final int index = indexes[buffer.getByte(at) & 0xFF];
            if (index < 0) {
                row.putNull();
            } else {
                row.putCode(index);
            }
        }, columns);
    }

    /** The names of a set have a bar between them. */
    private static String text(final Object value) {
        return switch (value) {
            case null -> null;
            case List<?> names -> names.stream().map(Object::toString).collect(Collectors.joining("|"));
            default -> value.toString();
        };
    }

    private static void addConstant(final Object value, final Place place, final TableCompiler.Columns columns) {
        final String name = columns.take(place.path);
        final Function<ColumnType, TableColumn> column = type -> TableColumn.of(name, type);
        final ColumnReader reader = switch (value) {
            case null -> new ColumnReader(column.apply(ColumnType.TEXT), 0, 0, place.since,
                    (buffer, at, row) -> row.putNull());
            case Long number -> new ColumnReader(column.apply(ColumnType.INT64), 0, 0, place.since,
                    (buffer, at, row) -> row.putLong(number));
            case BigInteger number -> new ColumnReader(column.apply(ColumnType.UINT64), 0, 0, place.since,
                    (buffer, at, row) -> row.putLong(number.longValue()));
            case Number number -> new ColumnReader(column.apply(ColumnType.DOUBLE), 0, 0, place.since,
                    (buffer, at, row) -> row.putDouble(number.doubleValue()));
            default -> new ColumnReader(TableColumn.code(name, List.of(value.toString())), 0, 0, place.since,
                    (buffer, at, row) -> row.putCode(0));
        };
        columns.add(reader);
    }

    /** Whether a field has the id of an instrument that market data define. */
    boolean isInstrument(final Token field) {
        return isInstrument(schema, field);
    }

    private static boolean isInstrument(final Schema schema, final Token field) {
        return schema.isOwn() && MARKET_DATA.contains(schema.id()) && field.signal() == Signal.BEGIN_FIELD
                && field.name().equals("instrumentId");
    }

    /** The type of the field of a message that has the id of its instrument; null if there is none. */
    static Token instrument(final Schema schema, final List<Token> message) {
        return Schema.parts(message.subList(1, message.size() - 1)).stream()
                .filter(member -> isInstrument(schema, member.getFirst())).map(member -> member.get(1)).findFirst()
                .orElse(null);
    }

    /** Adds the name of the instrument that a field has the id of. */
    void addSymbol(final Token type, final TableCompiler.Columns columns) {
        add(TableColumn.code(columns.take(SYMBOL), instruments.symbols()), type,
                new Place(type.offset(), type.version(), SYMBOL), integers(type, (value, row) -> {
                    final int symbol = key.instruments().symbol((int) value);
                    if (symbol < 0) {
                        row.putNull();
                    } else {
                        row.putCode(symbol);
                    }
                }), columns);
    }

    private static void add(final TableColumn column, final Token type, final Place place, final FieldReader reader,
            final TableCompiler.Columns columns) {
        columns.add(new ColumnReader(column, place.offset, type.encodedLength(), place.since, reader));
    }

    /** The column of variable data. */
    static TableColumn data(final Token content, final String name) {
        return TableColumn.of(name, isText(content) ? ColumnType.TEXT : ColumnType.BYTES);
    }

    /** The access to variable data. */
    static BlockReader.DataReader dataReader(final Token content) {
        return isText(content)
                ? (buffer, at, length, row) -> row.putText(FieldValue.ofData(content, buffer, at, length).toString())
                : (buffer, at, length, row) -> row.putBytes(bytes(buffer, at, length));
    }

    private static boolean isText(final Token content) {
        return content.encoding().characterEncoding() != null;
    }

    private static byte[] bytes(final DirectBuffer buffer, final int at, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(at, bytes);
        return bytes;
    }
}

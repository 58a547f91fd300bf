package io.verbus.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import uk.co.real_logic.sbe.PrimitiveType;
import uk.co.real_logic.sbe.PrimitiveValue;
import uk.co.real_logic.sbe.xml.CompositeType;
import uk.co.real_logic.sbe.xml.EncodedDataType;
import uk.co.real_logic.sbe.xml.EnumType;
import uk.co.real_logic.sbe.xml.Field;
import uk.co.real_logic.sbe.xml.Message;
import uk.co.real_logic.sbe.xml.SetType;

/** Sets and reads the fields of a generated encoder and decoder by name. */
final class FieldAccess {
    private final String prefix;
    private final Message message;
    private final Object encoder;
    private final Object decoder;

    /**
     * For one message.
     *
     * @param schema package of the generated classes
     * @param message parsed from the schema
     */
    FieldAccess(final String schema, final Message message) throws Exception {
        this.prefix = schema + ".";
        this.message = message;
        encoder = Class.forName(prefix + message.name() + "Encoder").getConstructor().newInstance();
        decoder = Class.forName(prefix + message.name() + "Decoder").getConstructor().newInstance();
    }

    /** The test values of a field: minimum, maximum, null; of an enumeration all. */
    List<Object> values(final Field field) throws Exception {
        return switch (field.type()) {
            case EnumType type -> constants(type);
            case SetType type -> choices(type);
            case CompositeType type -> numbers((EncodedDataType) type.getType("mantissa"));
            case EncodedDataType type when isBytes(type) -> List.of(
                    "\1".repeat(type.length()), "\u00ff".repeat(type.length()), "\0".repeat(type.length()));
            case EncodedDataType type when type.length() > 1 -> List.of(
                    " ".repeat(type.length()), "~".repeat(type.length()), "\0".repeat(type.length()));
            case EncodedDataType type -> numbers(type);
            default -> throw new AssertionError("no field of this schema is a " + field.type());
        };
    }

    private List<Object> constants(final EnumType type) throws Exception {
        final List<Object> values = new ArrayList<>(
                Arrays.asList(Class.forName(prefix + type.name()).getEnumConstants()));
        values.removeIf(value -> value.toString().equals("SBE_UNKNOWN"));
        return values;
    }

    /** Each choice alone, all of them, and none. */
    private static List<Object> choices(final SetType type) {
        final List<String> names = type.choices().stream().map(SetType.Choice::name).toList();
        final List<Object> values = new ArrayList<>(List.of(List.of(), names));
        names.forEach(name -> values.add(List.of(name)));
        return values;
    }

    private static boolean isBytes(final EncodedDataType type) {
        return type.length() > 1 && type.primitiveType() == PrimitiveType.UINT8;
    }

    private static List<Object> numbers(final EncodedDataType type) {
        final PrimitiveType primitive = type.primitiveType();
        return List.of(
                or(type.minValue(), primitive.minValue()),
                or(type.maxValue(), primitive.maxValue()),
                or(type.nullValue(), primitive.nullValue()));
    }

    private static Object or(final PrimitiveValue own, final PrimitiveValue usual) {
        return (own == null ? usual : own).longValue();
    }

    void wrap(final MutableDirectBuffer buffer) throws Exception {
        final Object header = header("Decoder");
        method(encoder, "wrapAndApplyHeader").invoke(encoder, buffer, 0, header("Encoder"));
        decoder.getClass().getMethod("wrapAndApplyHeader", DirectBuffer.class, int.class, header.getClass())
                .invoke(decoder, buffer, 0, header);
    }

    private Object header(final String end) throws Exception {
        return Class.forName(prefix + "MessageHeader" + end).getConstructor().newInstance();
    }

    void set(final Field field, final Object value) throws Exception {
        final String name = field.name();
        if (field.type() instanceof SetType type) {
            final Object set = encoder.getClass().getMethod(name).invoke(encoder);
            for (final SetType.Choice choice : type.choices()) {
                set.getClass().getMethod(choice.name(), boolean.class).invoke(set,
                        ((List<?>) value).contains(choice.name()));
            }
        } else if (field.type() instanceof CompositeType) {
            final Object composite = encoder.getClass().getMethod(name).invoke(encoder);
            composite.getClass().getMethod("mantissa", long.class).invoke(composite, value);
        } else if (field.type() instanceof EncodedDataType type && isBytes(type)) {
            encoder.getClass().getMethod("put" + capitalised(name), byte[].class, int.class, int.class).invoke(
                    encoder, value.toString().getBytes(ISO_8859_1), 0, type.length());
        } else if (value instanceof String text) {
            encoder.getClass().getMethod(name, String.class).invoke(encoder, text);
        } else if (value instanceof Long number) {
            final Method setter = method(encoder, name);
            final Class<?> type = setter.getParameterTypes()[0];
            setter.invoke(encoder, type == int.class
                    ? (Object) number.intValue()
                    : type == byte.class ? (Object) number.byteValue() : number);
        } else {
            method(encoder, name).invoke(encoder, value);
        }
    }

    /** All fields, as returned by the decoder. */
    Map<String, Object> read() throws Exception {
        final Map<String, Object> values = new LinkedHashMap<>();
        for (final Field field : Schemas.blockFields(message)) {
            values.put(field.name(), read(field));
        }
        return values;
    }

    private Object read(final Field field) throws Exception {
        final String name = field.name();
        if (field.type() instanceof EncodedDataType type && type.length() > 1) {
            final byte[] bytes = new byte[type.length()];
            final String getter = "get" + capitalised(name);
            if (isBytes(type)) {
                decoder.getClass().getMethod(getter, byte[].class, int.class, int.class).invoke(decoder, bytes, 0,
                        type.length());
            } else {
                decoder.getClass().getMethod(getter, byte[].class, int.class).invoke(decoder, bytes, 0);
            }
            return new String(bytes, ISO_8859_1);
        }
        final Object value = decoder.getClass().getMethod(name).invoke(decoder);
        if (field.type() instanceof SetType type) {
            final List<String> set = new ArrayList<>();
            for (final SetType.Choice choice : type.choices()) {
                if ((boolean) value.getClass().getMethod(choice.name()).invoke(value)) {
                    set.add(choice.name());
                }
            }
            return set;
        }
        if (field.type() instanceof CompositeType) {
            return value.getClass().getMethod("mantissa").invoke(value);
        }
        return value instanceof Integer || value instanceof Byte ? (Object) ((Number) value).longValue() : value;
    }

    private static String capitalised(final String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    /** The one method of this name with a parameter that is not a text. */
    private static Method method(final Object target, final String name) {
        return Arrays.stream(target.getClass().getMethods())
                .filter(method -> method.getName().equals(name) && method.getParameterCount() > 0)
                .findFirst().orElseThrow();
    }
}

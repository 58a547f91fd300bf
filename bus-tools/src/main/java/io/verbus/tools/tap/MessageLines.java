package io.verbus.tools.tap;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.ToNumberPolicy;
import com.google.gson.reflect.TypeToken;
import io.verbus.BusException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;

/** Encodes messages from lines of JSON, as {@link TapOutput} prints them. Not thread-safe. */
final class MessageLines {
    private static final Gson GSON = new GsonBuilder().setObjectToNumberStrategy(ToNumberPolicy.BIG_DECIMAL).create();
    private static final TypeToken<Map<String, Object>> OBJECT = new TypeToken<>() {};

    private static final String NOT_AN_OBJECT = "it is not a JSON object: give one per line, such as"
            + " tap --format json prints";

    private final MessageEncoder encoder;
    private int length;
    private long number;

    MessageLines(final List<Schema> schemas) {
        encoder = new MessageEncoder(schemas);
    }

    /** The number of the last line, from 1. */
    long number() {
        return number;
    }

    /** The last message. */
    DirectBuffer buffer() {
        return encoder.buffer();
    }

    /** Bytes of the last message, at 0 of the buffer. */
    int length() {
        return length;
    }

    /**
     * Encodes the next line.
     *
     * @param line in UTF-8, without its end
     * @return false if it is empty
     * @throws BusException if it is no message of a schema; with its number
     */
    boolean encode(final byte[] line) {
        number++;
        try {
            final String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
            if (text.isBlank()) {
                return false;
            }
            final Map<String, Object> object = object(text);
            length = switch (object.get("template")) {
                case String template -> encoder.encode(template, FieldWriter.map(
                        object.getOrDefault("fields", Map.of()), "fields"));
                case null -> bytes(object.get("hex"));
                default -> throw FieldWriter.refused("template", object.get("template"), "give a text");
            };
        } catch (final CharacterCodingException e) {
            throw new BusException("line " + number + ": it is not UTF-8: give one JSON object per line", e);
        } catch (final BusException e) {
            throw new BusException("line " + number + ": " + e.getMessage(), e);
        }
        return true;
    }

    private static Map<String, Object> object(final String line) {
        try {
            if (line.stripLeading().startsWith("{")) {
                return GSON.fromJson(line, OBJECT);
            }
        } catch (final JsonParseException | NumberFormatException e) {
            throw new BusException(NOT_AN_OBJECT, e);
        }
        throw new BusException(NOT_AN_OBJECT);
    }

    private int bytes(final Object hex) {
        if (hex == null) {
            throw new BusException("it has no \"template\": give the name of a message of the schema");
        }
        final byte[] bytes = FieldWriter.hex(hex, "hex");
        encoder.buffer().putBytes(0, bytes);
        return bytes.length;
    }
}

package io.verbus.tools;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** JSON objects, one on a line. Ids are strings of hex digits, because a JSON number is exact to 53 bits only. */
public final class Json {
    private static final Gson GSON = new GsonBuilder().serializeNulls().disableHtmlEscaping()
            .registerTypeAdapter(BigDecimal.class, new PlainDecimal()).create();

    /** DEL: the characters from here on are control characters, or not ASCII. */
    private static final char FIRST_ESCAPED = 0x7F;

    private Json() {
    }

    /**
     * Makes an object.
     *
     * @param fields name and value of each field, in order; a value may be null, an object or a list
     * @return the object
     */
    public static Map<String, Object> object(final Object... fields) {
        final Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            object.put((String) fields[i], fields[i + 1]);
        }
        return object;
    }

    /**
     * Writes an object.
     *
     * @param fields by name
     * @return JSON on one line
     */
    public static String line(final Map<String, Object> fields) {
        return GSON.toJson(fields);
    }

    /**
     * Writes any value in ASCII: safe for each terminal and character set.
     *
     * @param value null, a text, a number, a list or a map of these
     * @return JSON on one line
     */
    public static String ascii(final Object value) {
        final String json = GSON.toJson(value);
        return json.chars().allMatch(c -> c < FIRST_ESCAPED) ? json : escaped(json);
    }

    /** Such characters are in texts only, so each can be replaced in place. */
    private static String escaped(final String json) {
        final StringBuilder escaped = new StringBuilder(json.length() + 16);
        for (int i = 0; i < json.length(); i++) {
            final char c = json.charAt(i);
            if (c < FIRST_ESCAPED) {
                escaped.append(c);
            } else {
                escaped.append("\\u").append(HexFormat.of().toHexDigits(c));
            }
        }
        return escaped.toString();
    }

    /** Writes all digits: 0.00000001 instead of 1E-8. */
    private static final class PlainDecimal extends TypeAdapter<BigDecimal> {
        @Override
        public void write(final JsonWriter out, final BigDecimal value) throws IOException {
            if (value == null) {
                out.nullValue();
            } else {
                out.jsonValue(value.toPlainString());
            }
        }

        @Override
        public BigDecimal read(final JsonReader in) throws IOException {
            return new BigDecimal(in.nextString());
        }
    }
}

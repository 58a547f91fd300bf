package io.verbus.tools;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.util.LinkedHashMap;
import java.util.Map;

/** JSON objects, one on a line. Ids are strings of hex digits, because a JSON number is exact to 53 bits only. */
public final class Json {
    private static final Gson GSON = new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

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
}

package io.verbus.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the diagram in the comment of a layout class: name of each field to its offset and length. */
public final class Diagram {
    private static final Pattern FIELD = Pattern
            .compile("^ \\*\\s+(\\d+)\\s+\\| ([^:,(|]+)[^(|]*(?:\\([^)]*\\)[^(|]*)*?(?:\\((\\d+)\\)\\s*)?\\|$");

    /**
     * A field of a layout.
     *
     * @param offset of its first byte
     * @param length in bytes, 0 if the diagram gives none
     */
    public record Field(int offset, int length) {}

    private Diagram() {
    }

    /** The fields in the diagram of a class, in order. */
    public static Map<String, Field> of(final Class<?> type) {
        final Path source = Path.of("src/main/java", type.getName().replace('.', '/') + ".java");
        final Map<String, Field> fields = new LinkedHashMap<>();
        try {
            for (final String line : Files.readAllLines(source)) {
                final Matcher matcher = FIELD.matcher(line);
                if (matcher.matches()) {
                    fields.put(matcher.group(2).strip(), new Field(Integer.parseInt(matcher.group(1)),
                            matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3))));
                }
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return fields;
    }

    /** Overlapping or unordered fields of a diagram, for people; empty if there are none. */
    public static String overlaps(final Map<String, Field> fields) {
        final StringBuilder text = new StringBuilder();
        int end = 0;
        for (final Map.Entry<String, Field> entry : fields.entrySet()) {
            if (entry.getValue().offset() < end) {
                text.append(entry.getKey()).append(" begins before ").append(end).append("; ");
            }
            end = entry.getValue().offset() + entry.getValue().length();
        }
        return text.toString();
    }

    /** A field that a diagram is to have; more can follow. */
    public static Expected with(final String name, final int offset, final int length) {
        return new Expected().with(name, offset, length);
    }

    /** The fields that a diagram is to have, in order. */
    public static final class Expected {
        private final Map<String, Field> fields = new LinkedHashMap<>();

        private Expected() {
        }

        /** Another field. */
        public Expected with(final String name, final int offset, final int length) {
            fields.put(name, new Field(offset, length));
            return this;
        }

        /** Fails unless these are the fields in the diagram of a class, and none overlap. */
        public void isIn(final Class<?> type) {
            assertEquals(fields, of(type));
            assertEquals("", overlaps(fields));
        }
    }
}

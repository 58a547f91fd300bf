package io.verbus.tools.tap;

import io.verbus.tools.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Writes an object as a YAML document in block style. Texts are in quotes, so that each reader takes them as texts. */
final class FieldYaml {
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");
    /** Names that are something else to readers of YAML 1.1 or 1.2. */
    private static final Set<String> WORDS = Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null");
    private static final String STEP = "  ";

    private FieldYaml() {
    }

    static void append(final Map<String, Object> object, final StringBuilder to) {
        to.append("---\n");
        appendMembers(object, "", "", to);
    }

    private static void appendMembers(final Map<?, ?> members, final String first, final String indent,
            final StringBuilder to) {
        String before = first;
        for (final Map.Entry<?, ?> member : members.entrySet()) {
            to.append(before).append(name(member.getKey().toString())).append(':');
            before = indent;
            appendValue(member.getValue(), indent, to);
        }
    }

    private static void appendValue(final Object value, final String indent, final StringBuilder to) {
        switch (value) {
            case Map<?, ?> members when !members.isEmpty() -> {
                to.append('\n');
                appendMembers(members, indent + STEP, indent + STEP, to);
            }
            case List<?> group when !group.isEmpty() && group.getFirst() instanceof Map -> {
                to.append('\n');
                group.forEach(entry -> appendEntry((Map<?, ?>) entry, indent + STEP, to));
            }
            case null, default -> to.append(' ').append(Json.ascii(value)).append('\n'); // JSON is YAML
        }
    }

    private static void appendEntry(final Map<?, ?> entry, final String indent, final StringBuilder to) {
        if (entry.isEmpty()) {
            to.append(indent).append("- {}\n");
        } else {
            appendMembers(entry, indent + "- ", indent + STEP, to);
        }
    }

    private static String name(final String name) {
        return PLAIN_NAME.matcher(name).matches() && !WORDS.contains(name.toLowerCase(Locale.ROOT))
                ? name
                : Json.ascii(name);
    }
}

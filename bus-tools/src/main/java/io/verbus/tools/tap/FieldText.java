package io.verbus.tools.tap;

import io.verbus.tools.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Writes decoded messages as text: {@code OrderAdded side=BUY price=289.0000}. A composite and a group's entry are in
 * braces, arrays, sets and groups in brackets. A text that could be mistaken for something else is in quotes.
 */
final class FieldText {
    /** Instead of the name of a message that is not decoded. */
    private static final String NO_TEMPLATE = "?";
    private static final Pattern PLAIN = Pattern.compile("[!-~&&[^\\[\\]{}=,\"\\\\]]+");
    private static final String NULL = "null";

    private FieldText() {
    }

    static void append(final MessageContent content, final String hex, final StringBuilder to) {
        switch (content) {
            case MessageContent.Typed(String template, Map<String, Object> fields) -> {
                to.append(template);
                appendMembers(fields, true, to);
            }
            case MessageContent.Opaque(String reason, MessageHeader header) -> {
                to.append(NO_TEMPLATE).append(" reason=").append(Json.ascii(reason));
                if (header != null) {
                    appendMembers(header.object(), true, to);
                }
            }
        }
        if (hex != null) {
            to.append(" hex=").append(hex);
        }
    }

    private static void appendMembers(final Map<?, ?> members, final boolean isFollowing, final StringBuilder to) {
        boolean needsSpace = isFollowing;
        for (final Map.Entry<?, ?> member : members.entrySet()) {
            to.append(needsSpace ? " " : "").append(member.getKey()).append('=');
            appendValue(member.getValue(), to);
            needsSpace = true;
        }
    }

    private static void appendValue(final Object value, final StringBuilder to) {
        switch (value) {
            case null -> to.append(NULL);
            case BigDecimal decimal -> to.append(decimal.toPlainString());
            case Map<?, ?> members -> {
                to.append('{');
                appendMembers(members, false, to);
                to.append('}');
            }
            case List<?> elements -> {
                to.append('[');
                for (int i = 0; i < elements.size(); i++) {
                    to.append(i == 0 ? "" : " ");
                    appendValue(elements.get(i), to);
                }
                to.append(']');
            }
            case String text -> to.append(text.equals(NULL) || !PLAIN.matcher(text).matches()
                    ? Json.ascii(text)
                    : text);
            default -> to.append(value);
        }
    }
}

package io.verbus.tools.tap;

import io.verbus.BusException;
import io.verbus.matching.script.NearestWord;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A condition on a field: {@code symbol=AAPL}, {@code legs.price>=1.5}, {@code side!=null}. A message without the field
 * does not meet it. In a group, one entry has to meet it.
 */
final class FieldCondition {
    private static final Pattern FORM = Pattern.compile("\\s*([\\w.]+)\\s*(!=|<=|>=|=|<|>)\\s*(.*?)\\s*");
    private static final String NULL = "null";

    private final String[] path;
    private final String operator;
    private final String value;
    /** The value as a number; null if it is not one. */
    private final BigDecimal number;

    private FieldCondition(final String[] path, final String operator, final String value) {
        this.path = path;
        this.operator = operator;
        this.value = value;
        this.number = number(value);
    }

    /**
     * Parses a condition.
     *
     * @throws BusException if its form, its field or its value is wrong
     */
    static FieldCondition of(final String text, final FieldPaths fields) {
        final Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw refused(text, "give FIELD=VALUE, or with !=, <, >, <= or >=");
        }
        final String path = form.group(1);
        final FieldCondition condition = new FieldCondition(path.split("\\."), form.group(2), form.group(3));
        if (!fields.has(path)) {
            throw refused(text, "no message has a field " + path + ", the nearest is "
                    + NearestWord.of(path, fields.all()));
        }
        final List<String> names = fields.names(path);
        if (!names.isEmpty() && !condition.isOrder() && !condition.isNull() && !names.contains(condition.value)) {
            throw refused(text, path + " is never " + condition.value + ", the nearest is "
                    + NearestWord.of(condition.value, names));
        }
        if (fields.hasOnlyNumbers(path) && condition.number == null && !condition.isNull()) {
            throw refused(text, path + " is a number");
        }
        if (condition.isOrder() && !fields.hasNumbers(path)) {
            throw refused(text, path + " is not a number: use = or !=");
        }
        return condition;
    }

    private static BusException refused(final String text, final String reason) {
        return new BusException("invalid value for option '--where': '" + text + "': " + reason);
    }

    private boolean isOrder() {
        return operator.charAt(0) == '<' || operator.charAt(0) == '>';
    }

    private boolean isNull() {
        return value.equals(NULL);
    }

    /** Whether a message meets the condition. */
    boolean isMetBy(final MessageContent.Typed message) {
        final boolean isTemplate = path.length == 1 && path[0].equals(FieldPaths.TEMPLATE)
                && !message.fields().containsKey(FieldPaths.TEMPLATE);
        return isTemplate ? compare(message.template()) : isMetBy(message.fields(), 0);
    }

    private boolean isMetBy(final Map<?, ?> fields, final int depth) {
        if (!fields.containsKey(path[depth])) {
            return false;
        }
        final Object field = fields.get(path[depth]);
        if (depth == path.length - 1) {
            return compare(field);
        }
        return switch (field) {
            case Map<?, ?> composite -> isMetBy(composite, depth + 1);
            case List<?> group -> group.stream()
                    .anyMatch(entry -> entry instanceof Map<?, ?> members && isMetBy(members, depth + 1));
            case null, default -> false;
        };
    }

    private boolean compare(final Object field) {
        return switch (operator) {
            case "=" -> equalsValue(field);
            case "!=" -> !equalsValue(field);
            default -> field instanceof Number && number != null
                    && isInOrder(number(field.toString()).compareTo(number));
        };
    }

    private boolean isInOrder(final int order) {
        return switch (operator) {
            case "<" -> order < 0;
            case ">" -> order > 0;
            case "<=" -> order <= 0;
            default -> order >= 0;
        };
    }

    /** A set and an array equal each of their elements. */
    private boolean equalsValue(final Object field) {
        return switch (field) {
            case null -> isNull();
            case Number other -> number != null && number(other.toString()).compareTo(number) == 0;
            case List<?> elements -> elements.stream().anyMatch(this::equalsValue);
            default -> field.toString().equals(value);
        };
    }

    private static BigDecimal number(final String text) {
        try {
            return new BigDecimal(text);
        } catch (final NumberFormatException e) {
            return null;
        }
    }
}

package io.verbus.tools;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** Formats names, numbers and ids for output. */
public final class Texts {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS")
            .withZone(ZoneOffset.UTC);

    private static final DateTimeFormatter TIME_NS = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSSX")
            .withZone(ZoneOffset.UTC);

    private Texts() {
    }

    /**
     * Makes a text safe for a terminal: control characters in a name could start escape sequences.
     *
     * @param text any text
     * @return the text with each control character replaced by a question mark
     */
    public static String printable(final String text) {
        return text.codePoints().map(c -> Character.isISOControl(c) ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
    }

    /**
     * Formats a number with thousands separators.
     *
     * @param value any number
     * @return such as 1,234
     */
    public static String number(final long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /**
     * Formats a number with its unit, in the plural unless the number is 1.
     *
     * @param value any number
     * @param unit in the singular
     * @return such as 2 messages
     */
    public static String count(final long value, final String unit) {
        return number(value) + " " + unit + (value == 1 ? "" : unit.endsWith("s") ? "es" : "s");
    }

    /**
     * Formats a session or subscription id.
     *
     * @param id any id
     * @return 16 hex digits
     */
    public static String hex(final long id) {
        return HexFormat.of().toHexDigits(id);
    }

    /**
     * Formats a time.
     *
     * @param time any time
     * @return such as 2026-01-31 09:30:00.000, in UTC
     */
    public static String time(final Instant time) {
        return TIME.format(time);
    }

    /**
     * Formats a time for programs.
     *
     * @param epochNs nanoseconds UTC since 1970
     * @return such as 2026-01-31T09:30:00.000000000Z
     */
    public static String timeNs(final long epochNs) {
        return TIME_NS.format(Instant.EPOCH.plusNanos(epochNs));
    }

    /**
     * Breaks a text between words. A word that is too long stays whole, because it may be a path or a command.
     *
     * @param text without line ends; the spaces at its begin stay
     * @param indent spaces before each line but the first
     * @param width most columns of a line
     * @return lines without their ends
     */
    public static List<String> wrapped(final String text, final int indent, final int width) {
        final List<String> lines = new ArrayList<>();
        String rest = text;
        while (rest.length() > width) {
            final int begin = rest.length() - rest.stripLeading().length();
            final int before = rest.lastIndexOf(' ', width);
            final int end = before > begin ? before : rest.indexOf(' ', begin);
            if (end < 0) {
                break;
            }
            lines.add(rest.substring(0, end).stripTrailing());
            rest = " ".repeat(indent) + rest.substring(end).stripLeading();
        }
        lines.add(rest);
        return lines;
    }
}

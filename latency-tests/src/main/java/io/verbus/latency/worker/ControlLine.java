package io.verbus.latency.worker;

import io.verbus.BusException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An order or an answer, as one line of text: {@code run count=50000 lead=20000}.
 *
 * @param verb of the order or the answer
 * @param words by name, in order
 */
public record ControlLine(String verb, Map<String, String> words) {
    /** The longest valid lines have some 60. */
    private static final int MAX_WORDS = 1_000;
    /** Longest part of a line in a message. */
    private static final int MAX_QUOTED = 200;

    /**
     * A line without words.
     *
     * @param verb of it
     * @return the line
     */
    public static ControlLine of(final String verb) {
        return new ControlLine(verb, Map.of());
    }

    /**
     * Reads a line. Its verb and names have no control characters, and its values none but line breaks and tabs.
     *
     * @param text as {@link #toString()} writes it
     * @return the line
     * @throws BusException if it is malformed; the message is one printable line
     */
    public static ControlLine parse(final String text) {
        final String line = text.strip();
        if (line.codePoints().anyMatch(c -> c != '\t' && Character.isISOControl(c))) {
            throw new BusException("invalid line " + quoted(text) + ": it has control characters");
        }
        if (line.codePoints().filter(c -> c == ' ').limit(MAX_WORDS).count() == MAX_WORDS) {
            throw new BusException("invalid line " + quoted(text) + ": it has more than " + MAX_WORDS + " words");
        }
        final String[] parts = line.split(" ");
        final Map<String, String> words = new LinkedHashMap<>();
        for (int i = 1; i < parts.length; i++) {
            final int equals = parts[i].indexOf('=');
            if (equals < 1) {
                throw new BusException("invalid word " + quoted(parts[i]) + " in " + quoted(text)
                        + ": expected NAME=VALUE");
            }
            words.put(parts[i].substring(0, equals),
                    parts[i].substring(equals + 1).replace("%20", " ").replace("%0A", "\n").replace("%25", "%"));
        }
        return new ControlLine(parts[0], words);
    }

    /** A text of any origin for a message: short, and without control characters. */
    private static String quoted(final String text) {
        return '"' + oneLine(text, MAX_QUOTED) + '"';
    }

    /**
     * Makes a text of any origin printable: a terminal would interpret its control characters.
     *
     * @param text any
     * @param max longest result in characters, above 3
     * @return the text with {@code ?} for each control or formatting character, and a blank for each line break or
     *         tab; cut off if it is longer
     */
    public static String oneLine(final String text, final int max) {
        final StringBuilder line = new StringBuilder();
        text.codePoints().limit(max + 1L).forEach(c -> line.appendCodePoint(printable(c)));
        if (line.length() > max) {
            line.setLength(Character.isHighSurrogate(line.charAt(max - 4)) ? max - 4 : max - 3);
            line.append("...");
        }
        return line.toString();
    }

    private static int printable(final int character) {
        if (character == '\n' || character == '\t') {
            return ' ';
        }
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE ->
                '?';
            default -> character;
        };
    }

    /**
     * Returns the same words with another verb.
     *
     * @param newVerb of the line
     * @return the line
     */
    public ControlLine as(final String newVerb) {
        return new ControlLine(newVerb, words);
    }

    /**
     * Adds a word.
     *
     * @param name without blanks and equals signs
     * @param value any text or number
     * @return the line
     */
    public ControlLine with(final String name, final Object value) {
        final Map<String, String> more = new LinkedHashMap<>(words);
        more.put(name, value.toString());
        return new ControlLine(verb, more);
    }

    /**
     * Returns a word.
     *
     * @param name of it
     * @return its value
     * @throws BusException if it is absent
     */
    public String text(final String name) {
        if (!words.containsKey(name)) {
            throw new BusException("missing word \"" + name + "\" in " + quoted(toString()));
        }
        return words.get(name);
    }

    /**
     * Returns a word that is a whole number.
     *
     * @param name of it
     * @return its value
     * @throws BusException if it is absent or not a whole number
     */
    public long number(final String name) {
        final String text = text(name);
        try {
            return Long.parseLong(text);
        } catch (final NumberFormatException e) {
            throw new BusException("invalid word " + name + "=" + oneLine(text, MAX_QUOTED)
                    + ": expected a whole number", e);
        }
    }

    /**
     * Returns a word that is a whole number, or a default.
     *
     * @param name of it
     * @param usual the default
     * @return its value
     * @throws BusException if it is not a whole number
     */
    public long number(final String name, final long usual) {
        return words.containsKey(name) ? number(name) : usual;
    }

    /** {@return the line, without an end of line; each control character but line breaks and tabs is a {@code ?}} */
    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder(verb);
        words.forEach((name, value) -> {
            text.append(' ').append(name).append('=');
            value.codePoints().forEach(c -> append(text, c));
        });
        return text.toString();
    }

    private static void append(final StringBuilder text, final int character) {
        switch (character) {
            case '%' -> text.append("%25");
            case ' ' -> text.append("%20");
            case '\n' -> text.append("%0A");
            case '\t' -> text.append('\t');
            default -> text.appendCodePoint(Character.isISOControl(character) ? '?' : character);
        }
    }
}

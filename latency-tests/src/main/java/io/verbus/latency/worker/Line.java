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
public record Line(String verb, Map<String, String> words) {
    /**
     * A line without words.
     *
     * @param verb of it
     * @return the line
     */
    public static Line of(final String verb) {
        return new Line(verb, Map.of());
    }

    /**
     * Reads a line.
     *
     * @param text as {@link #toString()} writes it
     * @return the line
     * @throws BusException if it is malformed
     */
    public static Line parse(final String text) {
        final String[] parts = text.strip().split(" ");
        final Map<String, String> words = new LinkedHashMap<>();
        for (int i = 1; i < parts.length; i++) {
            final int equals = parts[i].indexOf('=');
            if (equals < 1) {
                throw new BusException("invalid word \"" + parts[i] + "\" in \"" + text + "\": expected NAME=VALUE");
            }
            words.put(parts[i].substring(0, equals),
                    parts[i].substring(equals + 1).replace("%20", " ").replace("%0A", "\n").replace("%25", "%"));
        }
        return new Line(parts[0], words);
    }

    /**
     * Returns the same words with another verb.
     *
     * @param newVerb of the line
     * @return the line
     */
    public Line as(final String newVerb) {
        return new Line(newVerb, words);
    }

    /**
     * Adds a word.
     *
     * @param name without blanks and equals signs
     * @param value any text or number
     * @return the line
     */
    public Line with(final String name, final Object value) {
        final Map<String, String> more = new LinkedHashMap<>(words);
        more.put(name, value.toString());
        return new Line(verb, more);
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
            throw new BusException("missing word \"" + name + "\" in \"" + this + "\"");
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
            throw new BusException("invalid word " + name + "=" + text + ": expected a whole number", e);
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

    /** {@return the line, without an end of line} */
    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder(verb);
        words.forEach((name, value) -> text.append(' ').append(name).append('=')
                .append(value.replace("%", "%25").replace(" ", "%20").replace("\n", "%0A")));
        return text.toString();
    }
}

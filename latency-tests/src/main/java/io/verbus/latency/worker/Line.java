package io.verbus.latency.worker;

import io.verbus.BusException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is said between a measurement and its processes, on one line: {@code ping count=50000 warmUp=20000}.
 *
 * @param verb what to do, or what was done
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
     * @throws BusException if it is none
     */
    public static Line parse(final String text) {
        final String[] parts = text.strip().split(" ");
        final Map<String, String> words = new LinkedHashMap<>();
        for (int i = 1; i < parts.length; i++) {
            final int equals = parts[i].indexOf('=');
            if (equals < 1) {
                throw new BusException("\"" + parts[i] + "\" in \"" + text + "\" is no NAME=VALUE");
            }
            words.put(parts[i].substring(0, equals),
                    parts[i].substring(equals + 1).replace("%20", " ").replace("%0A", "\n").replace("%25", "%"));
        }
        return new Line(parts[0], words);
    }

    /**
     * The same words with another verb.
     *
     * @param newVerb of it
     * @return the line
     */
    public Line as(final String newVerb) {
        return new Line(newVerb, words);
    }

    /**
     * With another word.
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
     * A word.
     *
     * @param name of it
     * @return its value
     * @throws BusException if there is none
     */
    public String text(final String name) {
        if (!words.containsKey(name)) {
            throw new BusException("\"" + this + "\" does not say " + name);
        }
        return words.get(name);
    }

    /**
     * A word that is a whole number.
     *
     * @param name of it
     * @return its value
     * @throws BusException if there is none, or it is no number
     */
    public long number(final String name) {
        final String text = text(name);
        try {
            return Long.parseLong(text);
        } catch (final NumberFormatException e) {
            throw new BusException(name + "=" + text + " is no whole number", e);
        }
    }

    /**
     * A word that is a whole number, or another number if there is no such word.
     *
     * @param name of it
     * @param usual when it is not there
     * @return its value
     * @throws BusException if it is no number
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

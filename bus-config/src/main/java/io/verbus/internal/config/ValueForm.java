package io.verbus.internal.config;

import io.verbus.BusException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A form of values: how they are written, parsed and shown.
 *
 * @param <T> type of the value
 * @param values valid values, in words
 * @param isList whether a list of several texts is valid too
 * @param parse parses at least one text; throws a {@link BusException} for an invalid one
 * @param show the texts of a value, which {@code parse} accepts
 */
record ValueForm<T>(String values, boolean isList, Function<List<String>, T> parse, Function<T, List<String>> show) {
    private static final int LONGEST_NAME = 124;

    private static <T> ValueForm<T> of(final String values, final Function<String, T> parse,
            final Function<T, String> show) {
        return new ValueForm<>(values, false, texts -> parse.apply(texts.getFirst()),
                value -> List.of(show.apply(value)));
    }

    /** Several texts, or one. */
    static <T> ValueForm<T> list(final String values, final Function<List<String>, T> parse,
            final Function<T, List<String>> show) {
        return new ValueForm<>(values, true, parse, show);
    }

    /** A choice of words, and possibly other texts. */
    static <T> ValueForm<T> words(final Map<String, T> words, final String others,
            final Function<String, T> parseOthers, final Function<T, String> showOthers) {
        final String values = String.join(", ", words.keySet()) + (others.isEmpty() ? "" : ", " + others);
        return of(values, text -> {
            if (words.containsKey(text)) {
                return words.get(text);
            }
            try {
                if (!others.isEmpty()) {
                    return parseOthers.apply(text);
                }
            } catch (final BusException e) {
                // the sentence below has all valid values
            }
            throw new BusException("\"" + text + "\" is not a valid value"
                    + NearestName.of(text, words.keySet()).map(nearest -> ", the nearest is \"" + nearest + "\"")
                            .orElse("")
                    + ": use " + values);
        }, value -> words.entrySet().stream().filter(word -> word.getValue().equals(value)).map(Map.Entry::getKey)
                .findFirst().orElseGet(() -> showOthers.apply(value)));
    }

    static <E extends Enum<E>> ValueForm<E> constants(final Class<E> type) {
        final Map<String, E> words = Arrays.stream(type.getEnumConstants()).collect(Collectors.toMap(
                one -> one.name().toLowerCase(Locale.ROOT).replace('_', '-'), one -> one, (one, other) -> one,
                LinkedHashMap::new));
        return words(words, "", null, null);
    }

    static ValueForm<Boolean> truth() {
        final Map<String, Boolean> words = new LinkedHashMap<>();
        words.put("true", true);
        words.put("false", false);
        return words(words, "", null, null);
    }

    static ValueForm<Integer> number(final int min, final int max) {
        final String range = min + " to " + max;
        return of(range, text -> (int) whole(text, min, max, range), String::valueOf);
    }

    /** A whole number in decimal digits; "0x10", "1e3", "1_000" and "0777" are mistakes. */
    static long whole(final String text, final long min, final long max, final String range) {
        if (!text.matches("-?(0|[1-9][0-9]{0,17})")) {
            throw new BusException("\"" + text + "\" is not a whole number in decimal digits: use " + range);
        }
        final long value = Long.parseLong(text);
        if (value < min || value > max) {
            throw new BusException(text + " is out of range: use " + range);
        }
        return value;
    }

    static ValueForm<Duration> duration(final Duration min, final Duration max) {
        final String range = Quantities.shown(min) + " to " + Quantities.shown(max);
        return of(range, text -> {
            final Duration value = Quantities.durationWithUnit(text);
            if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
                throw new BusException(text + " is out of range: use " + range);
            }
            return value;
        }, Quantities::shown);
    }

    static ValueForm<Long> size(final long min, final long max) {
        final String range = Quantities.shown(min) + " to " + Quantities.shown(max);
        return of(range, text -> size(text, min, max, range), Quantities::shown);
    }

    /** A size that fits into an int. */
    static ValueForm<Integer> intSize(final int min, final int max) {
        final String range = Quantities.shown(min) + " to " + Quantities.shown(max);
        return of(range, text -> (int) size(text, min, max, range), value -> Quantities.shown((long) value));
    }

    static ValueForm<Integer> powerOfTwo(final int min, final int max) {
        final String range = "a power of two from " + Quantities.shown(min) + " to " + Quantities.shown(max);
        return of(range, text -> {
            final long value = size(text, min, max, range);
            if (Long.bitCount(value) != 1) {
                throw new BusException(text + " is not a power of two: use " + range);
            }
            return (int) value;
        }, value -> Quantities.shown((long) value));
    }

    private static long size(final String text, final long min, final long max, final String range) {
        final long value = Quantities.bytes(text);
        if (value < min || value > max) {
            throw new BusException(text + " is out of range: use " + range);
        }
        return value;
    }

    /** A name that fits into the files of the bus. */
    static ValueForm<String> name() {
        final String range = "1 to " + LONGEST_NAME + " bytes of text";
        return of(range, text -> {
            if (text.isBlank() || text.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
                throw new BusException("\"" + text + "\" is blank or too long: use " + range);
            }
            return text;
        }, text -> text);
    }

    /** A path; a relative one starts at the folder of the configuration file. */
    static ValueForm<Path> path(final Path folder) {
        return of("a path", text -> path(folder, text), Path::toString);
    }

    static ValueForm<List<Path>> paths(final Path folder) {
        return list("a path, or a list of paths", texts -> texts.stream().map(text -> path(folder, text)).toList(),
                paths -> paths.stream().map(Path::toString).toList());
    }

    private static Path path(final Path folder, final String text) {
        if (text.isBlank() || text.startsWith("~") || text.contains("$")) {
            throw new BusException("\"" + text + "\" is not a path: write it in full, ~ and variables are not"
                    + " replaced");
        }
        try {
            return folder.resolve(text);
        } catch (final InvalidPathException e) {
            throw new BusException("\"" + text + "\" is not a path in this locale with encoding "
                    + System.getProperty("sun.jnu.encoding") + ": set LC_ALL=C.UTF-8, or use another path", e);
        }
    }
}

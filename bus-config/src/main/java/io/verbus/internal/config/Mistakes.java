package io.verbus.internal.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The mistakes found in a file. */
final class Mistakes {
    private final Path file;
    private final List<Mistake> found = new ArrayList<>();

    Mistakes(final Path file) {
        this.file = file;
    }

    /** A mistake at a line, from 1; 0 for the whole file. */
    void add(final int line, final String sentence) {
        found.add(new Mistake(line, sentence));
    }

    /** Throws an exception with all of them, if there are any. */
    void refuse() {
        if (!found.isEmpty()) {
            throw new ConfigurationException(found.stream().sorted(Comparator.comparingInt(Mistake::line))
                    .map(one -> file + (one.line == 0 ? "" : ", line " + one.line) + ": " + printable(one.sentence))
                    .toList());
        }
    }

    /** Control characters of the file could start escape sequences of a terminal. */
    private static String printable(final String text) {
        return text.codePoints().map(c -> Character.isISOControl(c) ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
    }

    private record Mistake(int line, String sentence) {}
}

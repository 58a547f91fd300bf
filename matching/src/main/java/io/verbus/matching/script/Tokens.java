package io.verbus.matching.script;

import java.util.List;
import java.util.regex.Pattern;

/** The words of a line, read from left to right. */
final class Tokens {
    private static final Pattern SPACE = Pattern.compile("[ \\t]+");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,32}");
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,19}");
    private static final int SHOWN = 40;

    private final String[] words;
    private int at;
    private Form form = Form.ANY;

    Tokens(final String line) {
        words = SPACE.split(line.strip());
    }

    /** Sets the form that messages show from now on. */
    void form(final Form newForm) {
        form = newForm;
    }

    boolean hasMore() {
        return at < words.length;
    }

    /** The next word. */
    String next(final String what) {
        if (!hasMore()) {
            throw invalid("the " + what + " is missing");
        }
        return words[at++];
    }

    /** Whether the next word is this one, which is passed over then. */
    boolean take(final String word) {
        final boolean isNext = hasMore() && words[at].equals(word);
        at += isNext ? 1 : 0;
        return isNext;
    }

    /** Requires this word. */
    void require(final String word) {
        if (!take(word)) {
            throw hasMore() ? unexpected() : invalid("\"" + word + "\" is missing");
        }
    }

    /** Requires the end of the line. */
    void end() {
        if (hasMore()) {
            throw unexpected();
        }
    }

    /** The next word, as the name of a seat or a symbol. */
    String name(final String what) {
        final String word = next(what);
        if (!NAME.matcher(word).matches()) {
            throw notA(what + " of 1 to 32 letters, digits, . _ -", word);
        }
        return word;
    }

    /** The next word, as a whole number of 64 bits. */
    long number(final String what) {
        return number(what, next(what));
    }

    /** A whole number of 64 bits. */
    long number(final String what, final String word) {
        if (WHOLE.matcher(word).matches()) {
            try {
                return Long.parseLong(word);
            } catch (final NumberFormatException e) {
                // more than 64 bits: as below
            }
        }
        throw notA(what + " of 64 bits", word);
    }

    /** The next word, as a price or amount. */
    long price(final String what) {
        return price(what, next(what));
    }

    /** A price or amount. */
    long price(final String what, final String word) {
        final Long value = Decimals.parse(word, Decimals.PLACES);
        if (value == null) {
            throw notA(what + " with at most " + Decimals.PLACES + " decimals", word);
        }
        return value;
    }

    /** The failure that a word is not of the expected kind. */
    InvalidLine notA(final String what, final String word) {
        return invalid("\"" + shown(word) + "\" is not a " + what);
    }

    /** The failure that a word is not one of the known ones. */
    InvalidLine unknown(final String what, final String word, final List<String> known) {
        return invalid("unknown " + what + " \"" + shown(word) + "\", the nearest is \""
                + NearestWord.of(shown(word), known) + "\"");
    }

    /** A failure of this line. */
    InvalidLine invalid(final String problem) {
        return new InvalidLine(problem, form);
    }

    /** Any text, made safe for a terminal and short. */
    static String shown(final String word) {
        final StringBuilder text = new StringBuilder();
        word.codePoints().limit(SHOWN).map(c -> Character.isISOControl(c) ? '?' : c).forEach(text::appendCodePoint);
        return text.length() < word.length() ? text + "..." : text.toString();
    }

    private InvalidLine unexpected() {
        return invalid("unexpected \"" + shown(words[at]) + "\"");
    }
}

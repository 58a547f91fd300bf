package io.verbus.system.house;

/** Extracts the prose of a source file: comments and string literals of Java and C, or all text of a Markdown page. */
final class Prose {
    private static final String TEXT_BLOCK = "\"\"\"";

    private final String source;
    private final StringBuilder prose = new StringBuilder();
    private int at;

    private Prose(final String source) {
        this.source = source;
    }

    /** Code of Java or C: keeps comments and string literals, replaces the rest by spaces and keeps line ends. */
    static String ofCode(final String source) {
        return new Prose(source).scan();
    }

    private String scan() {
        while (at < source.length()) {
            if (source.startsWith("//", at)) {
                keepUntil("\n", 0);
            } else if (source.startsWith("/*", at)) {
                keepUntil("*/", 2);
            } else if (source.startsWith(TEXT_BLOCK, at)) {
                keepUntil(TEXT_BLOCK, TEXT_BLOCK.length());
            } else if (source.charAt(at) == '"') {
                quoted('"', true);
            } else if (source.charAt(at) == '\'') {
                quoted('\'', false);
            } else {
                skip();
            }
        }
        return prose.toString();
    }

    private void keepUntil(final String end, final int extra) {
        final int found = source.indexOf(end, at + 2 + (extra == TEXT_BLOCK.length() ? 1 : 0));
        final int to = found < 0 ? source.length() : found + extra;
        prose.append(source, at, to);
        at = to;
    }

    private void quoted(final char quote, final boolean keep) {
        final int from = at++;
        while (at < source.length() && source.charAt(at) != quote && source.charAt(at) != '\n') {
            at += source.charAt(at) == '\\' ? 2 : 1;
        }
        at = Math.min(at + 1, source.length());
        prose.append(keep ? source.substring(from, at) : " ");
    }

    private void skip() {
        prose.append(source.charAt(at) == '\n' ? '\n' : ' ');
        at++;
    }
}

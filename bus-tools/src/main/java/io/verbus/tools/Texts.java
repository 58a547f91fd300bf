package io.verbus.tools;

/** What users have named things, made fit for where it is printed. */
public final class Texts {
    private Texts() {
    }

    /**
     * As a string of JSON.
     *
     * @param value any text
     * @return the text in quotes
     */
    public static String quoted(final String value) {
        final StringBuilder quoted = new StringBuilder("\"");
        value.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", c));
            } else {
                quoted.append((char) c);
            }
        });
        return quoted.append('"').toString();
    }

    /**
     * For a terminal, which a name might tell to do things.
     *
     * @param text any text
     * @return the text with a question mark for each control character
     */
    public static String printable(final String text) {
        return text.codePoints().map(c -> Character.isISOControl(c) ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
    }
}

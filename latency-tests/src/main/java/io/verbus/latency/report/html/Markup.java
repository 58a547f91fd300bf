package io.verbus.latency.report.html;

import java.util.ArrayDeque;
import java.util.Deque;

/** Writes elements that are HTML and well-formed XML at once; all text and attribute values are escaped. */
public final class Markup {
    private final StringBuilder out = new StringBuilder(32 * 1024);
    private final Deque<String> open = new ArrayDeque<>();

    /** Makes empty markup. */
    public Markup() {
        // the fields suffice
    }

    /**
     * Opens an element.
     *
     * @param tag of the element
     * @param attributes names and values in turn
     * @return this
     */
    public Markup open(final String tag, final String... attributes) {
        start(tag, attributes);
        out.append('>');
        open.push(tag);
        return this;
    }

    /**
     * Closes the element that was opened last.
     *
     * @return this
     */
    public Markup close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /**
     * Writes an element that contains only text.
     *
     * @param tag of the element
     * @param text content of the element
     * @param attributes names and values in turn
     * @return this
     */
    public Markup element(final String tag, final String text, final String... attributes) {
        return open(tag, attributes).text(text).close();
    }

    /**
     * Writes an empty element.
     *
     * @param tag of the element
     * @param attributes names and values in turn
     * @return this
     */
    public Markup empty(final String tag, final String... attributes) {
        start(tag, attributes);
        out.append("/>");
        return this;
    }

    /**
     * Writes text, escaped.
     *
     * @param text from any source
     * @return this
     */
    public Markup text(final String text) {
        text.codePoints().forEach(this::escaped);
        return this;
    }

    /**
     * Ends the line, so that the source is readable.
     *
     * @return this
     */
    public Markup line() {
        out.append('\n');
        return this;
    }

    /**
     * Writes markup as it is.
     *
     * @param markup never from user input
     * @return this
     */
    public Markup raw(final String markup) {
        out.append(markup);
        return this;
    }

    @Override
    public String toString() {
        assert open.isEmpty() : open;
        return out.toString();
    }

    private void start(final String tag, final String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            text(attributes[i + 1]);
            out.append('"');
        }
    }

    private void escaped(final int character) {
        switch (character) {
            case '&' -> out.append("&amp;");
            case '<' -> out.append("&lt;");
            case '>' -> out.append("&gt;");
            case '"' -> out.append("&quot;");
            case '\'' -> out.append("&#39;");
            case '\n', '\t' -> out.append((char) character);
            default -> out.appendCodePoint(hasPlaceInXml(character) ? character : '\uFFFD');
        }
    }

    /** XML 1.0, section 2.2. */
    private static boolean hasPlaceInXml(final int character) {
        return character >= ' ' && character <= 0xD7FF || character >= 0xE000 && character <= 0xFFFD
                || character >= 0x1_0000;
    }
}

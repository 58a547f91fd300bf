package io.verbus.latency.report.plot;

import io.verbus.latency.report.html.Markup;
import java.util.ArrayList;
import java.util.List;

/**
 * A plot with title, caption and names. On a page it is drawn twice, wide and narrow: the style sheet shows the fitting
 * one.
 *
 * @param what description for screen readers
 * @param caption above it; may be empty
 * @param xTitle below the horizontal axis
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param height of the wide plot, in CSS pixels
 * @param bands below the lines
 * @param lines the first is drawn above the others
 */
public record Figure(String what, String caption, String xTitle, Axis x, Axis y, int height, List<Band> bands,
        List<PlotLine> lines) {
    /** Widths for a page and for a phone. */
    private static final int WIDE = 912;
    private static final int NARROW = 360;
    private static final int NARROW_HEIGHT = 320;
    /** Longest name that fits into a narrow plot. */
    private static final int SHORT_NAME = 4;

    /**
     * Draws the plot into a page. The wide one has names at the ends of its lines. So has the narrow one if they are
     * short; else it has numbers there, and the names above.
     *
     * @param out markup of the page
     */
    public void draw(final Markup out) {
        out.open("figure");
        if (!caption.isEmpty()) {
            out.element("figcaption", caption, "class", "caption").line();
        }
        out.open("div", "class", "wide");
        new Plot(WIDE, height, x, y, longestName()).draw(out, what, xTitle, bands, lines, names());
        out.close().line().open("div", "class", "narrow");
        final boolean isShort = longestName() <= SHORT_NAME;
        final List<String> ends = isShort ? names() : legend(out);
        new Plot(NARROW, Math.min(height, NARROW_HEIGHT), x, y, isShort ? longestName() : 2)
                .draw(out, what, xTitle, bands, lines, ends);
        out.close().close().line();
    }

    /** Writes the names with numbers, which replace them at the ends of the lines. */
    private List<String> legend(final Markup out) {
        final List<String> numbers = new ArrayList<>();
        out.open("ul", "class", "legend");
        for (final PlotLine line : lines) {
            numbers.add(Integer.toString(numbers.size() + 1));
            out.open("li", "class", line.style().cssClass()).element("b", numbers.getLast()).text(" " + line.name())
                    .close();
        }
        out.close();
        return numbers;
    }

    /**
     * Returns the wide plot as a self-contained file.
     *
     * @param title above it
     * @return SVG, to be stored as UTF-8
     */
    public String svg(final String title) {
        final int head = 44;
        final Markup out = new Markup();
        out.open("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 " + WIDE + " " + (height + head),
                "width", Integer.toString(WIDE), "height", Integer.toString(height + head), "role", "img",
                "aria-label", what).line();
        out.element("style", StyleSheet.plots()).line();
        out.empty("rect", "class", "paper", "width", "100%", "height", "100%");
        out.element("text", title, "class", "title", "x", "12", "y", "26");
        out.open("g", "transform", "translate(0 " + head + ")");
        new Plot(WIDE - 12, height - 6, x, y, longestName()).inside(out, xTitle, bands, lines, names());
        return out.close().close().line().toString();
    }

    private List<String> names() {
        return lines.stream().map(PlotLine::name).toList();
    }

    private int longestName() {
        return lines.stream().mapToInt(line -> line.name().length()).max().orElse(0);
    }
}

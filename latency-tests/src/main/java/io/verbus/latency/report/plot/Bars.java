package io.verbus.latency.report.plot;

import io.verbus.latency.report.html.Markup;
import java.util.List;

/**
 * Horizontal bars, each with its name and value. They are drawn twice, wide and narrow.
 *
 * @param what description for screen readers
 * @param caption above them
 * @param bars from top to bottom
 */
public record Bars(String what, String caption, List<Bar> bars) {
    private static final int WIDE = 912;
    private static final int NARROW = 360;
    private static final int NAME = 128;
    private static final int VALUE = 84;
    private static final int THICK = 16;
    /** A shorter range is not drawn: it would only hide the bar. */
    private static final int LEAST_RANGE = 4;

    /**
     * A bar.
     *
     * @param name of the bar
     * @param style its colour
     * @param value its length
     * @param least of the values that it summarizes
     * @param most of these values
     * @param text of the value
     */
    public record Bar(String name, LineStyle style, double value, double least, double most, String text) {}

    /**
     * Draws the bars into a page.
     *
     * @param out markup of the page
     */
    public void draw(final Markup out) {
        out.open("figure").element("figcaption", caption, "class", "caption").line();
        out.open("div", "class", "wide");
        draw(out, WIDE, NAME, 26, 0);
        out.close().line().open("div", "class", "narrow");
        draw(out, NARROW, 0, 42, 15);
        out.close().close().line();
    }

    /** One bar every {@code step} pixels; {@code below}: distance of a bar below its name, 0 if beside it. */
    private void draw(final Markup out, final int width, final int left, final int step, final int below) {
        out.open("svg", "viewBox", "0 0 " + width + " " + (bars.size() * step + 4), "role", "img", "aria-label", what,
                "style", "max-width:" + width + "px");
        final double most = bars.stream().mapToDouble(bar -> Math.max(bar.value, bar.most)).max().orElse(1);
        final double scale = (width - left - VALUE) / most;
        int top = 4;
        for (final Bar bar : bars) {
            final double middle = top + below + THICK / 2.0;
            out.element("text", bar.name, "class", "name", "x", left == 0 ? "0" : Plot.number(left - 10.0), "y",
                    Plot.number(below == 0 ? middle + 4 : top + 10.0), "text-anchor", left == 0 ? "start" : "end");
            out.empty("rect", "class", "bar " + bar.style.cssClass(), "x", Integer.toString(left), "y",
                    Integer.toString(top + below), "width", Plot.number(Math.max(1, bar.value * scale)), "height",
                    Integer.toString(THICK), "rx", "2");
            final double end = left + Math.max(bar.value, bar.most) * scale;
            if ((bar.most - bar.least) * scale >= LEAST_RANGE) {
                range(out, left + bar.least * scale, left + bar.most * scale, middle);
            }
            out.element("text", bar.text, "class", "value", "x", Plot.number(end + 8), "y", Plot.number(middle + 4));
            top += step;
        }
        out.close();
    }

    private static void range(final Markup out, final double from, final double to, final double y) {
        for (final double[] ends : new double[][]{{from, y, to, y}, {from, y - 4, from, y + 4},
                {to, y - 4, to, y + 4}}) {
            out.empty("line", "class", "range", "x1", Plot.number(ends[0]), "y1", Plot.number(ends[1]), "x2",
                    Plot.number(ends[2]), "y2", Plot.number(ends[3]));
        }
    }
}

package io.verbus.latency.report;

import java.util.List;
import java.util.Locale;

/** One plot as SVG: a frame of two axes, and lines in it. Lengths are in CSS pixels at the plot's own size. */
final class Plot {
    /** Room for the labels. */
    private static final int LEFT = 58;
    private static final int RIGHT = 26;
    private static final int TOP = 10;
    private static final int BOTTOM = 44;
    /** What a character of a label takes at 12 pixels, and the least room between two labels. */
    private static final double CHARACTER = 7.2;
    private static final double LABEL_GAP = 8;

    private final int width;
    private final int height;
    private final Axis x;
    private final Axis y;

    Plot(final int width, final int height, final Axis x, final Axis y) {
        this.width = width;
        this.height = height;
        this.x = x;
        this.y = y;
    }

    /** A line of a plot: its points' values, and the class that gives it its colour. */
    record Line(String style, List<double[]> points) {}

    /** A stretch of the horizontal axis that is set off from the rest. */
    record Band(String label, double from, double to) {}

    /** Draws it. {@code what} is read out to who can't see it. */
    void draw(final Markup out, final String what, final String xTitle, final List<Band> bands,
            final List<Line> lines) {
        out.open("svg", "viewBox", "0 0 " + width + " " + height, "role", "img", "aria-label", what,
                "style", "max-width:" + width + "px");
        bands.forEach(band -> shade(out, band));
        horizontals(out);
        verticals(out);
        rule(out, LEFT, height - BOTTOM, width - RIGHT, height - BOTTOM);
        out.element("text", xTitle, "x", number((LEFT + width - RIGHT) / 2.0),
                "y", number(height - 6.0), "text-anchor", "middle");
        for (final Line line : lines) {
            out.empty("polyline", "class", line.style, "points", points(line.points));
        }
        out.close();
    }

    double left(final double value) {
        return LEFT + x.place(value) * (width - LEFT - RIGHT);
    }

    double top(final double value) {
        return height - BOTTOM - y.place(value) * (height - TOP - BOTTOM);
    }

    private void horizontals(final Markup out) {
        double lastLabel = Double.MAX_VALUE;
        for (final Axis.Tick tick : y.ticks()) {
            final double at = top(tick.value());
            rule(out, LEFT, at, width - RIGHT, at);
            if (lastLabel - at >= 2 * LABEL_GAP) {
                out.element("text", tick.label(), "x", number(LEFT - LABEL_GAP), "y", number(at + 4),
                        "text-anchor", "end");
                lastLabel = at;
            }
        }
    }

    private void verticals(final Markup out) {
        double lastEnd = 0;
        for (final Axis.Tick tick : x.ticks()) {
            final double at = left(tick.value());
            final double half = tick.label().length() * CHARACTER / 2;
            rule(out, at, TOP, at, height - BOTTOM);
            // The last label is kept inside the picture.
            final double middle = Math.min(at, width - half);
            if (middle - half >= lastEnd) {
                out.element("text", tick.label(), "x", number(middle), "y", number(height - BOTTOM + 17.0),
                        "text-anchor", "middle");
                lastEnd = middle + half + LABEL_GAP;
            }
        }
    }

    private void shade(final Markup out, final Band band) {
        final double from = left(band.from);
        final double to = left(band.to);
        out.empty("rect", "x", number(from), "y", number(TOP), "width", number(to - from),
                "height", number(height - TOP - BOTTOM));
        out.element("text", band.label, "x", number((from + to) / 2), "y", number(height - BOTTOM - LABEL_GAP),
                "text-anchor", "middle");
    }

    private static void rule(final Markup out, final double x1, final double y1, final double x2, final double y2) {
        out.empty("line", "x1", number(x1), "y1", number(y1), "x2", number(x2), "y2", number(y2));
    }

    private String points(final List<double[]> values) {
        final StringBuilder points = new StringBuilder();
        for (final double[] value : values) {
            points.append(points.isEmpty() ? "" : " ").append(number(left(value[0]))).append(',')
                    .append(number(top(value[1])));
        }
        return points.toString();
    }

    private static String number(final double value) {
        final String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}

package io.verbus.latency.report.plot;

import io.verbus.latency.report.html.Markup;
import java.util.List;
import java.util.Locale;

/** One plot as SVG: a frame of two axes, and lines in it. Lengths are in CSS pixels at the size of the plot. */
final class Plot {
    /** Room for the labels. */
    private static final int LEFT = 58;
    private static final int RIGHT = 26;
    private static final int TOP = 22;
    private static final int BOTTOM = 44;
    /** Width of a character of a label at 12 pixels, and the least distance of two labels. */
    private static final double CHARACTER = 7.2;
    private static final double LABEL_GAP = 8;
    /** Names are bold. */
    private static final double NAME_CHARACTER = 8;
    /** From the end of a line to its name, and from one name to the next. */
    private static final int LEADER = 16;
    private static final double NAME_GAP = 14;
    /** A point that is nearer to the previous one is left out: it would not be visible. */
    private static final double NEAR = 0.5;

    private final int width;
    private final int height;
    private final Axis x;
    private final Axis y;
    private final int right;

    /** A plot with room at the right for names of at most so many characters; 0: no names. */
    Plot(final int width, final int height, final Axis x, final Axis y, final int nameLength) {
        this.width = width;
        this.height = height;
        this.x = x;
        this.y = y;
        right = width - (nameLength == 0 ? RIGHT : (int) (LEADER + 6 + nameLength * NAME_CHARACTER));
    }

    /** Draws the plot. {@code what} is for screen readers; {@code names} are at the ends of the lines. */
    void draw(final Markup out, final String what, final String xTitle, final List<Band> bands,
            final List<PlotLine> lines, final List<String> names) {
        out.open("svg", "viewBox", "0 0 " + width + " " + height, "role", "img", "aria-label", what,
                "style", "max-width:" + width + "px");
        inside(out, xTitle, bands, lines, names);
        out.close();
    }

    /** Writes the content of the SVG element. */
    void inside(final Markup out, final String xTitle, final List<Band> bands, final List<PlotLine> lines,
            final List<String> names) {
        bands.forEach(band -> shade(out, band));
        horizontals(out);
        verticals(out);
        rule(out, LEFT, height - BOTTOM, right, height - BOTTOM);
        out.element("text", xTitle, "x", number((LEFT + right) / 2.0),
                "y", number(height - 6.0), "text-anchor", "middle");
        // the first line is the main one: it is drawn last, above the others
        for (final PlotLine line : lines.reversed()) {
            out.empty("polyline", "class", line.style().cssClass(), "points", points(line.points()));
            marks(out, line);
        }
        names(out, lines, names);
    }

    double left(final double value) {
        return LEFT + x.place(value) * (right - LEFT);
    }

    double top(final double value) {
        return height - BOTTOM - y.place(value) * (height - TOP - BOTTOM);
    }

    private void horizontals(final Markup out) {
        double lastLabel = Double.MAX_VALUE;
        for (final Axis.Tick tick : y.ticks()) {
            final double at = top(tick.value());
            rule(out, LEFT, at, right, at);
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
            // the last label stays inside the picture
            final double middle = Math.min(at, width - half);
            if (middle - half >= lastEnd) {
                out.element("text", tick.label(), "x", number(middle), "y", number(height - BOTTOM + 17.0),
                        "text-anchor", "middle");
                lastEnd = middle + half + LABEL_GAP;
            }
        }
    }

    private void shade(final Markup out, final Band band) {
        final double from = left(band.from());
        final double to = left(band.to());
        out.empty("rect", "x", number(from), "y", number(TOP), "width", number(to - from),
                "height", number(height - TOP - BOTTOM));
        out.element("text", band.label(), "x", number((from + to) / 2), "y", number(TOP - LABEL_GAP),
                "text-anchor", "middle");
    }

    private void marks(final Markup out, final PlotLine line) {
        final StringBuilder path = new StringBuilder();
        for (final double[] mark : line.marks()) {
            path.append(line.style().outline(left(mark[0]), top(mark[1])));
        }
        if (!path.isEmpty()) {
            out.empty("path", "class", "mark " + line.style().cssClass(), "d", path.toString());
        }
    }

    private void names(final Markup out, final List<PlotLine> lines, final List<String> names) {
        if (names.isEmpty()) {
            return;
        }
        final double[] ends = lines.stream()
                .mapToDouble(line -> line.points().isEmpty() ? TOP : top(line.points().getLast()[1])).toArray();
        final double[] places = EndLabels.place(ends, NAME_GAP, TOP, height - BOTTOM);
        for (int i = 0; i < names.size(); i++) {
            final PlotLine line = lines.get(i);
            if (!line.points().isEmpty()) {
                out.empty("polyline", "class", "leader " + line.style().cssClass(), "points",
                        number(left(line.points().getLast()[0])) + ',' + number(ends[i]) + ' ' + number(right + 3)
                                + ',' + number(ends[i]) + ' ' + number(right + LEADER) + ',' + number(places[i]));
                out.element("text", names.get(i), "class", "name " + line.style().cssClass(), "x",
                        number(right + LEADER + 3), "y", number(places[i] + 4));
            }
        }
    }

    private static void rule(final Markup out, final double x1, final double y1, final double x2, final double y2) {
        out.empty("line", "x1", number(x1), "y1", number(y1), "x2", number(x2), "y2", number(y2));
    }

    private String points(final List<double[]> values) {
        final StringBuilder points = new StringBuilder();
        double lastLeft = Double.NEGATIVE_INFINITY;
        double lastTop = 0;
        for (int i = 0; i < values.size(); i++) {
            final double left = left(values.get(i)[0]);
            final double top = top(values.get(i)[1]);
            if (Math.hypot(left - lastLeft, top - lastTop) >= NEAR || i == values.size() - 1) {
                points.append(points.isEmpty() ? "" : " ").append(number(left)).append(',').append(number(top));
                lastLeft = left;
                lastTop = top;
            }
        }
        return points.toString();
    }

    static String number(final double value) {
        final String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}

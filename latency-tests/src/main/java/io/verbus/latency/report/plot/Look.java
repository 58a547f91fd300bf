package io.verbus.latency.report.plot;

/**
 * How a line is drawn: the style sheet gives colour and dashes, the mark is a shape of its own.
 *
 * @param style class of the style sheet
 * @param mark 0 or more; shapes repeat
 */
public record Look(String style, int mark) {
    /** Lines that the style sheet tells apart. */
    public static final int COUNT = 12;

    /** Of what is drawn behind the lines, to compare with. */
    public static final Look BESIDE = new Look("beside", 0);

    /**
     * One of the looks; further ones come again from the first.
     *
     * @param index 0 or more
     * @return the look
     */
    public static Look of(final int index) {
        return new Look("line" + index % COUNT, index);
    }

    /** The mark's outline around a point, closed, as path data. */
    String outline(final double x, final double y) {
        final double[][] corners = switch (mark % 5) {
            case 0 -> new double[][]{{-3, -3}, {3, -3}, {3, 3}, {-3, 3}};
            case 1 -> new double[][]{{0, -4.4}, {4.2, 3}, {-4.2, 3}};
            case 2 -> new double[][]{{0, -4.4}, {4.4, 0}, {0, 4.4}, {-4.4, 0}};
            case 3 -> new double[][]{{-4.2, -3}, {4.2, -3}, {0, 4.4}};
            default -> new double[][]{{-1.6, -3.6}, {1.6, -3.6}, {3.6, -1.6}, {3.6, 1.6}, {1.6, 3.6}, {-1.6, 3.6},
                    {-3.6, 1.6}, {-3.6, -1.6}};
        };
        final StringBuilder path = new StringBuilder();
        for (final double[] corner : corners) {
            path.append(path.isEmpty() ? 'M' : 'L').append(Plot.number(x + corner[0])).append(' ')
                    .append(Plot.number(y + corner[1]));
        }
        return path.append('Z').toString();
    }
}

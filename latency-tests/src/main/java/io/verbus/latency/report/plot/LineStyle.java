package io.verbus.latency.report.plot;

/**
 * The style of a line: colour and dashes are from the style sheet, the mark is a shape.
 *
 * @param cssClass class of the style sheet
 * @param mark 0 or more; shapes repeat
 */
public record LineStyle(String cssClass, int mark) {
    /** Number of different lines in the style sheet. */
    public static final int COUNT = 15;

    /**
     * Returns a style; after the last the first follows.
     *
     * @param index 0 or more
     * @return the style
     */
    public static LineStyle of(final int index) {
        return new LineStyle("line" + index % COUNT, index);
    }

    /** The closed outline of the mark around a point, as path data. */
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

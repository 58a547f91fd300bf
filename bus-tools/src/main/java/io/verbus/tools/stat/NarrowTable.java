package io.verbus.tools.stat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A table that fits into a number of columns: its texts are cut at the right end if they are too long. */
final class NarrowTable {
    private static final int SHORTEST_TEXT = 4;
    private static final String CUT = "~";

    private NarrowTable() {
    }

    /**
     * Writes a table.
     *
     * @param width columns of the terminal
     * @param cut number of first columns with texts that may be cut, flush left
     * @param texts number of first columns that are flush left
     * @param rows heads, then cells, one for each column
     * @return lines, each with its end; longer than the width only if uncut columns are
     */
    static String text(final int width, final int cut, final int texts, final List<List<String>> rows) {
        final int[] widths = new int[rows.getFirst().size()];
        rows.forEach(row -> Arrays.setAll(widths, i -> Math.max(widths[i], row.get(i).length())));
        final int separators = widths.length - 1;
        final int between = Arrays.stream(widths).sum() + 2 * separators <= width ? 2 : 1;
        int excess = Arrays.stream(widths).sum() + between * separators - width;
        while (excess > 0) {
            final int longest = longest(widths, cut);
            if (widths[longest] <= SHORTEST_TEXT) {
                break;
            }
            widths[longest]--;
            excess--;
        }
        final StringBuilder text = new StringBuilder();
        rows.forEach(row -> text.append(line(row, widths, texts, between)).append('\n'));
        return text.toString();
    }

    private static int longest(final int[] widths, final int cut) {
        int longest = 0;
        for (int i = 1; i < cut; i++) {
            longest = widths[i] > widths[longest] ? i : longest;
        }
        return longest;
    }

    private static String line(final List<String> row, final int[] widths, final int texts, final int between) {
        final List<String> cells = new ArrayList<>();
        for (int i = 0; i < widths.length; i++) {
            final String cell = row.get(i).length() <= widths[i]
                    ? row.get(i)
                    : row.get(i).substring(0, widths[i] - CUT.length()) + CUT;
            cells.add(String.format(Locale.ROOT, (i < texts ? "%-" : "%") + widths[i] + "s", cell));
        }
        return String.join(" ".repeat(between), cells).stripTrailing();
    }
}

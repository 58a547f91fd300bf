package io.verbus.internal.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * Finds the known name that a wrong one may stand for: that with the fewest letters inserted, removed,
 * changed, or swapped with the next.
 */
public final class NearestName {
    private NearestName() {
    }

    /**
     * The nearest name.
     *
     * @param name that is wrong
     * @param known names that are right
     * @return empty if more than a third of the letters of each differ; the first one of equally near names
     */
    public static Optional<String> of(final String name, final Collection<String> known) {
        return known.stream().min(Comparator.comparingInt(one -> distance(name, one)))
                .filter(nearest -> 3 * distance(name, nearest) <= nearest.length());
    }

    /** The optimal string alignment distance. */
    private static int distance(final String one, final String other) {
        final int[][] rows = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                rows[i][j] = i == 0 || j == 0 ? i + j : least(rows, one, other, i, j);
            }
        }
        return rows[one.length()][other.length()];
    }

    private static int least(final int[][] rows, final String one, final String other, final int i, final int j) {
        final char letter = one.charAt(i - 1);
        final int changed = rows[i - 1][j - 1] + (letter == other.charAt(j - 1) ? 0 : 1);
        final int least = Math.min(changed, 1 + Math.min(rows[i - 1][j], rows[i][j - 1]));
        final boolean isSwapped = i > 1 && j > 1 && letter == other.charAt(j - 2)
                && one.charAt(i - 2) == other.charAt(j - 1);
        return isSwapped ? Math.min(least, rows[i - 2][j - 2] + 1) : least;
    }
}

package io.verbus.internal.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known name that a wrong one may stand for: that with the fewest inserted, removed and changed letters. */
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

    private static int distance(final String one, final String other) {
        int[] previous = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            final int[] current = new int[other.length() + 1];
            current[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                final int changed = previous[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(changed, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[other.length()];
    }
}

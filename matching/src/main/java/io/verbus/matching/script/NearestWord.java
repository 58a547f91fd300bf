package io.verbus.matching.script;

import java.util.Comparator;
import java.util.List;

/** Finds the known word that is nearest to a wrong one: that with the fewest inserted, removed and changed letters. */
public final class NearestWord {
    private NearestWord() {
    }

    /**
     * Finds a word.
     *
     * @param word a wrong word
     * @param known words; at least one
     * @return the nearest of the known words; the first of several
     */
    public static String of(final String word, final List<String> known) {
        return known.stream().min(Comparator.comparingInt(one -> distance(word, one))).orElseThrow();
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

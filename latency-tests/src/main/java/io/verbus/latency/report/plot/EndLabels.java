package io.verbus.latency.report.plot;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Puts names beside the ends of lines: each as near to its end as the others leave room for. */
final class EndLabels {
    private EndLabels() {
    }

    /**
     * Finds the places: from the top down, each below the one before; what then hangs over the bottom moves up.
     *
     * @param wanted heights, in any order
     * @param gap the least distance between two
     * @param top the least height
     * @param bottom the greatest; it holds where there is room for all
     * @return a height for each, in the order given
     */
    static double[] place(final double[] wanted, final double gap, final double top, final double bottom) {
        final List<Integer> order = IntStream.range(0, wanted.length).boxed()
                .sorted(Comparator.comparingDouble(i -> wanted[i])).toList();
        final double[] places = new double[wanted.length];
        double free = top;
        for (final int i : order) {
            places[i] = Math.max(free, wanted[i]);
            free = places[i] + gap;
        }
        double end = Math.max(bottom, top + (wanted.length - 1) * gap);
        for (final int i : order.reversed()) {
            places[i] = Math.min(end, places[i]);
            end = places[i] - gap;
        }
        return places;
    }
}

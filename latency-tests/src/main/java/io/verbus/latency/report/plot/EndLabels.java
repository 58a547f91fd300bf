package io.verbus.latency.report.plot;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/** Places names beside the ends of lines, each as near to its end as the others permit. */
final class EndLabels {
    private EndLabels() {
    }

    /** Names that touch each other: their number, and the best place of the first. */
    private record Block(int size, double first) {
        Block and(final Block below, final double gap) {
            final int all = size + below.size;
            return new Block(all, (first * size + (below.first - size * gap) * below.size) / all);
        }

        boolean touches(final Block below, final double gap) {
            return first + size * gap > below.first;
        }

        Block inside(final double top, final double bottom, final double gap) {
            return new Block(size, Math.max(top, Math.min(first, bottom - (size - 1) * gap)));
        }
    }

    /**
     * Finds the places. Names that would touch become a block, at the place where its names are nearest to their ends.
     *
     * @param wanted heights, in any order
     * @param gap the least distance between two
     * @param top the least height
     * @param bottom the greatest, kept if there is room for all
     * @return a height for each, in the order given
     */
    static double[] place(final double[] wanted, final double gap, final double top, final double bottom) {
        final List<Integer> order = IntStream.range(0, wanted.length).boxed()
                .sorted(Comparator.comparingDouble(i -> wanted[i])).toList();
        final Deque<Block> blocks = new ArrayDeque<>();
        for (final int i : order) {
            Block block = new Block(1, wanted[i]).inside(top, bottom, gap);
            while (!blocks.isEmpty() && blocks.peekLast().touches(block, gap)) {
                block = blocks.removeLast().and(block, gap).inside(top, bottom, gap);
            }
            blocks.addLast(block);
        }
        final double[] places = new double[wanted.length];
        int next = 0;
        for (final Block block : blocks) {
            for (int i = 0; i < block.size; i++) {
                places[order.get(next++)] = block.first + i * gap;
            }
        }
        return places;
    }
}

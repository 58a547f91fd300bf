package io.verbus.marketdata.generator;

import java.util.function.IntToDoubleFunction;

/** Draws a weighted random index in constant time (Walker's alias method, built with Vose's algorithm). */
final class AliasTable {
    private final int[] threshold;
    private final int[] alias;

    AliasTable(final int size, final IntToDoubleFunction weight) {
        threshold = new int[size];
        alias = new int[size];
        final double[] scaled = new double[size];
        double sum = 0;
        for (int i = 0; i < size; i++) {
            scaled[i] = weight.applyAsDouble(i);
            sum += scaled[i];
        }
        final int[] small = new int[size];
        final int[] large = new int[size];
        int smalls = 0;
        int larges = 0;
        for (int i = 0; i < size; i++) {
            scaled[i] *= size / sum;
            if (scaled[i] < 1) {
                small[smalls++] = i;
            } else {
                large[larges++] = i;
            }
        }
        while (smalls > 0 && larges > 0) {
            final int poor = small[--smalls];
            final int rich = large[larges - 1];
            threshold[poor] = (int) (scaled[poor] * Integer.MAX_VALUE);
            alias[poor] = rich;
            scaled[rich] -= 1 - scaled[poor];
            if (scaled[rich] < 1) {
                small[smalls++] = rich;
                larges--;
            }
        }
        keepWhole(small, smalls);
        keepWhole(large, larges);
    }

    int draw(final SplitMix random) {
        final int index = random.below(threshold.length);
        return (int) (random.next() >>> 33) < threshold[index] ? index : alias[index];
    }

    /** The remaining entries have a weight of 1, apart from rounding. */
    private void keepWhole(final int[] rest, final int count) {
        for (int i = 0; i < count; i++) {
            threshold[rest[i]] = Integer.MAX_VALUE;
            alias[rest[i]] = rest[i];
        }
    }
}

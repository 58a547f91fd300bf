package io.verbus.latency.report.plot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EndLabelsTest {
    private static final double EXACT = 1e-9;

    @Test
    void distantNamesStayAtTheirLines() {
        assertArrayEquals(new double[]{80, 20, 50}, EndLabels.place(new double[]{80, 20, 50}, 10, 0, 100), EXACT);
    }

    @Test
    void namesSpreadAroundASharedPlace() {
        assertArrayEquals(new double[]{40, 50, 60}, EndLabels.place(new double[]{50, 50, 50}, 10, 0, 100), EXACT);
    }

    @Test
    void namesStayInside() {
        assertArrayEquals(new double[]{0, 10}, EndLabels.place(new double[]{0, 1}, 10, 0, 100), EXACT);
        assertArrayEquals(new double[]{100, 90}, EndLabels.place(new double[]{100, 99}, 10, 0, 100), EXACT);
    }

    @Test
    void namesNeverTouch() {
        final SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 1_000; i++) {
            final double[] wanted = random.doubles(12, 0, 200).toArray();
            final double[] places = EndLabels.place(wanted, 14, 0, 200);
            final double[] sorted = Arrays.stream(places).sorted().toArray();
            for (int name = 1; name < sorted.length; name++) {
                assertTrue(sorted[name] - sorted[name - 1] >= 14 - EXACT, Arrays.toString(wanted));
            }
            assertTrue(sorted[0] >= -EXACT && sorted[11] <= 200 + EXACT, Arrays.toString(wanted));
        }
    }
}

package io.verbus.latency.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementTest {
    @ParameterizedTest
    @CsvSource({"60, 70, one-core", "130, 140, near", "570, 800, far", "570, 2000, changed", "130, 575, changed",
            "575, 60, changed",
            "120, 190, changed",
            "NaN, NaN, unknown"})
    void placementIsKnownIfEqualBeforeAndAfter(final double beforeNs, final double afterNs, final String label) {
        assertEquals(label, Placement.between(beforeNs, afterNs).label());
    }
}

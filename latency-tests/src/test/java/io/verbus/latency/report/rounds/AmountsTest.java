package io.verbus.latency.report.rounds;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
    @ParameterizedTest
    @CsvSource({"312_400_000, 312 M/s", "4_500_000, 4.50 M/s", "999_600, 1.00 M/s", "80_040, 80.0 k/s", "512, 512/s",
            "1_000, 1.00 k/s"})
    void ratesHaveThreeDigits(final String perSecond, final String text) {
        assertEquals(text, Amounts.perSecond(Double.parseDouble(perSecond.replace("_", ""))));
    }

    @ParameterizedTest
    @CsvSource({"10000, 10 k/s", "2000000, 2 M/s", "2500000, 2.5 M/s", "500, 500/s"})
    void roundRatesHaveNoMoreThanTheyNeed(final double perSecond, final String text) {
        assertEquals(text, Amounts.roundPerSecond(perSecond));
    }

    @ParameterizedTest
    @CsvSource({"1, ×1.00", "0.999, ×1.00", "1.049, ×1.05", "0.87, ×0.87", "12.34, ×12.3", "410.4, ×410",
            "0.0026, ×0.0026", "0.0252, ×0.025", "0.1, ×0.10", "9.999, ×10.0"})
    void smallRatiosStandUpsideDown(final double ratio, final String text) {
        assertEquals(text, Amounts.times(ratio));
    }
}

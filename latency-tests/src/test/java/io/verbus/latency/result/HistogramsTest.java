package io.verbus.latency.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.BusException;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class HistogramsTest {
    @Test
    void textIsReadBack() {
        final Histogram histogram = new Histogram(3);
        for (int ns = 1; ns < 100_000; ns += 7) {
            histogram.recordValue(ns);
        }
        final String text = Histograms.text(histogram);
        assertEquals(histogram, Histograms.parse(text));
        assertEquals(1, text.split("[ =\n]").length);
    }

    @Test
    void malformedTextIsRefused() {
        assertThrows(BusException.class, () -> Histograms.parse("AAAA"));
        assertThrows(BusException.class, () -> Histograms.parse("!"));
    }
}

package io.verbus.sample.publisher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.BusException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CapacityTest {
    @Test
    void sizesAreParsed() {
        assertEquals(65_536, Capacity.parse("65536"));
        assertEquals(65_536, Capacity.parse("64k"));
        assertEquals(64 << 20, Capacity.parse("64M"));
        assertEquals(1 << 30, Capacity.parse("1g"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "M", "0", "-1", "2g", "64MB", "1.5g", "99999999999"})
    void invalidOrTooLargeSizesAreRefused(final String text) {
        assertEquals("--capacity " + text + " is not a size up to 1G: write it as 67108864 or 64M",
                assertThrows(BusException.class, () -> Capacity.parse(text)).getMessage());
    }
}

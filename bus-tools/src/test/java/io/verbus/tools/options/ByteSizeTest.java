package io.verbus.tools.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ByteSizeTest {
    private final ByteSize.Converter converter = new ByteSize.Converter();

    @Test
    void sizesAreParsed() {
        assertEquals(65_536, converter.convert("65536").bytes());
        assertEquals(65_536, converter.convert("64k").bytes());
        assertEquals(64 << 20, converter.convert("64M").bytes());
        assertEquals(1L << 40, converter.convert("1t").bytes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "M", "0", "-1", "64MB", "1.5g", "9999999999999"})
    void invalidSizesAreRefused(final String text) {
        assertEquals("'" + text + "' is not a size: write it as 67108864, 64M or 2G",
                assertThrows(TypeConversionException.class, () -> converter.convert(text)).getMessage());
    }
}

package io.verbus.tools.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {
    private final ITypeConverter<Duration> converter = new DurationConverter();
    private final ITypeConverter<Duration> withUnit = new DurationConverter.WithUnit();

    @ParameterizedTest
    @CsvSource({"0, 0", "5, 5", "0.5, 0.5", ".25, 0.25", "50ms, 0.05", "1.5s, 1.5", "30m, 1800", "12h, 43200",
            "7d, 604800", "9999999999d, 2147483647"})
    void numberWithoutUnitCountsSeconds(final String text, final String seconds) throws Exception {
        assertEquals(seconds, DurationConverter.seconds(converter.convert(text)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "5.", "-1", "s", "1e3", "NaN", "5 s", "5w", "12345678901"})
    void otherTextIsRefused(final String text) {
        assertRefused(text, converter);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "0.5", "0s", ""})
    void ageNeedsAUnit(final String text) {
        assertRefused(text, withUnit);
    }

    @Test
    void ageWithUnitIsAccepted() throws Exception {
        assertEquals(Duration.ofDays(7), withUnit.convert("7d"));
    }

    private static void assertRefused(final String text, final ITypeConverter<Duration> converter) {
        assertEquals("'" + text + "' is not a duration: use 50ms, 90s, 30m, 12h or 7d",
                assertThrows(TypeConversionException.class, () -> converter.convert(text)).getMessage());
    }
}

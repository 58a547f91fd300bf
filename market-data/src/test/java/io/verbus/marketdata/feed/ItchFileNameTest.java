package io.verbus.marketdata.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ItchFileNameTest {
    @ParameterizedTest
    @CsvSource({"2019-12-30, 2019-12-30,", "20191230, 2019-12-30,", "12302019.NASDAQ_ITCH50.gz, 2019-12-30, XNAS",
            "totalview-2019-12-30-0304.gz, 2019-12-30,", "data_20191230.itch, 2019-12-30,",
            "99999999-12302019, 2019-12-30,", "20190231_20191230, 2019-12-30,",
            "20191030.BX_ITCH_50, 2019-10-30, XBOS", "20191030.BX_ITCH_50.gz, 2019-10-30, XBOS",
            "20190830.PSX_ITCH_50.gz, 2019-08-30, XPSX", "S050624-v50.txt.gz, 2024-05-06,",
            "S030220-v50-bx.txt.gz, 2020-03-02, XBOS", "S081321-v50-psx.txt, 2021-08-13, XPSX",
            "full-S050624-v50.txt, 2024-05-06,", "nasdaq-2019-12-30.itch, 2019-12-30, XNAS"})
    void dayAndVenueAreFound(final String name, final LocalDate day, final String venue) {
        assertEquals(new ItchFileName(day, venue), ItchFileName.of(Path.of("/data/bx/20200101", name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"session.itch", "120191230", "201912301", "2019-1230", "20193012", "30122019", "00000000",
            "S130624-v50", "S050624", "050624-v50", "XS050624-v50", "S0506241-v50", "bxl.itch", "npsx"})
    void otherNamesContainNeither(final String name) {
        assertNull(ItchFileName.of(Path.of(name)).day());
        assertNull(ItchFileName.of(Path.of(name)).venue());
    }
}

package io.verbus.latency.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
    @Test
    void namesAreLeftAlignedAndNumbersRightAligned() {
        final List<List<String>> rows = List.of(List.of("NAME", "N"), List.of("a", "1,000"), List.of("longer", "1"));
        assertEquals("""
                NAME        N
                a       1,000
                longer      1
                """, TextTable.text(1, rows));
        assertEquals("""
                title
                  NAME        N
                  a       1,000
                  longer      1
                """, TextTable.text(new Report.Table("title", rows.getFirst(), rows.subList(1, 3))));
    }

    @Test
    void noLineEndsInBlanks() {
        assertEquals("a  b\nc\n", TextTable.text(2, List.of(List.of("a", "b"), List.of("c", ""))));
    }
}

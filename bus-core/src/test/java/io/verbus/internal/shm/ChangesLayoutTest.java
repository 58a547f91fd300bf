package io.verbus.internal.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.Diagram;
import io.verbus.support.Diagram.Field;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChangesLayoutTest {
    @Test
    void diagramAgreesWithOffsets() {
        final Map<String, Field> expected = new LinkedHashMap<>();
        expected.put("magic", new Field(ChangesLayout.MAGIC_OFFSET, Long.BYTES));
        expected.put("layout version", new Field(ChangesLayout.VERSION_OFFSET, Integer.BYTES));
        expected.put("counts of changes", new Field(ChangesLayout.COUNTS_OFFSET, ChangesLayout.COUNTS * Long.BYTES));
        expected.put("end", new Field(ChangesLayout.LENGTH, 0));

        assertEquals(expected, Diagram.of(ChangesLayout.class));
        assertEquals("", Diagram.overlaps(expected));
    }
}

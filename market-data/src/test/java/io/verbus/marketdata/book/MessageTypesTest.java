package io.verbus.marketdata.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

final class MessageTypesTest {
    @Test
    void namesEqualThoseOfTheSchemas() throws ReflectiveOperationException {
        int known = 0;
        for (int type = 1; type < MessageTypes.count(); type++) {
            if (MessageTypes.isKnown(type)) {
                final boolean isCommon = type < 32;
                final Class<?> decoder = Class.forName("io.verbus.codec." + (isCommon ? "marketdata." : "nasdaq.")
                        + MessageTypes.name(type) + "Decoder");
                final int templateId = decoder.getField("TEMPLATE_ID").getInt(null);
                assertEquals(type, MessageTypes.of(decoder.getField("SCHEMA_ID").getInt(null), templateId));
                assertEquals(isCommon ? type : type - 32, templateId, MessageTypes.name(type));
                known++;
            }
        }
        assertEquals(22 + 10, known);
    }

    @Test
    void idsOutsideTheSchemasAreUnknown() {
        for (final int type : new int[]{0, -1, 9, 27, 31, 32, MessageTypes.count()}) {
            assertFalse(MessageTypes.isKnown(type), "type " + type);
        }
        assertEquals(MessageTypes.UNKNOWN, MessageTypes.of(3, 33));
        assertEquals(MessageTypes.UNKNOWN, MessageTypes.of(4, 11));
        assertEquals(MessageTypes.UNKNOWN, MessageTypes.of(4, 0));
        assertEquals(MessageTypes.UNKNOWN, MessageTypes.of(1, 16));
    }
}

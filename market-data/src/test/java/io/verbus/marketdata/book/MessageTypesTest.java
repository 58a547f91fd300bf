package io.verbus.marketdata.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

final class MessageTypesTest {
    @Test
    void namesEqualThoseOfSchema() throws ReflectiveOperationException {
        for (int id = 1; id < MessageTypes.count(); id++) {
            final Class<?> decoder = Class.forName("io.verbus.codec.marketdata." + MessageTypes.name(id) + "Decoder");
            assertEquals(id, decoder.getField("TEMPLATE_ID").getInt(null), MessageTypes.name(id));
        }
    }

    @Test
    void idsOutsideSchemaAreUnknown() {
        assertFalse(MessageTypes.isKnown(0));
        assertFalse(MessageTypes.isKnown(-1));
        assertFalse(MessageTypes.isKnown(MessageTypes.count()));
    }
}

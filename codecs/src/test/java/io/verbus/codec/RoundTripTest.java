package io.verbus.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.codec.marketdata.MessageHeaderEncoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import uk.co.real_logic.sbe.xml.Field;
import uk.co.real_logic.sbe.xml.Message;

/** Each field of each message, at its limits, through the generated codecs. */
class RoundTripTest {
    private static final int TEMPLATE_ID = 2;

    @TestFactory
    Stream<DynamicTest> marketDataIsReadAsWritten() throws Exception {
        return messages("/market-data.xml");
    }

    @TestFactory
    Stream<DynamicTest> ordersAreReadAsWritten() throws Exception {
        return messages("/orders.xml");
    }

    private static Stream<DynamicTest> messages(final String schema) throws Exception {
        final String codecs = Schemas.read(schema).packageName();
        return Schemas.messages(schema).stream().map(message -> DynamicTest.dynamicTest(message.name(),
                () -> tryEveryFieldAtItsLimits(new FieldAccess(codecs, message), message)));
    }

    /**
     * Sets each field to each of its values while all others keep their first, so an overlap of two fields is detected.
     */
    private static void tryEveryFieldAtItsLimits(final FieldAccess access, final Message message) throws Exception {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[MessageHeaderEncoder.ENCODED_LENGTH
                + message.blockLength()]);
        access.wrap(buffer);
        assertEquals(message.id(), buffer.getShort(TEMPLATE_ID));

        final Map<String, Object> expected = new LinkedHashMap<>();
        for (final Field field : message.fields()) {
            final Object first = access.values(field).getFirst();
            access.set(field, first);
            expected.put(field.name(), first);
        }
        for (final Field field : message.fields()) {
            for (final Object value : access.values(field)) {
                access.set(field, value);
                expected.put(field.name(), value);
                assertEquals(expected, access.read());
            }
        }
    }
}

package io.verbus.codec.marketdata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import uk.co.real_logic.sbe.xml.Field;
import uk.co.real_logic.sbe.xml.Message;

class RoundTripTest {
    @TestFactory
    Stream<DynamicTest> shouldReadWhatWasWrittenAndNothingElse() throws Exception {
        return Schemas.messages("/market-data.xml").stream()
                .map(message -> DynamicTest.dynamicTest(message.name(), () -> tryEveryFieldAtItsLimits(message)));
    }

    /**
     * Sets each field to each of its values while all others keep their first, so an overlap of two fields is detected.
     */
    private static void tryEveryFieldAtItsLimits(final Message message) throws Exception {
        final FieldAccess access = new FieldAccess(message);
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        access.wrap(new UnsafeBuffer(new byte[MessageHeaderEncoder.ENCODED_LENGTH + message.blockLength()]), header);
        assertEquals(message.id(), header.wrap(header.buffer(), 0).templateId());

        final Map<String, Object> expected = new LinkedHashMap<>();
        for (final Field field : message.fields()) {
            final Object first = FieldAccess.values(field).getFirst();
            access.set(field, first);
            expected.put(field.name(), first);
        }
        for (final Field field : message.fields()) {
            for (final Object value : FieldAccess.values(field)) {
                access.set(field, value);
                expected.put(field.name(), value);
                assertEquals(expected, access.read());
            }
        }
    }
}

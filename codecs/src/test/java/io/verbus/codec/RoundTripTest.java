package io.verbus.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.codec.marketdata.InstrumentDecoder;
import io.verbus.codec.marketdata.InstrumentEncoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.Side;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
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
    Stream<DynamicTest> nasdaqIsReadAsWritten() throws Exception {
        return messages("/nasdaq.xml");
    }

    @Test
    void legsAndSymbolOfAnInstrumentAreReadAsWritten() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
        final String symbol = "BRENT 1:2:1 \u00b5";
        final InstrumentEncoder written = new InstrumentEncoder().wrapAndApplyHeader(buffer, 0,
                new MessageHeaderEncoder()).instrumentId(7);
        written.legsCount(2).next().instrumentId(8).ratio(-2).side(Side.BUY).next().instrumentId(9).ratio(1)
                .side(Side.SELL);
        written.symbol(symbol);

        final InstrumentDecoder read = new InstrumentDecoder().wrapAndApplyHeader(buffer, 0,
                new MessageHeaderDecoder());
        final List<String> legs = new ArrayList<>();
        read.legs().forEach(leg -> legs.add(leg.instrumentId() + " " + leg.ratio() + " " + leg.side()));

        assertEquals(List.of("8 -2 BUY", "9 1 SELL"), legs);
        assertEquals(symbol, read.symbol());
        assertEquals(written.encodedLength(), read.encodedLength());
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
        for (final Field field : Schemas.blockFields(message)) {
            final Object first = access.values(field).getFirst();
            access.set(field, first);
            expected.put(field.name(), first);
        }
        for (final Field field : Schemas.blockFields(message)) {
            for (final Object value : access.values(field)) {
                access.set(field, value);
                expected.put(field.name(), value);
                assertEquals(expected, access.read());
            }
        }
    }
}

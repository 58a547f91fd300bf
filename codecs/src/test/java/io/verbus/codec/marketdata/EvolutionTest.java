package io.verbus.codec.marketdata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.codec.Schemas;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import uk.co.real_logic.sbe.xml.Field;
import uk.co.real_logic.sbe.xml.Message;

/** The current schema against {@code market-data-next.xml}, one version later. */
class EvolutionTest {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[128]);

    @Test
    void olderDecoderReadsNewerMessageWithoutNewField() {
        final var order = new io.verbus.codec.marketdata.next.OrderAddedEncoder();
        order.wrapAndApplyHeader(buffer, 0, new io.verbus.codec.marketdata.next.MessageHeaderEncoder())
                .timestamp(1).received(8).sequence(9).instrumentId(2).channel(3)
                .side(io.verbus.codec.marketdata.next.Side.SELL_SHORT)
                .orderId(4).price(5).quantity(6).priority(10).attribution("GSCO").displayQuantity(7)
                .flags().endOfEvent(true).offered(true);

        final MessageHeaderDecoder header = new MessageHeaderDecoder().wrap(buffer, 0);
        final OrderAddedDecoder older = new OrderAddedDecoder().wrapAndApplyHeader(buffer, 0, header);

        assertEquals("1 8 9 2 3 true SBE_UNKNOWN T 4 5 6 10 GSCO", describe(older));
        assertEquals(80, older.encodedLength());
    }

    @Test
    void newerDecoderReadsOlderMessageWithNewFieldNull() {
        final OrderAddedEncoder order = new OrderAddedEncoder();
        order.wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
                .timestamp(1).instrumentId(2).channel(3).side(Side.BUY)
                .orderId(4).price(5).quantity(6).attribution("GSCO");
        buffer.putLong(MessageHeaderEncoder.ENCODED_LENGTH + OrderAddedEncoder.BLOCK_LENGTH, 99);

        final var newer = new io.verbus.codec.marketdata.next.OrderAddedDecoder()
                .wrapAndApplyHeader(buffer, 0, new io.verbus.codec.marketdata.next.MessageHeaderDecoder());

        assertEquals(io.verbus.codec.marketdata.next.Side.BUY, newer.side());
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L), List.of(newer.timestamp(), newer.instrumentId(),
                (long) newer.channel(), newer.orderId(), newer.price(), newer.quantity()));
        assertEquals("GSCO", newer.attribution());
        assertEquals(io.verbus.codec.marketdata.next.OrderAddedDecoder.displayQuantityNullValue(),
                newer.displayQuantity());
    }

    @Test
    void olderReaderDetectsUnknownMessage() throws Exception {
        new io.verbus.codec.marketdata.next.OrderExpiredEncoder()
                .wrapAndApplyHeader(buffer, 0, new io.verbus.codec.marketdata.next.MessageHeaderEncoder());

        final MessageHeaderDecoder header = new MessageHeaderDecoder().wrap(buffer, 0);

        assertEquals(OrderAddedDecoder.SCHEMA_ID, header.schemaId());
        assertEquals(null, Schemas.read("/market-data.xml").getMessage(header.templateId()));
        assertEquals(io.verbus.codec.marketdata.next.OrderExpiredEncoder.BLOCK_LENGTH, header.blockLength());
    }

    @Test
    void nextVersionExtendsCurrentOne() throws Exception {
        final Message today = Schemas.read("/market-data.xml").getMessage(OrderAddedEncoder.TEMPLATE_ID);
        final Message next = Schemas.read("/market-data-next.xml").getMessage(OrderAddedEncoder.TEMPLATE_ID);

        assertEquals(layout(today, 0), layout(next, 0));
        assertEquals(layout(today, 0).size() + 1, layout(next, 1).size());
    }

    private static List<String> layout(final Message message, final int version) {
        return message.fields().stream().filter(field -> field.sinceVersion() <= version)
                .map(EvolutionTest::layout).toList();
    }

    private static String layout(final Field field) {
        return String.join(" ", field.name(), "" + field.id(), field.type().name(), "" + field.computedOffset(),
                "" + field.type().encodedLength());
    }

    private static String describe(final OrderAddedDecoder order) {
        return String.join(" ", "" + order.timestamp(), "" + order.received(), "" + order.sequence(),
                "" + order.instrumentId(), "" + order.channel(), "" + order.flags().endOfEvent(), order.side().name(),
                "" + (char) order.sideRaw(), "" + order.orderId(), "" + order.price(), "" + order.quantity(),
                "" + order.priority(), order.attribution());
    }
}

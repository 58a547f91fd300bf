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
                .timestamp(1).instrumentId(2).trackingNumber(3)
                .side(io.verbus.codec.marketdata.next.Side.SELL_SHORT)
                .orderId(4).quantity(6).attribution("GSCO").displayQuantity(7);
        order.price().mantissa(5);

        final MessageHeaderDecoder header = new MessageHeaderDecoder().wrap(buffer, 0);
        final OrderAddedDecoder older = new OrderAddedDecoder().wrapAndApplyHeader(buffer, 0, header);

        assertEquals("1 2 3 SBE_UNKNOWN T 4 5 6 GSCO", describe(older));
        assertEquals(44, older.encodedLength());
    }

    @Test
    void newerDecoderReadsOlderMessageWithNewFieldNull() {
        final OrderAddedEncoder order = new OrderAddedEncoder();
        order.wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
                .timestamp(1).instrumentId(2).trackingNumber(3).side(Side.BUY)
                .orderId(4).quantity(6).attribution("GSCO");
        order.price().mantissa(5);
        buffer.putInt(MessageHeaderEncoder.ENCODED_LENGTH + OrderAddedEncoder.BLOCK_LENGTH, 99);

        final var newer = new io.verbus.codec.marketdata.next.OrderAddedDecoder()
                .wrapAndApplyHeader(buffer, 0, new io.verbus.codec.marketdata.next.MessageHeaderDecoder());

        assertEquals(io.verbus.codec.marketdata.next.Side.BUY, newer.side());
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L), List.of(newer.timestamp(), newer.instrumentId(),
                (long) newer.trackingNumber(), newer.orderId(), newer.price().mantissa(), newer.quantity()));
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
    void snapshotOfFirstVersionHasNoTotals() {
        new BookSnapshotEndEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder()).entries(5).levels(6)
                .shares(7);
        new MessageHeaderEncoder().wrap(buffer, 0).blockLength(BookSnapshotEndEncoder.levelsEncodingOffset())
                .version(0);

        final BookSnapshotEndDecoder end = new BookSnapshotEndDecoder().wrapAndApplyHeader(buffer, 0,
                new MessageHeaderDecoder());

        assertEquals(List.of(5L, BookSnapshotEndDecoder.levelsNullValue(), BookSnapshotEndDecoder.sharesNullValue()),
                List.of(end.entries(), end.levels(), end.shares()));
    }

    @Test
    void nextVersionExtendsCurrentOne() throws Exception {
        final Message today = Schemas.read("/market-data.xml").getMessage(OrderAddedEncoder.TEMPLATE_ID);
        final Message next = Schemas.read("/market-data-next.xml").getMessage(OrderAddedEncoder.TEMPLATE_ID);

        assertEquals(layout(today, 1), layout(next, 1));
        assertEquals(layout(today, 1).size() + 1, layout(next, 2).size());
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
        return String.join(" ", "" + order.timestamp(), "" + order.instrumentId(), "" + order.trackingNumber(),
                order.side().name(), "" + (char) order.sideRaw(), "" + order.orderId(), "" + order.price().mantissa(),
                "" + order.quantity(), order.attribution());
    }
}

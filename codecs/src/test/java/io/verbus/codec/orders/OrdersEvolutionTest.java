package io.verbus.codec.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.codec.Schemas;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import uk.co.real_logic.sbe.xml.Field;
import uk.co.real_logic.sbe.xml.Message;

/** The current schema of orders against {@code orders-next.xml}, one version later. */
class OrdersEvolutionTest {
    private static final String TODAY = "/orders.xml";
    private static final String NEXT = "/orders-next.xml";

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);

    @Test
    void olderDecoderReadsNewerOrderWithoutNewFieldAndCode() {
        new io.verbus.codec.orders.next.NewOrderEncoder()
                .wrapAndApplyHeader(buffer, 0, new io.verbus.codec.orders.next.MessageHeaderEncoder())
                .number(1).instrumentId(2).seat(3).side(io.verbus.codec.orders.next.OrderSide.SELL)
                .duration(io.verbus.codec.orders.next.OrderDuration.GOOD_TILL_DATE).expected(4).orderId(5).quantity(6)
                .price(7).priceType(io.verbus.codec.orders.next.PriceType.LIMIT)
                .postOnly(io.verbus.codec.orders.next.YesNo.YES).expires(8);

        final NewOrderDecoder older = new NewOrderDecoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderDecoder());

        assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L), List.of(older.number(), older.instrumentId(),
                (long) older.seat(), older.expected(), older.orderId(), older.quantity(), older.price()));
        assertEquals(List.of(OrderSide.SELL, OrderDuration.SBE_UNKNOWN, PriceType.LIMIT, YesNo.YES),
                List.of(older.side(), older.duration(), older.priceType(), older.postOnly()));
        assertEquals('T', older.durationRaw());
    }

    @Test
    void newerDecoderReadsOlderOrderWithNewFieldNull() {
        new NewOrderEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder()).number(1).orderId(5);
        buffer.setMemory(MessageHeaderEncoder.ENCODED_LENGTH + NewOrderEncoder.BLOCK_LENGTH, 32, (byte) 99);

        final var newer = new io.verbus.codec.orders.next.NewOrderDecoder()
                .wrapAndApplyHeader(buffer, 0, new io.verbus.codec.orders.next.MessageHeaderDecoder());

        assertEquals(List.of(1L, 5L, io.verbus.codec.orders.next.NewOrderDecoder.expiresNullValue()),
                List.of(newer.number(), newer.orderId(), newer.expires()));
    }

    @Test
    void olderReaderFindsTheMessageInANewerEntry() {
        final var entry = new io.verbus.codec.orders.next.EntryEncoder()
                .wrapAndApplyHeader(buffer, 0, new io.verbus.codec.orders.next.MessageHeaderEncoder()).number(1)
                .length(24);
        final int message = entry.limit();
        new CancelOrderEncoder().wrapAndApplyHeader(buffer, message, new MessageHeaderEncoder()).orderId(77);

        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        final EntryDecoder older = new EntryDecoder().wrapAndApplyHeader(buffer, 0, header);
        final int found = MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength();

        assertEquals(List.of(1L, 24L, (long) message), List.of(older.number(), (long) older.length(), (long) found));
        assertEquals(77, new CancelOrderDecoder().wrapAndApplyHeader(buffer, found, header).orderId());
    }

    @Test
    void olderReaderDetectsUnknownMessage() throws Exception {
        new io.verbus.codec.orders.next.TradeBustedEncoder()
                .wrapAndApplyHeader(buffer, 0, new io.verbus.codec.orders.next.MessageHeaderEncoder());

        final MessageHeaderDecoder header = new MessageHeaderDecoder().wrap(buffer, 0);

        assertEquals(NewOrderDecoder.SCHEMA_ID, header.schemaId());
        assertEquals(null, Schemas.read(TODAY).getMessage(header.templateId()));
        assertEquals(io.verbus.codec.orders.next.TradeBustedEncoder.BLOCK_LENGTH, header.blockLength());
    }

    @Test
    void nextVersionExtendsCurrentOne() throws Exception {
        for (final int message : List.of(NewOrderEncoder.TEMPLATE_ID, EntryEncoder.TEMPLATE_ID)) {
            final Message today = Schemas.read(TODAY).getMessage(message);
            final Message next = Schemas.read(NEXT).getMessage(message);

            final int version = NewOrderDecoder.SCHEMA_VERSION;
            assertEquals(layout(today, version), layout(next, version));
            assertEquals(layout(today, version).size() + 1, layout(next, version + 1).size());
        }
    }

    @Test
    void messageOfTheFirstVersionHasNoProof() {
        new EstablishedEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder()).number(1);
        new MessageHeaderEncoder().wrap(buffer, 0).blockLength(EstablishedDecoder.proofEncodingOffset()).version(0);
        buffer.setMemory(MessageHeaderEncoder.ENCODED_LENGTH + EstablishedDecoder.proofEncodingOffset(), 32,
                (byte) 99);

        final var established = new EstablishedDecoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderDecoder());

        assertEquals(0, established.getProof(new byte[32], 0, 32));
        assertEquals(1, established.number());
    }

    @Test
    void firstVersionHasTheFieldsOfTheSecondOneWithoutItsAdditions() throws Exception {
        for (final Message message : Schemas.messages(TODAY)) {
            final boolean isLonger = message.name().equals("Established") || message.name().equals("SequencerBegins");
            assertEquals(layout(message, 0).size() + (isLonger ? 1 : 0), layout(message, 1).size(), message.name());
        }
    }

    @Test
    void schemasOfTheBusHaveDistinctIds() throws Exception {
        assertEquals(List.of(1, 2, 3, 4), List.of(Schemas.read("/market-data-1.xml").id(), NewOrderEncoder.SCHEMA_ID,
                io.verbus.codec.marketdata.OrderAddedEncoder.SCHEMA_ID,
                io.verbus.codec.nasdaq.StockDirectoryEncoder.SCHEMA_ID));
    }

    private static List<String> layout(final Message message, final int version) {
        return message.fields().stream().filter(field -> field.sinceVersion() <= version)
                .map(OrdersEvolutionTest::layout).toList();
    }

    private static String layout(final Field field) {
        return String.join(" ", field.name(), "" + field.id(), field.type().name(), "" + field.computedOffset(),
                "" + field.type().encodedLength());
    }
}

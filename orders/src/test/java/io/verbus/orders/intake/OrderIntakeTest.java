package io.verbus.orders.intake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.BusException;
import io.verbus.codec.orders.CancelOrderEncoder;
import io.verbus.codec.orders.EstablishEncoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import io.verbus.codec.orders.NewOrderEncoder;
import io.verbus.codec.orders.NotAppliedCode;
import io.verbus.codec.orders.NotAppliedDecoder;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.codec.orders.PriceType;
import io.verbus.codec.orders.SequenceEncoder;
import io.verbus.codec.orders.TerminateEncoder;
import io.verbus.codec.orders.YesNo;
import io.verbus.orders.RecordedSeatEvents;
import io.verbus.orders.SimulatedLog;
import io.verbus.orders.SimulatedSeat;
import io.verbus.orders.TwoEnds;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Messages that the gateway does not take: each is answered with a reason, and changes nothing. */
class OrderIntakeTest {
    private static final int CODE_OFFSET = MessageHeaderEncoder.ENCODED_LENGTH + NewOrderEncoder.sideEncodingOffset();

    private final TwoEnds market = new TwoEnds();
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final SimulatedSeat seat = market.establish("A", new RecordedSeatEvents());
    private final GatewayEnd end = market.gateway.seats[0];

    @Test
    void seatsHaveDistinctNamesAndNumbers() {
        final SimulatedLog log = market.newLog();
        for (final GatewayEnd other : List.of(new GatewayEnd(0, "B", TwoEnds.secret(1)),
                new GatewayEnd(1, "A", TwoEnds.secret(1)))) {
            assertThrows(BusException.class, () -> new OrderIntake(List.of(end, other), IntakeSettings.DEFAULT,
                    new EntryAppender(log), log, nonce -> {}, null));
        }
    }

    @Test
    void nextNumberIsTakenAndLowerOnesAreSkippedAndCounted() {
        seat.log.add(order(1));
        seat.log.add(order(2));
        seat.log.add(order(1));
        seat.log.add(order(2));
        market.run(1);

        assertEquals(3, end.nextNumber());
        assertEquals(2, end.skipped());
        assertEquals(3, market.entries.size());
    }

    @Test
    void higherNumberIsRefusedWithTheExpectedOne() {
        seat.log.add(order(2));

        assertRefused(seat.log, NotAppliedCode.HIGHER_NUMBER, 2, 1);
    }

    @Test
    void heartbeatAfterMissingMessagesIsRefused() {
        final byte[] message = new byte[MessageHeaderEncoder.ENCODED_LENGTH + SequenceEncoder.BLOCK_LENGTH];
        new SequenceEncoder().wrapAndApplyHeader(new UnsafeBuffer(message), 0, header).number(3).seat(0).expected(1);
        seat.log.add(message);

        assertRefused(seat.log, NotAppliedCode.HIGHER_NUMBER, 3, 1);
    }

    @Test
    void messageOfAnotherSeatIsRefused() {
        final byte[] message = order(1);
        new UnsafeBuffer(message).putShort(20, (short) 1);
        seat.log.add(message);

        assertRefused(seat.log, NotAppliedCode.OTHER_SEAT, 1, 1);
        assertEquals(1, market.gateway.seats[1].nextNumber());
    }

    @Test
    void messageOfASessionWithoutASeatIsRefused() {
        final SimulatedLog other = market.newLog();
        other.add(order(1));

        assertRefused(other, NotAppliedCode.NOT_ESTABLISHED, 1, 0);
    }

    @Test
    void terminateOfAnotherSessionDisconnectsNothing() {
        final byte[] message = new byte[MessageHeaderEncoder.ENCODED_LENGTH + TerminateEncoder.BLOCK_LENGTH];
        new TerminateEncoder().wrapAndApplyHeader(new UnsafeBuffer(message), 0, header).number(1).seat(0).expected(1);
        final SimulatedLog other = market.newLog();
        other.add(message);

        assertRefused(other, NotAppliedCode.NOT_ESTABLISHED, 1, 0);
        assertEquals(seat.log.session, end.session());
    }

    @Test
    void messageThatIsTooShortForItsTypeIsMalformed() {
        for (int length = 0; length < order(1).length; length++) {
            final byte[] message = new byte[length];
            System.arraycopy(order(1), 0, message, 0, length);
            seat.log.add(message);
            assertRefused(seat.log, NotAppliedCode.MALFORMED, 0, 1);
        }
    }

    @Test
    void messageWithABlockShorterThanItsTypeIsMalformed() {
        final byte[] message = order(1);
        new UnsafeBuffer(message).putShort(0, (short) (NewOrderEncoder.BLOCK_LENGTH - 1));
        seat.log.add(message);

        assertRefused(seat.log, NotAppliedCode.MALFORMED, 0, 1);
    }

    @Test
    void messageThatIsLongerThanTheMaximumIsMalformed() {
        final byte[] message = new byte[OrderIntake.MAX_MESSAGE_LENGTH + 1];
        System.arraycopy(order(1), 0, message, 0, order(1).length);
        seat.log.add(message);

        assertRefused(seat.log, NotAppliedCode.MALFORMED, 1, 1);
    }

    @Test
    void messageOfTheGatewayOrOfAnotherSchemaIsMalformed() {
        final byte[] report = order(1);
        new UnsafeBuffer(report).putShort(2, (short) NotAppliedDecoder.TEMPLATE_ID);
        seat.log.add(report);
        assertRefused(seat.log, NotAppliedCode.MALFORMED, 1, 1);

        final byte[] unknown = order(1);
        new UnsafeBuffer(unknown).putShort(2, (short) 99);
        seat.log.add(unknown);
        assertRefused(seat.log, NotAppliedCode.MALFORMED, 0, 1);

        final byte[] marketData = order(1);
        new UnsafeBuffer(marketData).putShort(4, (short) 1);
        seat.log.add(marketData);
        assertRefused(seat.log, NotAppliedCode.MALFORMED, 0, 1);
    }

    @Test
    void unknownCodeIsMalformed() {
        for (final int offset : new int[]{CODE_OFFSET, CODE_OFFSET + 1,
                8 + NewOrderEncoder.priceTypeEncodingOffset(), 8 + NewOrderEncoder.postOnlyEncodingOffset()}) {
            for (final byte code : new byte[]{0, 'x'}) {
                final byte[] message = order(1);
                message[offset] = code;
                seat.log.add(message);
                assertRefused(seat.log, NotAppliedCode.MALFORMED, 1, 1);
            }
        }
    }

    @Test
    void expectationOfAReportThatWasNotPublishedIsMalformed() {
        final byte[] message = order(1);
        new UnsafeBuffer(message).putLong(24, 2);
        seat.log.add(message);
        assertRefused(seat.log, NotAppliedCode.MALFORMED, 1, 1);

        new UnsafeBuffer(message).putLong(24, 0);
        seat.log.add(message);
        assertRefused(seat.log, NotAppliedCode.MALFORMED, 1, 1);
    }

    @Test
    void messageAfterAMalformedOneIsRefusedAsHigher() {
        final byte[] malformed = order(1);
        malformed[CODE_OFFSET] = 'x';
        seat.log.add(malformed);
        seat.log.add(order(2));

        assertRefused(seat.log, NotAppliedCode.HIGHER_NUMBER, 2, 1);
    }

    @Test
    void newerMessageWithAddedFieldsIsTakenAsReceived() {
        final byte[] message = new byte[order(1).length + 8];
        System.arraycopy(order(1), 0, message, 0, order(1).length);
        new UnsafeBuffer(message).putShort(0, (short) (NewOrderEncoder.BLOCK_LENGTH + 8));
        new UnsafeBuffer(message).putShort(6, (short) 1);
        seat.log.add(message);
        market.run(1);

        assertEquals(2, end.nextNumber());
        assertEquals(EntryAppender.MESSAGE_OFFSET + message.length, market.entries.message(1).length);
    }

    @Test
    void establishThatIsCopiedIntoAnotherSessionIsChallengedAgain() {
        final SimulatedLog other = market.newLog();
        for (int i = 0; i < 2; i++) {
            other.add(seat.log.message(1)); // the one with the proof
            market.run(1);
        }

        assertEquals(EstablishEncoder.TEMPLATE_ID, new UnsafeBuffer(seat.log.message(1)).getShort(2));
        assertEquals(2, new UnsafeBuffer(last()).getShort(2)); // Challenge
        assertEquals(seat.log.session, end.session());
    }

    @Test
    void refusedMessageIsNoSignOfLifeOfAnotherSeat() {
        final SimulatedLog other = market.newLog();
        for (int i = 0; i < 200; i++) {
            other.add(order(1));
            market.run(1);
        }

        assertFalse(end.isConnected());
    }

    @Test
    void sessionsHaveTheirShareOfAPollWhileThereAreSeveral() {
        orders(1, 10);
        market.run(1);
        assertEquals(11, end.nextNumber());

        final SimulatedLog other = market.newLog();
        for (int i = 0; i < 10; i++) {
            other.add(order(1));
        }
        market.run(1);
        orders(11, 20);
        market.run(1);

        assertEquals(11 + OrderIntake.SESSION_SHARE, end.nextNumber());
        assertEquals(2, market.gateway.intake.refused(NotAppliedCode.NOT_ESTABLISHED), "one of each poll");
    }

    @Test
    void sessionRestsAfterAMessageThatWasSkippedOrRefused() {
        market.newLog().add(order(1));
        market.run(1); // a session is known after its first message
        for (final int number : new int[]{1, 1, 1, 3, 2}) {
            seat.log.add(order(number));
        }
        market.run(1);

        assertEquals(List.of(2L, 1L, 0L), List.of(end.nextNumber(), end.skipped(), refusedAsHigher()));
        market.run(1);
        assertEquals(List.of(2L, 2L, 0L), List.of(end.nextNumber(), end.skipped(), refusedAsHigher()));
        market.run(1);
        assertEquals(List.of(2L, 2L, 1L), List.of(end.nextNumber(), end.skipped(), refusedAsHigher()));
        market.run(1);
        assertEquals(3, end.nextNumber());
    }

    @Test
    void backlogIsTakenSlowlyAfterABurstWhileThereAreSeveralSessions() {
        market.newLog().add(order(1));
        market.run(1); // a session is known after its first message
        orders(1, 100);
        market.run(16);
        assertEquals(65, end.nextNumber());
        market.run(10);
        assertEquals(75, end.nextNumber(), "one of each poll, in which the time is the same");

        market.run(30);
        assertEquals(101, end.nextNumber());
        orders(101, 200);
        market.run(16);
        assertEquals(165, end.nextNumber(), "a poll has read the log to its end: a new burst");
    }

    private long refusedAsHigher() {
        return end.refused(NotAppliedCode.HIGHER_NUMBER);
    }

    private void orders(final int first, final int last) {
        for (int number = first; number <= last; number++) {
            seat.log.add(order(number));
        }
    }

    /** The last message of the gateway that is not a heartbeat. */
    private byte[] last() {
        final SimulatedLog out = market.outs.getLast();
        int at = out.size() - 1;
        while (out.buffer(at).getShort(2) == SequenceEncoder.TEMPLATE_ID) {
            at--;
        }
        return out.message(at);
    }

    private void assertRefused(final SimulatedLog log, final NotAppliedCode code, final long number,
            final long expected) {
        final int entries = market.entries.size();
        market.run(1);
        assertEquals(entries, market.entries.size());
        final NotAppliedDecoder answer = new NotAppliedDecoder();
        assertEquals(NotAppliedDecoder.TEMPLATE_ID, new UnsafeBuffer(last()).getShort(2));
        answer.wrap(new UnsafeBuffer(last()), MessageHeaderEncoder.ENCODED_LENGTH, NotAppliedDecoder.BLOCK_LENGTH, 0);
        assertEquals(code + " " + number + " " + expected + " of " + log.session + "/" + (log.size() - 1),
                answer.code() + " " + answer.refused() + " " + answer.expected() + " of " + answer.session() + "/"
                        + answer.sequence());
        assertEquals(1, end.nextNumber());
    }

    private byte[] order(final long number) {
        final byte[] message = new byte[MessageHeaderEncoder.ENCODED_LENGTH + NewOrderEncoder.BLOCK_LENGTH];
        new NewOrderEncoder().wrapAndApplyHeader(new UnsafeBuffer(message), 0, header).number(number).seat(0)
                .side(OrderSide.BUY).duration(OrderDuration.DAY).expected(1).orderId(number).quantity(1).price(100)
                .priceType(PriceType.LIMIT).postOnly(YesNo.NO);
        return message;
    }

    @Test
    void cancelOfAnUnknownOrderIsTakenBecauseTheEngineAnswersIt() {
        final byte[] message = new byte[MessageHeaderEncoder.ENCODED_LENGTH + CancelOrderEncoder.BLOCK_LENGTH];
        new CancelOrderEncoder().wrapAndApplyHeader(new UnsafeBuffer(message), 0, header).number(1).seat(0)
                .expected(1).orderId(404);
        seat.log.add(message);
        market.run(1);

        assertEquals(2, end.nextNumber());
        assertEquals(2, end.nextReport());
    }
}

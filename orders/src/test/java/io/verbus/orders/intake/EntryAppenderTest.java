package io.verbus.orders.intake;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.codec.orders.CancelOrderEncoder;
import io.verbus.codec.orders.DisconnectCause;
import io.verbus.codec.orders.EntryDecoder;
import io.verbus.codec.orders.LimitCode;
import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import io.verbus.codec.orders.OperatorAction;
import io.verbus.codec.orders.OperatorDecoder;
import io.verbus.codec.orders.SequencerBeginsDecoder;
import io.verbus.orders.EngineRunner;
import io.verbus.orders.SimulatedGateway;
import io.verbus.orders.SimulatedLog;
import io.verbus.orders.TwoEnds;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class EntryAppenderTest {
    private static final long SESSION = 77;

    private final SimulatedLog log = new SimulatedLog(1, Integer.MAX_VALUE);
    private final EntryAppender entries = new EntryAppender(log);
    private final MessageOrigin origin = new MessageOrigin().set(SESSION, 5);

    @Test
    void entryContainsTheMessageAsReceived() {
        final byte[] message = new byte[40];
        for (int i = 0; i < message.length; i++) {
            message[i] = (byte) i;
        }

        assertTrue(entries.message(1_000, origin, 3, new UnsafeBuffer(message), 0, message.length));

        final UnsafeBuffer written = log.buffer(0);
        final EntryDecoder entry = new EntryDecoder().wrapAndApplyHeader(written, 0, new MessageHeaderDecoder());
        assertEquals(List.of(1L, 3L, 40L, 1_000L, SESSION, 5L), List.of(entry.number(), (long) entry.seat(),
                (long) entry.length(), entry.time(), entry.session(), entry.sequence()));
        assertEquals(new UnsafeBuffer(message).getInt(16), (int) entry.instrumentId());
        final byte[] contained = new byte[message.length];
        written.getBytes(EntryAppender.MESSAGE_OFFSET, contained);
        assertArrayEquals(message, contained);
        assertEquals(EntryAppender.MESSAGE_OFFSET + message.length, log.message(0).length);
    }

    @Test
    void entriesAreNumberedAndTheirTimeNeverDecreases() {
        assertTrue(entries.begins(500, 9, 20_000));
        assertTrue(entries.time(400));
        assertTrue(entries.connected(600, origin, 3, new ConnectionTerms(1, 100, true)));
        assertTrue(entries.disconnected(550, SESSION, 3, DisconnectCause.OPERATOR));
        assertTrue(entries.operator(700, OperatorControl.limit(3, LimitCode.POSITION, 100)));

        assertEquals(5, entries.lastEvent());
        assertEquals(700, entries.lastTimeNs());
        for (int i = 0; i < 5; i++) {
            assertEquals(i + 1, log.buffer(i).getLong(8));
        }
        assertEquals(List.of(500L, 500L, 600L, 600L, 700L),
                List.of(0, 1, 2, 3, 4).stream().map(i -> log.buffer(i).getLong(24)).toList());
        final OperatorDecoder operator = new OperatorDecoder().wrapAndApplyHeader(log.buffer(4), 0,
                new MessageHeaderDecoder());
        assertEquals(List.of(OperatorAction.SET_LIMIT, LimitCode.POSITION, 100L),
                List.of(operator.action(), operator.limitCode(), operator.value()));
        assertEquals(9, new SequencerBeginsDecoder().wrapAndApplyHeader(log.buffer(0), 0, new MessageHeaderDecoder())
                .session());
    }

    @Test
    void refusedClaimUsesNoNumber() {
        log.full(true);
        assertFalse(entries.time(1));
        assertFalse(entries.message(1, origin, 1, new UnsafeBuffer(new byte[40]), 0, 40));
        assertFalse(entries.disconnected(1, SESSION, 1, DisconnectCause.OPERATOR));
        log.full(false);

        assertTrue(entries.time(1));
        assertEquals(1, entries.lastEvent());
    }

    @Test
    void replayDeliversControls() {
        entries.begins(1, 9, 20_000);
        entries.time(2);
        entries.operator(3, OperatorControl.of(OperatorAction.HALT, 0, 1));
        final List<String> controls = new ArrayList<>();
        final SimulatedLog out = new SimulatedLog(2, Integer.MAX_VALUE);
        final EntryAppender next = new EntryAppender(new SimulatedLog(3, Integer.MAX_VALUE));
        final EntryListener listener = new EntryListener() {
            @Override
            public void onMessage(final long event, final long timeNs, final GatewayEnd seat,
                    final DirectBuffer buffer, final int offset, final int length) {
                throw new AssertionError("no message was appended");
            }

            @Override
            public void onControl(final long event, final long timeNs, final int template, final DirectBuffer buffer,
                    final int offset) {
                controls.add(event + " " + timeNs + " " + template);
            }
        };
        final EntryReplay replay = new EntryReplay(new OrderIntake(List.of(), SimulatedGateway.SETTINGS, next, out,
                nonce -> {}, listener), next, listener);
        for (int i = 0; i < 3; i++) {
            replay.repeat(log.buffer(i), 0, log.message(i).length);
        }

        assertEquals(List.of("1 1 31", "2 2 29", "3 3 30"), controls);
        assertEquals(3, next.lastEvent());
    }

    @Test
    void replayRefusesAGapAndAnUnknownSeat() {
        entries.time(1);
        entries.time(2);
        entries.connected(3, origin, 9, new ConnectionTerms(1, 100, true));
        final GatewayEnd[] seats = {new GatewayEnd(0, "A", TwoEnds.secret(1))};
        final SimulatedLog out = new SimulatedLog(2, Integer.MAX_VALUE);
        final EngineRunner engine = new EngineRunner(out, seats);
        final EntryAppender next = new EntryAppender(new SimulatedLog(3, Integer.MAX_VALUE));
        final OrderIntake intake = new OrderIntake(List.of(seats), SimulatedGateway.SETTINGS, next, out,
                nonce -> {}, engine);
        final EntryReplay replay = new EntryReplay(intake, next, engine);

        assertEquals("entry 2 of type 29 after entry 0: the log has a gap or is damaged", refused(replay, 1));
        replay.repeat(log.buffer(0), 0, log.message(0).length);
        assertEquals("entry 3 of type 27 after entry 1: the log has a gap or is damaged", refused(replay, 2));
        assertEquals("entry 1 of type 29 after entry 1: the log has a gap or is damaged", refused(replay, 0));
        replay.repeat(log.buffer(1), 0, log.message(1).length);
        assertEquals("entry 3 names seat 9, which is not configured: use the exchange file of the gateway that wrote"
                + " the log", refused(replay, 2));
        assertThrows(BusException.class, () -> replay.repeat(log.buffer(2), 0, 20));
        assertEquals(2, next.lastEvent());
    }

    @Test
    void replayRefusesADamagedRequestAndContinuesWithTheWholeOne() {
        final GatewayEnd seat = new GatewayEnd(0, "A", TwoEnds.secret(1));
        final byte[] cancel = new byte[MessageHeaderEncoder.ENCODED_LENGTH + CancelOrderEncoder.BLOCK_LENGTH];
        new CancelOrderEncoder().wrapAndApplyHeader(new UnsafeBuffer(cancel), 0, new MessageHeaderEncoder()).number(1)
                .seat(0).expected(1).orderId(404);
        entries.connected(1, origin, 0, new ConnectionTerms(1, 100, true));
        entries.message(2, origin, 0, new UnsafeBuffer(cancel), 0, cancel.length);
        final SimulatedLog out = new SimulatedLog(2, Integer.MAX_VALUE);
        final EngineRunner engine = new EngineRunner(out, new GatewayEnd[]{seat});
        final EntryAppender next = new EntryAppender(new SimulatedLog(3, Integer.MAX_VALUE));
        final EntryReplay replay = new EntryReplay(new OrderIntake(List.of(seat), SimulatedGateway.SETTINGS, next, out,
                nonce -> {}, engine), next, engine);
        replay.repeat(log.buffer(0), 0, log.message(0).length);

        final int reports = out.size();
        final int numberOffset = EntryAppender.MESSAGE_OFFSET + MessageHeaderEncoder.ENCODED_LENGTH;
        final int length = log.message(1).length;
        final UnsafeBuffer damaged = new UnsafeBuffer(log.message(1).clone());
        damaged.putLong(numberOffset, 2);
        assertEquals("entry 2 has message 2 of seat 0, expected 1 of connected seat 0: the log is damaged",
                assertThrows(BusException.class, () -> replay.repeat(damaged, 0, length)).getMessage());
        assertEquals("entry 2 has a malformed message: the log is damaged",
                assertThrows(BusException.class, () -> replay.repeat(log.buffer(1), 0, length - 1)).getMessage());
        assertEquals(List.of(1L, 1L, reports), List.of(next.lastEvent(), seat.nextNumber(), out.size()));

        replay.repeat(log.buffer(1), 0, length);
        assertEquals(List.of(2L, 2L, reports + 1), List.of(next.lastEvent(), seat.nextNumber(), out.size()));
    }

    private String refused(final EntryReplay replay, final int entry) {
        return assertThrows(BusException.class,
                () -> replay.repeat(log.buffer(entry), 0, log.message(entry).length)).getMessage();
    }
}

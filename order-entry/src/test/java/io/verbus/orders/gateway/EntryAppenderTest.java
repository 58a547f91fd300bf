package io.verbus.orders.gateway;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.codec.orders.DisconnectCause;
import io.verbus.codec.orders.EntryDecoder;
import io.verbus.codec.orders.LimitCode;
import io.verbus.codec.orders.MessageHeaderDecoder;
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

        assertThrows(BusException.class, () -> replay.repeat(log.buffer(1), 0, log.message(1).length));
        replay.repeat(log.buffer(0), 0, log.message(0).length);
        replay.repeat(log.buffer(1), 0, log.message(1).length);
        assertThrows(BusException.class, () -> replay.repeat(log.buffer(2), 0, log.message(2).length));
        assertThrows(BusException.class, () -> replay.repeat(log.buffer(2), 0, 20));
        assertEquals(2, next.lastEvent());
    }
}

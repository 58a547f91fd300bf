package io.verbus.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.codec.orders.EstablishedDecoder;
import io.verbus.codec.orders.EstablishedEncoder;
import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import io.verbus.codec.orders.TerminatedEncoder;
import io.verbus.orders.seat.SeatEnd;
import io.verbus.orders.seat.SeatEndCause;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A seat is established only by a gateway that has its secret. */
class GatewayProofTest {
    private static final SeatSecret SECRET = TwoEnds.secret(1);
    private static final int LENGTH = MessageHeaderEncoder.ENCODED_LENGTH + EstablishedEncoder.BLOCK_LENGTH;

    private static final long OUT = 5;

    private final byte[] nonce = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    private final byte[] message = new byte[LENGTH];
    private final UnsafeBuffer buffer = new UnsafeBuffer(message);
    private final TwoEnds market = new TwoEnds();
    private final RecordedSeatEvents events = new RecordedSeatEvents();

    @Test
    void everyByteIsCovered() {
        new EstablishedEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder()).number(3).session(7);
        GatewayProof.sign(SECRET, OUT, nonce, buffer, 0);
        assertTrue(GatewayProof.isValid(SECRET, OUT, nonce, buffer, 0));
        for (int i = 0; i < message.length; i++) {
            message[i] ^= 1;
            assertFalse(GatewayProof.isValid(SECRET, OUT, nonce, buffer, 0), "byte " + i);
            message[i] ^= 1;
        }
        assertFalse(GatewayProof.isValid(TwoEnds.secret(2), OUT, nonce, buffer, 0));
        assertFalse(GatewayProof.isValid(SECRET, OUT + 1, nonce, buffer, 0));
        nonce[15] ^= 1;
        assertFalse(GatewayProof.isValid(SECRET, OUT, nonce, buffer, 0));
    }

    @Test
    void everyByteOfTheEndOfAConnectionIsCovered() {
        final byte[] end = new byte[MessageHeaderEncoder.ENCODED_LENGTH + TerminatedEncoder.BLOCK_LENGTH];
        final UnsafeBuffer ending = new UnsafeBuffer(end);
        new TerminatedEncoder().wrapAndApplyHeader(ending, 0, new MessageHeaderEncoder()).number(3).session(7);
        GatewayProof.signTerminated(SECRET, OUT, ending, 0);
        assertTrue(GatewayProof.isValidTerminated(SECRET, OUT, ending, 0));
        for (int i = 0; i < end.length; i++) {
            end[i] ^= 1;
            assertFalse(GatewayProof.isValidTerminated(SECRET, OUT, ending, 0), "byte " + i);
            end[i] ^= 1;
        }
        assertFalse(GatewayProof.isValidTerminated(SECRET, OUT + 1, ending, 0));
        assertFalse(GatewayProof.isValidTerminated(TwoEnds.secret(2), OUT, ending, 0));
    }

    @Test
    void diagramCoversTheMessageUpToItsProof() {
        assertEquals(68, MessageHeaderEncoder.ENCODED_LENGTH + EstablishedEncoder.proofEncodingOffset());
        assertEquals(LENGTH, 68 + EstablishProof.LENGTH);
        assertEquals(40, MessageHeaderEncoder.ENCODED_LENGTH + TerminatedEncoder.proofEncodingOffset());
    }

    @Test
    void forgedAnswerDoesNotEstablishTheSeatAndThatOfTheGatewayDoes() {
        final SimulatedSeat seat = market.start(market.settings("A"), events);
        stepUntilProving(seat);
        final byte[] real = established();
        market.outs.getFirst().end(); // the answer of the gateway is not read

        for (final byte[] forged : forgeries(real)) {
            assertTrue(seat.end.onMessage(market.nowNs, market.outs.getFirst().session, new UnsafeBuffer(forged), 0,
                    forged.length));
            assertEquals(SeatEnd.State.PROVING, seat.end.state());
        }
        seat.end.onMessage(market.nowNs, market.outs.getFirst().session, new UnsafeBuffer(real), 0, real.length);

        assertEquals(SeatEnd.State.ESTABLISHED, seat.end.state());
        assertEquals(List.of("established 0 next 1"), events.take());
    }

    @Test
    void seatThatGetsForgedAnswersOnlyReportsThemAtItsTimeout() {
        final String[] why = new String[1];
        final SimulatedSeat seat = market.start(market.settings("A"), new RecordedSeatEvents() {
            @Override
            public void onEnded(final SeatEndCause cause, final String description) {
                why[0] = cause + " " + description;
            }
        });
        stepUntilProving(seat);
        final byte[] forged = forgeries(established()).getFirst();
        seat.end.onMessage(market.nowNs, market.outs.getFirst().session, new UnsafeBuffer(forged), 0, forged.length);
        seat.end.doWork(market.nowNs + 3_000 * TwoEnds.MS, true);

        assertEquals("TIMEOUT no gateway has proved within PT2S that it has the secret of seat A: another process has"
                + " answered, or a gateway of an earlier release; end that one", why[0]);
    }

    /** With another proof, without one, with other numbers, and as an earlier release writes it. */
    private static List<byte[]> forgeries(final byte[] real) {
        final byte[] other = real.clone();
        other[LENGTH - 1] ^= 1;
        final byte[] none = real.clone();
        new UnsafeBuffer(none).setMemory(LENGTH - EstablishProof.LENGTH, EstablishProof.LENGTH, (byte) 0);
        final byte[] higher = real.clone();
        higher[32]++;
        final byte[] earlier = real.clone();
        new MessageHeaderEncoder().wrap(new UnsafeBuffer(earlier), 0).version(0)
                .blockLength(EstablishedDecoder.proofEncodingOffset());
        return List.of(other, none, higher, earlier);
    }

    /** The gateway has answered the proof of the seat, which has not read that. */
    private void stepUntilProving(final SimulatedSeat seat) {
        while (seat.end.state() != SeatEnd.State.PROVING) {
            market.run(1, seat);
        }
        market.gateway.step(market.nowNs, 10, 100);
    }

    private byte[] established() {
        final SimulatedLog out = market.outs.getFirst();
        final byte[] last = out.message(out.size() - 1);
        assertEquals(EstablishedDecoder.TEMPLATE_ID,
                new MessageHeaderDecoder().wrap(new UnsafeBuffer(last), 0).templateId());
        return last.clone();
    }
}

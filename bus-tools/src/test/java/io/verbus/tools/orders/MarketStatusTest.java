package io.verbus.tools.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.codec.orders.MarketStateDecoder;
import io.verbus.codec.orders.MarketStateEncoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class MarketStatusTest {
    @Test
    void refusedMessagesAreShownByCode() {
        final MarketStatus status = new MarketStatus();
        final UnsafeBuffer buffer = new UnsafeBuffer(
                new byte[MessageHeaderEncoder.ENCODED_LENGTH + MarketStateEncoder.BLOCK_LENGTH]);
        final MarketStateEncoder state = new MarketStateEncoder().wrapAndApplyHeader(buffer, 0,
                new MessageHeaderEncoder());
        state.higherNumber(1).malformed(2).notEstablished(3).staleSession(4).otherSeat(5).unknownSeat(6)
                .wrongProof(7_000).seatInUse(8).keepAlive(9).nextReport(10).malformedEstablish(11).sessionInUse(12)
                .earlierGateway(0);
        status.add(MarketStateDecoder.TEMPLATE_ID, buffer, 0);

        assertEquals("refused messages: HIGHER_NUMBER 1, MALFORMED 2, NOT_ESTABLISHED 3, STALE_SESSION 4, OTHER_SEAT 5,"
                + " UNKNOWN_SEAT 6, PROOF 7,000, SEAT_IN_USE 8, KEEP_ALIVE 9, NEXT_REPORT 10, MALFORMED_ESTABLISH 11,"
                + " SESSION_IN_USE 12", status.text("orders").lines().toList().getLast());
        assertTrue(status.json("orders").contains("\"OTHER_SEAT\":5"), () -> status.json("orders"));
        assertTrue(status.text("orders").contains("recorded up to entry 0; no recorder reads later ones: they are void"
                + " if the gateway dies\n"), () -> status.text("orders"));
    }

    @Test
    void recordedEntriesAreShown() {
        final MarketStatus status = new MarketStatus();
        final UnsafeBuffer buffer = new UnsafeBuffer(
                new byte[MessageHeaderEncoder.ENCODED_LENGTH + MarketStateEncoder.BLOCK_LENGTH]);
        new MarketStateEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder()).recorded(7_000)
                .recorders(1);
        status.add(MarketStateDecoder.TEMPLATE_ID, buffer, 0);

        assertTrue(status.text("orders").contains("recorded up to entry 7,000\n"), () -> status.text("orders"));
        assertTrue(status.json("orders").contains("\"recorded\":7000,\"recorders\":1,"), () -> status.json("orders"));
    }
}

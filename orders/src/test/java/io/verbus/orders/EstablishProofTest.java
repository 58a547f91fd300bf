package io.verbus.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.codec.orders.EstablishEncoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class EstablishProofTest {
    private static final long SESSION = 42;
    private static final SeatSecret SECRET = TwoEnds.secret(1);

    private final byte[] message = new byte[MessageHeaderEncoder.ENCODED_LENGTH + EstablishEncoder.BLOCK_LENGTH];
    private final UnsafeBuffer buffer = new UnsafeBuffer(message);

    EstablishProofTest() {
        new EstablishEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder()).number(3).expected(4)
                .name("A");
        EstablishProof.sign(SECRET, SESSION, buffer, 0);
    }

    @Test
    void signedMessageIsValid() {
        assertTrue(EstablishProof.isValid(SECRET, SESSION, buffer, 0));
    }

    @Test
    void everyByteIsCovered() {
        for (int i = 0; i < message.length; i++) {
            message[i] ^= 1;
            assertFalse(EstablishProof.isValid(SECRET, SESSION, buffer, 0), "byte " + i);
            message[i] ^= 1;
        }
    }

    @Test
    void proofIsOfOneSessionAndOneSecret() {
        assertFalse(EstablishProof.isValid(SECRET, SESSION + 1, buffer, 0));
        assertFalse(EstablishProof.isValid(TwoEnds.secret(2), SESSION, buffer, 0));
    }

    @Test
    void diagramCoversTheMessageUpToItsProof() {
        assertEquals(100, MessageHeaderEncoder.ENCODED_LENGTH + EstablishEncoder.proofEncodingOffset());
        assertEquals(message.length, MessageHeaderEncoder.ENCODED_LENGTH + EstablishEncoder.proofEncodingOffset()
                + EstablishProof.LENGTH);
    }

    @Test
    void shortSecretIsRefusedAndNoSecretIsPrinted() {
        assertThrows(BusException.class, () -> SeatSecret.of(new byte[SeatSecret.MIN_LENGTH - 1]));
        final byte[] bytes = new byte[SeatSecret.MIN_LENGTH];
        Arrays.fill(bytes, (byte) 'x');
        assertFalse(SeatSecret.of(bytes).toString().contains("x"));
        assertEquals(SeatSecret.of(bytes), SeatSecret.of(bytes));
        assertNotEquals(SECRET, SeatSecret.of(bytes));
    }
}

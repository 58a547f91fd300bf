package io.verbus.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.codec.orders.DisconnectCause;
import io.verbus.codec.orders.EstablishEncoder;
import io.verbus.codec.orders.EstablishedEncoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import io.verbus.codec.orders.TerminatedEncoder;
import io.verbus.codec.orders.YesNo;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * The proofs are those in {@code proofs.txt}, with which the client in C compares its own. A line has the message, the
 * secret, the session of the stream in which it is sent, the nonce of the gateway, and the message with its proof.
 */
class ProofVectorsTest {
    /** Around the block of the hash, which is 64 bytes. */
    private static final int[] SECRET_LENGTHS = {16, 44, 64, 65, 131};
    private static final int HEADER = MessageHeaderEncoder.ENCODED_LENGTH;

    private final Random random = new Random(37);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();

    @Test
    void proofsAreThoseOfTheFile() throws IOException {
        final List<String> lines = new ArrayList<>();
        for (final int length : SECRET_LENGTHS) {
            final byte[] secret = bytes(length);
            lines.add(establish(secret));
            lines.add(established(secret));
            lines.add(terminated(secret));
        }
        try (InputStream file = ProofVectorsTest.class.getResourceAsStream("/proofs.txt")) {
            assertEquals(String.join("\n", lines) + "\n", new String(file.readAllBytes(), StandardCharsets.US_ASCII));
        }
    }

    private String establish(final byte[] secret) {
        final byte[] message = new byte[HEADER + EstablishEncoder.BLOCK_LENGTH];
        final UnsafeBuffer buffer = new UnsafeBuffer(message);
        final long session = random.nextLong();
        final byte[] nonce = bytes(NonceSource.LENGTH);
        new EstablishEncoder().wrapAndApplyHeader(buffer, 0, header).number(random.nextInt(1_000_000))
                .instrumentId(EstablishEncoder.instrumentIdNullValue()).cancelOnDisconnect(YesNo.YES)
                .expected(random.nextInt(1_000_000)).keepAlive(1_000)
                .putSeatNonce(bytes(NonceSource.LENGTH), 0, NonceSource.LENGTH)
                .putGatewayNonce(nonce, 0, nonce.length).name("ALICE");
        EstablishProof.sign(SeatSecret.of(secret), session, buffer, 0);
        return line("establish", secret, session, nonce, message);
    }

    private String established(final byte[] secret) {
        final byte[] message = new byte[HEADER + EstablishedEncoder.BLOCK_LENGTH];
        final UnsafeBuffer buffer = new UnsafeBuffer(message);
        final long session = random.nextLong();
        final byte[] nonce = bytes(NonceSource.LENGTH);
        new EstablishedEncoder().wrapAndApplyHeader(buffer, 0, header).number(random.nextInt(1_000_000))
                .instrumentId(EstablishedEncoder.instrumentIdNullValue()).seat(3).session(random.nextLong())
                .expected(random.nextInt(1_000_000)).eventNumber(7).keepAlive(1_000)
                .putSeatNonce(bytes(NonceSource.LENGTH), 0, NonceSource.LENGTH);
        GatewayProof.sign(SeatSecret.of(secret), session, nonce, buffer, 0);
        return line("established", secret, session, nonce, message);
    }

    private String terminated(final byte[] secret) {
        final byte[] message = new byte[HEADER + TerminatedEncoder.BLOCK_LENGTH];
        final UnsafeBuffer buffer = new UnsafeBuffer(message);
        final long session = random.nextLong();
        new TerminatedEncoder().wrapAndApplyHeader(buffer, 0, header).number(random.nextInt(1_000_000))
                .instrumentId(TerminatedEncoder.instrumentIdNullValue()).seat(3).cause(DisconnectCause.TERMINATED)
                .session(random.nextLong()).expected(random.nextInt(1_000_000));
        GatewayProof.signTerminated(SeatSecret.of(secret), session, buffer, 0);
        return line("terminated", secret, session, new byte[NonceSource.LENGTH], message);
    }

    private static String line(final String name, final byte[] secret, final long session, final byte[] nonce,
            final byte[] message) {
        final HexFormat hex = HexFormat.of();
        return String.join(" ", name, hex.formatHex(secret), hex.toHexDigits(session), hex.formatHex(nonce),
                hex.formatHex(message));
    }

    private byte[] bytes(final int length) {
        final byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}

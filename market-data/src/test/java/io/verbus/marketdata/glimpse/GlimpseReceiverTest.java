package io.verbus.marketdata.glimpse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.SnapshotSource.State;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GlimpseReceiverTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final String ACCEPTED = packet("A%10s%20d".formatted("TODAY", 1));
    private static final String DELETE = "D" + "\0".repeat(17) + "\7";
    private static final String SYSTEM = "S" + "\0".repeat(10) + "O";
    private static final String END = packet("SG%20d".formatted(42));

    private final GlimpseReceiver receiver = new GlimpseReceiver(GlimpseSettings.defaults().withUser("USER")
            .withPassword("secret").withSession("TODAY").withSnapshotBytes(1_000), 0);

    @Test
    void loginHasPaddedTextsAndSequenceOne() {
        receiver.onConnected(0);

        assertEquals("\0\57LUSER  secret    TODAY                        1", sent());
        assertEquals(State.READING, receiver.state());
    }

    @Test
    void snapshotIsWhatPrecedesItsLastMessage() {
        receiver.onConnected(0);
        sent();
        receive(ACCEPTED + packet("+debug") + packet("H") + packet("S" + DELETE) + packet("U" + DELETE)
                + packet("S" + SYSTEM) + END + packet("S" + DELETE));

        assertEquals(State.COMPLETE, receiver.state());
        assertNull(receiver.failure());
        assertEquals(42, receiver.nextSequence());
        assertEquals("\0\23" + DELETE + "\0\14" + SYSTEM, slice(1_000));
        assertEquals("", slice(1_000));
        assertEquals("\0\1O", sent(), "logout");
    }

    @Test
    void slicesEndBetweenMessages() {
        receiver.onConnected(0);
        receive(ACCEPTED + packet("S" + DELETE) + packet("S" + DELETE) + packet("S" + DELETE) + END);

        assertEquals(2 * 21, slice(62).length());
        assertEquals(21, slice(62).length());
        assertEquals(0, slice(62).length());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 21})
    void partsOfAnyLengthGiveTheSameSnapshot(final int part) {
        final String bytes = ACCEPTED + packet("S" + DELETE) + packet("H") + packet("S" + SYSTEM) + END;
        receiver.onConnected(0);
        for (int at = 0; at < bytes.length(); at += part) {
            assertEquals(State.READING, receiver.state());
            receive(bytes.substring(at, Math.min(bytes.length(), at + part)));
        }

        assertEquals(State.COMPLETE, receiver.state());
        assertEquals("\0\23" + DELETE + "\0\14" + SYSTEM, slice(1_000));
    }

    @Test
    void closedConnectionFailsAtEachByte() {
        final String bytes = ACCEPTED + packet("S" + DELETE) + END;
        for (int cut = 0; cut < bytes.length(); cut++) {
            final GlimpseReceiver cutOff = new GlimpseReceiver(GlimpseSettings.defaults(), 0);
            cutOff.onConnected(0);
            cutOff.onBytes(buffer(bytes), 0, cut, 1);
            cutOff.onClosed();

            assertEquals(State.FAILED, cutOff.state());
            assertEquals("the server closed the connection before " + (cut < ACCEPTED.length()
                    ? "it accepted the login"
                    : "the snapshot was complete"), cutOff.failure());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "JA | the login was rejected: user or password is wrong (--glimpse-user, --glimpse-password-file)",
            "JS | the login was rejected: there is no such session (--glimpse-session)",
            "J? | the login was rejected: the server gives no known reason",
            "J | the login was rejected: the server gives no known reason",
            "SD | the server sent a message before it accepted the login",
            "A | the server accepted the login with a malformed packet",
            "Z | the server ended its session before the snapshot was complete",
            "X | the server sent a packet of the unknown type 0x58: it is not a server of SoupBinTCP"})
    void answerThatIsNoLoginFails(final String answer, final String cause) {
        receiver.onConnected(0);
        receive(packet(answer));

        assertEquals(State.FAILED, receiver.state());
        assertEquals(cause, receiver.failure());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "S | the server sent a message of 0 bytes",
            "SD | the server sent a message of 1 bytes, type D has 19",
            "SG42 | the end of the snapshot has no valid sequence",
            "SG                   0 | the end of the snapshot has no valid sequence",
            "SG                 4-2 | the end of the snapshot has no valid sequence",
            "SG99999999999999999999 | the end of the snapshot has no valid sequence",
            "Z | the server ended its session before the snapshot was complete",
            "JA | the login was rejected: user or password is wrong (--glimpse-user, --glimpse-password-file)"})
    void malformedSnapshotFails(final String packet, final String cause) {
        receiver.onConnected(0);
        receive(ACCEPTED + packet(packet) + END);

        assertEquals(State.FAILED, receiver.state());
        assertEquals(cause, receiver.failure());
    }

    @Test
    void httpServerIsRecognised() {
        receiver.onConnected(0);
        receive("HTTP/1.1 400 Bad Request\r\n\r\n".repeat(1_000));

        assertEquals(State.FAILED, receiver.state());
        assertEquals("the server sent a packet of the unknown type 0x54: it is not a server of SoupBinTCP",
                receiver.failure());
    }

    @Test
    void packetWithoutTypeFails() {
        receiver.onConnected(0);
        receive("\0\0");

        assertEquals("the server sent a packet without a type", receiver.failure());
    }

    @Test
    void secondAcceptanceAndLaterStartFail() {
        receiver.onConnected(0);
        receive(ACCEPTED + ACCEPTED);
        assertEquals("the server accepted the login twice", receiver.failure());

        final GlimpseReceiver late = new GlimpseReceiver(GlimpseSettings.defaults(), 0);
        late.onConnected(0);
        final String accepted = packet("A%10s%20d".formatted("TODAY", 2));
        late.onBytes(buffer(accepted), 0, accepted.length(), 1);
        assertEquals("the server does not begin at its first message: use the session of today", late.failure());
    }

    @Test
    void snapshotBeyondItsLimitFails() {
        receiver.onConnected(0);
        receive(ACCEPTED + packet("S" + DELETE).repeat(48)); // 48 times 21 bytes exceed 1,000

        assertEquals("the snapshot has more than 1,000 bytes", receiver.failure());
    }

    @Test
    void messagesOfUnknownTypesAreKept() {
        receiver.onConnected(0);
        receive(ACCEPTED + packet("Szz") + END);

        assertEquals(State.COMPLETE, receiver.state());
        assertEquals("\0\2zz", slice(100));
    }

    @Test
    void heartbeatIsSentOnceASecondAfterTheLogin() {
        receiver.onConnected(0);
        sent();
        receiver.onTime(SECOND_NS);
        assertEquals("", sent(), "before the login is accepted");
        receive(ACCEPTED);
        receiver.onTime(SECOND_NS);
        assertEquals("\0\1R", sent());
        receiver.onTime(2 * SECOND_NS - 1);
        assertEquals("", sent());
        receiver.onTime(2 * SECOND_NS);
        receiver.onTime(4 * SECOND_NS);
        assertEquals("\0\1R", sent(), "one, while the socket takes nothing");
    }

    @Test
    void silentServerFails() {
        receiver.onTime(10 * SECOND_NS - 1);
        assertEquals(State.READING, receiver.state());
        receiver.onTime(10 * SECOND_NS);
        assertEquals("the server did not accept the connection", receiver.failure());

        final GlimpseReceiver mute = new GlimpseReceiver(GlimpseSettings.defaults(), 0);
        mute.onConnected(SECOND_NS);
        mute.onTime(10 * SECOND_NS);
        assertEquals("the server did not answer the login", mute.failure());

        final GlimpseReceiver stuck = new GlimpseReceiver(GlimpseSettings.defaults(), 0);
        stuck.onConnected(0);
        stuck.onBytes(buffer(ACCEPTED), 0, ACCEPTED.length(), SECOND_NS);
        stuck.onTime(16 * SECOND_NS - 1);
        assertEquals(State.READING, stuck.state());
        stuck.onTime(16 * SECOND_NS);
        assertEquals("the server sent nothing for 15 s", stuck.failure());
    }

    @Test
    void connectionErrorIsTheFailure() {
        receiver.onError("refused");
        receiver.onError("later");
        receiver.onClosed();

        assertEquals("refused", receiver.failure());
    }

    @Test
    void textsThatDoNotFitAreRefusedWithoutTheirValue() {
        final BusException failure = assertThrows(BusException.class,
                () -> GlimpseSettings.defaults().withPassword("12345678901"));

        assertEquals("invalid password of GLIMPSE: use up to 10 characters of ASCII", failure.getMessage());
        assertThrows(BusException.class, () -> GlimpseSettings.defaults().withUser("Zoë"));
    }

    private static String packet(final String content) {
        return "" + (char) (content.length() >> 8) + (char) (content.length() & 0xFF) + content;
    }

    private static UnsafeBuffer buffer(final String bytes) {
        return new UnsafeBuffer(bytes.getBytes(ISO_8859_1));
    }

    private void receive(final String bytes) {
        receiver.onBytes(buffer(bytes), 0, bytes.length(), 1);
    }

    private String sent() {
        final ByteBuffer outgoing = receiver.outgoing();
        final byte[] bytes = new byte[outgoing.remaining()];
        outgoing.get(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private String slice(final int most) {
        final Block block = new Block();
        final boolean isFilled = receiver.fill(block, most);
        assertEquals(isFilled, block.length() > 0);
        assertTrue(!isFilled || block.firstSequence() == Block.NO_SEQUENCE);
        assertFalse(block.length() > most);
        final byte[] bytes = new byte[block.length()];
        block.buffer().getBytes(0, bytes);
        return new String(bytes, ISO_8859_1);
    }
}

package io.verbus.tcp.connection;

import io.verbus.Build;
import io.verbus.BusException;
import io.verbus.net.handshake.StreamHash;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The first bytes of each side on a connection. Little endian.
 *
 * <pre>
 *           +----------------------------------------------------------+
 *        0  | magic (4)                                                |
 *        4  | version (4)                                              |
 *        8  | nonce (16)                                               |
 *       24  | part (4)                                                 |
 *           +----------------------------------------------------------+
 *       32  | session, of a connecting publisher (8)                   |
 *       40  | stream, of a connecting publisher: a hash (8)            |
 *           +----------------------------------------------------------+
 * </pre>
 *
 * <p>Parts: 1 subscriber; 2 publisher; 3 refusal, because no subscription wants the stream of a publisher, or because
 * the version differs. Session and stream only help a listener to choose the subscription that answers; they are proven
 * afterwards.
 *
 * @param nonce random, used once; {@value #NONCE_LENGTH} bytes
 * @param part role of the sender
 * @param session of a connecting publisher, else 0
 * @param stream hash of the stream name, of a connecting publisher, else 0
 */
record Hello(byte[] nonce, Part part, long session, long stream) {
    /** First bytes: "VBTC". */
    static final int MAGIC = 0x4354_4256;
    /** Version of the whole protocol: this handshake and the frames after it. */
    static final int VERSION = 1;
    static final int NONCE_LENGTH = 16;
    static final int LENGTH = 48;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 4;
    static final int NONCE_OFFSET = 8;
    static final int PART_OFFSET = 24;
    static final int SESSION_OFFSET = 32;
    static final int STREAM_OFFSET = 40;

    private static final byte[] LABEL = "verbus tcp handshake 1".getBytes(StandardCharsets.US_ASCII);
    /** First byte of a handshake, and of an alert, and then a version. */
    private static final List<Byte> TLS = List.of((byte) 0x16, (byte) 0x15);
    private static final byte TLS_VERSION = 0x03;
    private static final String NOT_VERBUS = " does not use the Verbus protocol";

    /** Role of the sender. */
    enum Part {
        SUBSCRIBER, PUBLISHER, REFUSAL
    }

    /** Of a side that does not have to name the stream. */
    static Hello of(final RandomGenerator random, final Part part) {
        return of(random, part, 0, 0);
    }

    /** Of a publisher that connects. */
    static Hello ofPublisher(final RandomGenerator random, final long session, final String stream) {
        return of(random, Part.PUBLISHER, session, StreamHash.of(stream));
    }

    private static Hello of(final RandomGenerator random, final Part part, final long session, final long stream) {
        final byte[] nonce = new byte[NONCE_LENGTH];
        random.nextBytes(nonce);
        return new Hello(nonce, part, session, stream);
    }

    /** What distinguishes a connection from all others, for proofs. */
    static byte[] connection(final Hello ofConnector, final Hello ofAcceptor) {
        return ByteBuffer.allocate(LABEL.length + 2 * NONCE_LENGTH).put(LABEL).put(ofConnector.nonce)
                .put(ofAcceptor.nonce).array();
    }

    ByteBuffer encode() {
        final ByteBuffer bytes = ByteBuffer.allocateDirect(LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(MAGIC_OFFSET, MAGIC).putInt(VERSION_OFFSET, VERSION).put(NONCE_OFFSET, nonce)
                .putInt(PART_OFFSET, part.ordinal() + 1).putLong(SESSION_OFFSET, session)
                .putLong(STREAM_OFFSET, stream);
        return bytes;
    }

    /** Whether the first bytes are of this protocol, in any version. */
    static boolean hasMagic(final DirectBuffer bytes) {
        return bytes.getInt(MAGIC_OFFSET, ByteOrder.LITTLE_ENDIAN) == MAGIC;
    }

    /**
     * Decodes the first bytes of a peer.
     *
     * @param source {@link #LENGTH} bytes
     * @param peer its address, for the error message
     * @return the hello, of this version
     * @throws BusException if the bytes are not of this protocol and version
     */
    static Hello decode(final ByteBuffer source, final String peer) {
        final UnsafeBuffer bytes = new UnsafeBuffer(source, 0, LENGTH);
        if (!hasMagic(bytes)) {
            throw new BusException(peer + NOT_VERBUS + guess(bytes) + ": check the address");
        }
        final int version = bytes.getInt(VERSION_OFFSET, ByteOrder.LITTLE_ENDIAN);
        if (version != VERSION) {
            throw new BusException("incompatible peer " + peer + ": protocol version " + version + ", and Verbus "
                    + Build.description() + " has version " + VERSION + ": run the same release on both hosts");
        }
        final int part = bytes.getInt(PART_OFFSET, ByteOrder.LITTLE_ENDIAN);
        if (part < 1 || part > Part.values().length) {
            throw new BusException(peer + " violates the protocol: part " + part + " in its hello, expected 1 to 3: it"
                    + " is a different Verbus build or an attacker");
        }
        final byte[] nonce = new byte[NONCE_LENGTH];
        bytes.getBytes(NONCE_OFFSET, nonce);
        return new Hello(nonce, Part.values()[part - 1], bytes.getLong(SESSION_OFFSET, ByteOrder.LITTLE_ENDIAN),
                bytes.getLong(STREAM_OFFSET, ByteOrder.LITTLE_ENDIAN));
    }

    /**
     * Refuses a peer whose first bytes are of TLS.
     *
     * @param bytes of the peer
     * @param length number of them
     * @param peer its address, for the error message
     * @throws BusException if they are
     */
    static void refuseTls(final DirectBuffer bytes, final int length, final String peer) {
        if (length > 1 && isTls(bytes)) {
            throw new BusException(peer + NOT_VERBUS + guess(bytes));
        }
    }

    private static boolean isTls(final DirectBuffer bytes) {
        return TLS.contains(bytes.getByte(0)) && bytes.getByte(1) == TLS_VERSION;
    }

    private static String guess(final DirectBuffer bytes) {
        if (isTls(bytes)) {
            return ", it uses TLS: name a key store on both sides, or on none";
        }
        return bytes.getStringWithoutLengthAscii(0, LENGTH).contains(" HTTP/") || bytes
                .getStringWithoutLengthAscii(0, 5).equals("HTTP/") ? ", it speaks HTTP" : "";
    }
}

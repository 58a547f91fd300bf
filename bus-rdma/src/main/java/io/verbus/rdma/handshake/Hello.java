package io.verbus.rdma.handshake;

import io.verbus.BusException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.random.RandomGenerator;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What each side says of itself while the connection is made, in the private data of the connection manager. Little
 * endian; there may be anything behind it.
 *
 * <pre>
 *           +----------------------------------------------------------+
 *        0  | magic (4)                                                |
 *        4  | version (4)                                              |
 *        8  | nonce (16)                                               |
 *       24  | part (4)                                                 |
 *       28  | mtu, the most bytes of a packet; 0 for the route's (4)   |
 *           +----------------------------------------------------------+
 *       32  | session, of a publisher that connects (8)                |
 *       40  | stream, of a publisher that connects: a hash (8)         |
 *           +----------------------------------------------------------+
 * </pre>
 *
 * <p>Parts: 1 subscriber; 2 publisher; 3 a refusal, because nothing there wants the stream of a publisher. Session and
 * stream only help who listens to choose the subscription that is to answer; they are proven afterwards.
 *
 * @param nonce random, used once; {@value #NONCE_LENGTH} bytes
 * @param part what the sender is
 * @param mtu 256 to 4096, a power of two: the most that the sender wants, or as answer what it has agreed to; 0 if it
 *     does not mind
 * @param session of a publisher that connects, else 0
 * @param stream a hash of its name, of a publisher that connects, else 0
 */
public record Hello(byte[] nonce, Part part, int mtu, long session, long stream) {
    /** First bytes: "VBRD". */
    public static final int MAGIC = 0x4452_4256;
    /** Version of this handshake and of what follows it. */
    public static final int VERSION = 3;
    /** Bytes of a nonce. */
    public static final int NONCE_LENGTH = 16;
    /** Bytes of a hello. */
    public static final int LENGTH = 48;

    private static final int MIN_MTU = 256;
    private static final int MAX_MTU = 4096;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 4;
    static final int NONCE_OFFSET = 8;
    static final int PART_OFFSET = 24;
    static final int MTU_OFFSET = 28;
    static final int SESSION_OFFSET = 32;
    static final int STREAM_OFFSET = 40;

    /** What who says hello is. */
    public enum Part {
        /** Asks for a stream. */
        SUBSCRIBER,
        /** Has one. */
        PUBLISHER,
        /** Wants nothing of a publisher. */
        REFUSAL
    }

    /**
     * Of a side that does not have to say which stream it is about.
     *
     * @param random whose next bytes nobody can guess
     * @param part what this side is
     * @return a hello with a nonce of its own
     */
    public static Hello of(final RandomGenerator random, final Part part) {
        final byte[] nonce = new byte[NONCE_LENGTH];
        random.nextBytes(nonce);
        return new Hello(nonce, part, 0, 0, 0);
    }

    /**
     * This one, of a side that wants no longer packets.
     *
     * @param bytes the most; 0 if it does not mind
     * @return a hello with the same nonce, and the least that was said
     */
    public Hello within(final int bytes) {
        return new Hello(nonce, part, mtu == 0 || bytes == 0 ? mtu + bytes : Math.min(mtu, bytes), session, stream);
    }

    /**
     * This one, for another connection.
     *
     * @param random whose next bytes nobody can guess
     * @return a hello that says the same, with a nonce of its own
     */
    public Hello again(final RandomGenerator random) {
        return new Hello(of(random, part).nonce, part, mtu, session, stream);
    }

    /**
     * This one, of a publisher that connects.
     *
     * @param ofSession its session
     * @param name of its stream
     * @return a hello with the same nonce
     */
    public Hello about(final long ofSession, final String name) {
        return new Hello(nonce, part, mtu, ofSession, hash(name));
    }

    /**
     * What stands for a stream's name, which is too long for private data.
     *
     * @param name of a stream
     * @return 64 bits of its SHA-256
     */
    public static long hash(final String name) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8)))
                    .getLong();
        } catch (final GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** {@return its bytes} */
    public byte[] encode() {
        final byte[] bytes = new byte[LENGTH];
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        buffer.putInt(MAGIC_OFFSET, MAGIC, ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(VERSION_OFFSET, VERSION, ByteOrder.LITTLE_ENDIAN);
        buffer.putBytes(NONCE_OFFSET, nonce);
        buffer.putInt(PART_OFFSET, part.ordinal() + 1, ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(MTU_OFFSET, mtu, ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(SESSION_OFFSET, session, ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(STREAM_OFFSET, stream, ByteOrder.LITTLE_ENDIAN);
        return bytes;
    }

    /**
     * Whether somebody speaks the bus's protocol, in some version.
     *
     * @param data that may be anything
     * @return whether it begins as a hello does
     */
    public static boolean isIn(final DirectBuffer data) {
        return data.capacity() >= LENGTH
                && data.getInt(MAGIC_OFFSET, ByteOrder.LITTLE_ENDIAN) == MAGIC;
    }

    /**
     * Reads what a peer says.
     *
     * @param data that may be anything
     * @param peer who says it, for the sentence
     * @return its hello, of this version
     * @throws BusException if it is none, or of another version
     */
    public static Hello decode(final DirectBuffer data, final String peer) {
        if (!isIn(data)) {
            throw new BusException(peer + " does not speak the protocol of Verbus: is it the right address?");
        }
        final int version = data.getInt(VERSION_OFFSET, ByteOrder.LITTLE_ENDIAN);
        if (version != VERSION) {
            throw new BusException(peer + " speaks version " + version + " of the protocol, this build version "
                    + VERSION + ": use the same Verbus version on both sides");
        }
        final int part = data.getInt(PART_OFFSET, ByteOrder.LITTLE_ENDIAN);
        if (part < 1 || part > Part.values().length) {
            throw new BusException(peer + " says that it is neither publisher nor subscriber: it is no Verbus of this"
                    + " version, or somebody attacks");
        }
        final int mtu = data.getInt(MTU_OFFSET, ByteOrder.LITTLE_ENDIAN);
        if (mtu != 0 && (mtu < MIN_MTU || mtu > MAX_MTU || Integer.bitCount(mtu) != 1)) {
            throw new BusException(peer + " wants packets of " + mtu + " bytes: it is no Verbus of this version, or"
                    + " somebody attacks");
        }
        final byte[] nonce = new byte[NONCE_LENGTH];
        data.getBytes(NONCE_OFFSET, nonce);
        return new Hello(nonce, Part.values()[part - 1], mtu, data.getLong(SESSION_OFFSET, ByteOrder.LITTLE_ENDIAN),
                data.getLong(STREAM_OFFSET, ByteOrder.LITTLE_ENDIAN));
    }
}

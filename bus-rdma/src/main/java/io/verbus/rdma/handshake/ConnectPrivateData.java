package io.verbus.rdma.handshake;

import io.verbus.Build;
import io.verbus.BusException;
import io.verbus.net.handshake.StreamHash;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Private data of the connection manager, sent by each side when the connection is established. Little endian. Any
 * bytes may follow it.
 *
 * <pre>
 *           +----------------------------------------------------------+
 *        0  | magic (4)                                                |
 *        4  | version (4)                                              |
 *        8  | nonce (16)                                               |
 *       24  | part (4)                                                 |
 *       28  | mtu, maximum bytes of a packet; 0: of the route (4)      |
 *           +----------------------------------------------------------+
 *       32  | session, of a connecting publisher (8)                   |
 *       40  | stream, of a connecting publisher: a hash (8)            |
 *           +----------------------------------------------------------+
 *       48  | queue pair, its number; unknown to iWARP otherwise (4)   |
 *       52  | immediates, 1 if the device has them (4)                 |
 *           +----------------------------------------------------------+
 * </pre>
 *
 * <p>Parts: 1 subscriber; 2 publisher; 3 refusal, because no subscription wants the stream of a publisher. Session and
 * stream only help a listener to choose the subscription that answers; they are proven afterwards.
 *
 * @param nonce random, used once; {@value #NONCE_LENGTH} bytes
 * @param part role of the sender
 * @param mtu 256 to 4096, a power of two: the maximum of the sender, or in an answer the agreed value; 0 for no limit
 * @param session of a connecting publisher, else 0
 * @param stream hash of the stream name, of a connecting publisher, else 0
 * @param queuePair number of the sender's queue pair, 0 in a refusal
 * @param immediates whether the device of the sender has WRITE with immediate
 */
public record ConnectPrivateData(byte[] nonce, Part part, int mtu, long session, long stream, int queuePair,
        boolean immediates) {
    /** First bytes: "VBRD". */
    public static final int MAGIC = 0x4452_4256;
    /** Version of the whole protocol: this handshake and the traffic after it. */
    public static final int VERSION = 5;
    /** Bytes of a nonce. */
    public static final int NONCE_LENGTH = 16;
    /** Bytes of the private data. */
    public static final int LENGTH = 56;

    private static final byte[] LABEL = "verbus rdma handshake 1".getBytes(StandardCharsets.US_ASCII);
    private static final int MIN_MTU = 256;
    private static final int MAX_MTU = 4096;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 4;
    static final int NONCE_OFFSET = 8;
    static final int PART_OFFSET = 24;
    static final int MTU_OFFSET = 28;
    static final int SESSION_OFFSET = 32;
    static final int STREAM_OFFSET = 40;
    static final int QUEUE_PAIR_OFFSET = 48;
    static final int IMMEDIATES_OFFSET = 52;

    /** Role of the sender. */
    public enum Part {
        /** Requests a stream. */
        SUBSCRIBER,
        /** Has a stream. */
        PUBLISHER,
        /** Has no subscription for the stream of the publisher. */
        REFUSAL
    }

    /**
     * For a side that does not have to name the stream.
     *
     * @param random an unpredictable generator
     * @param part role of this side
     * @return private data with a new nonce
     */
    public static ConnectPrivateData of(final RandomGenerator random, final Part part) {
        final byte[] nonce = new byte[NONCE_LENGTH];
        random.nextBytes(nonce);
        return new ConnectPrivateData(nonce, part, 0, 0, 0, 0, false);
    }

    /**
     * Limits the packet length.
     *
     * @param bytes maximum; 0 for no limit
     * @return private data with the same nonce, and the lower of both limits
     */
    public ConnectPrivateData withMtuLimit(final int bytes) {
        return new ConnectPrivateData(nonce, part, mtu == 0 || bytes == 0 ? mtu + bytes : Math.min(mtu, bytes), session,
                stream, queuePair, immediates);
    }

    /**
     * Describes the queue pair of the sender.
     *
     * @param number of it
     * @param hasImmediates whether its device has WRITE with immediate
     * @return private data with the same nonce
     */
    public ConnectPrivateData withQueuePair(final int number, final boolean hasImmediates) {
        return new ConnectPrivateData(nonce, part, mtu, session, stream, number, hasImmediates);
    }

    /**
     * For another connection attempt.
     *
     * @param random an unpredictable generator
     * @return the same private data with a new nonce
     */
    public ConnectPrivateData withNewNonce(final RandomGenerator random) {
        return new ConnectPrivateData(of(random, part).nonce, part, mtu, session, stream, queuePair,
                immediates);
    }

    /**
     * For a connecting publisher.
     *
     * @param ofSession its session
     * @param name of its stream
     * @return private data with the same nonce
     */
    public ConnectPrivateData forStream(final long ofSession, final String name) {
        return new ConnectPrivateData(nonce, part, mtu, ofSession, StreamHash.of(name), queuePair, immediates);
    }

    /**
     * What distinguishes a connection from all others, for proofs: the nonces and queue pairs of both sides.
     *
     * @param ofConnector private data of the connecting side
     * @param ofAcceptor private data of the accepting side
     * @return bytes
     */
    public static byte[] connection(final ConnectPrivateData ofConnector, final ConnectPrivateData ofAcceptor) {
        return ByteBuffer.allocate(LABEL.length + 2 * (NONCE_LENGTH + Integer.BYTES)).order(ByteOrder.LITTLE_ENDIAN)
                .put(LABEL).put(ofConnector.nonce).put(ofAcceptor.nonce).putInt(ofConnector.queuePair)
                .putInt(ofAcceptor.queuePair).array();
    }

    /** {@return the encoded bytes} */
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
        buffer.putInt(QUEUE_PAIR_OFFSET, queuePair, ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(IMMEDIATES_OFFSET, immediates ? 1 : 0, ByteOrder.LITTLE_ENDIAN);
        return bytes;
    }

    /**
     * Whether the peer uses the protocol of the bus, in any version.
     *
     * @param data any bytes
     * @return whether it starts with the magic
     */
    public static boolean hasMagic(final DirectBuffer data) {
        return data.capacity() >= VERSION_OFFSET + Integer.BYTES
                && data.getInt(MAGIC_OFFSET, ByteOrder.LITTLE_ENDIAN) == MAGIC;
    }

    /**
     * Decodes the private data of a peer.
     *
     * @param data any bytes
     * @param peer its address, for the error message
     * @return the private data, of this version
     * @throws BusException if the data is not of this protocol and version
     */
    public static ConnectPrivateData decode(final DirectBuffer data, final String peer) {
        if (!hasMagic(data)) {
            throw new BusException(peer + " does not use the Verbus protocol: check the address");
        }
        final int version = data.getInt(VERSION_OFFSET, ByteOrder.LITTLE_ENDIAN);
        if (version != VERSION) {
            throw new BusException("incompatible peer " + peer + ": protocol version " + version + ", and Verbus "
                    + Build.description() + " has version " + VERSION + ": run the same release on both hosts");
        }
        if (data.capacity() < LENGTH) {
            throw new BusException(peer + " violates the protocol: " + data.capacity() + " bytes of private data,"
                    + " expected " + LENGTH + ": it is a different Verbus build or an attacker");
        }
        final int part = data.getInt(PART_OFFSET, ByteOrder.LITTLE_ENDIAN);
        if (part < 1 || part > Part.values().length) {
            throw new BusException(peer + " violates the protocol: part " + part
                    + " in its private data, expected 1 to 3: it is a different"
                    + " Verbus build or an attacker");
        }
        final int mtu = data.getInt(MTU_OFFSET, ByteOrder.LITTLE_ENDIAN);
        if (mtu != 0 && (mtu < MIN_MTU || mtu > MAX_MTU || Integer.bitCount(mtu) != 1)) {
            throw new BusException(
                    peer + " violates the protocol: MTU " + mtu + " in its private data: it is a different Verbus build"
                            + " or an attacker");
        }
        final int immediates = data.getInt(IMMEDIATES_OFFSET, ByteOrder.LITTLE_ENDIAN);
        if (immediates != 0 && immediates != 1) {
            throw new BusException(peer + " violates the protocol: immediates " + immediates
                    + " in its private data, expected 0 or 1: it is a different Verbus build or an attacker");
        }
        final byte[] nonce = new byte[NONCE_LENGTH];
        data.getBytes(NONCE_OFFSET, nonce);
        return new ConnectPrivateData(nonce, Part.values()[part - 1], mtu,
                data.getLong(SESSION_OFFSET, ByteOrder.LITTLE_ENDIAN),
                data.getLong(STREAM_OFFSET, ByteOrder.LITTLE_ENDIAN),
                data.getInt(QUEUE_PAIR_OFFSET, ByteOrder.LITTLE_ENDIAN), immediates == 1);
    }
}

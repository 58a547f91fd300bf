package io.verbus.net.handshake;

import io.verbus.Build;
import io.verbus.BusException;
import io.verbus.GapCause;
import io.verbus.Refusal;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.Offer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A publisher's offer.
 *
 * <pre>
 *           +----------------------------------------------------------+
 *        8  | session (8)                                              |
 *       16  | capacity (8)                                             |
 *       24  | process (8)                                              |
 *       32  | pid (8)                                                  |
 *       40  | started, UTC ns (8)                                      |
 *       48  | UTC minus monotonic ns (8)                               |
 *       56  | layout version of the log (4)                            |
 *       60  | timestamps: 1 if frames have them; plus 256 a relay (4)  |
 *           +----------------------------------------------------------+
 *       64  | position (8)                                             |
 *       72  | sequence (8)                                             |
 *       80  | wanted sequence (8)                                      |
 *           +----------------------------------------------------------+
 *       88  | address of the subscriber's words (8)                    |
 *       96  | key of the subscriber's words (4)                        |
 *      100  | key of the log's file, for reads (4)                     |
 *           +----------------------------------------------------------+
 *      104  | stream: length 4, UTF-8 up to 124 (128)                  |
 *      232  | publisher: length 4, UTF-8 up to 124 (128)               |
 *      360  | build: length 4, UTF-8 up to 124 (128)                   |
 *      488  | address of the log's file, for reads; 0: none (8)        |
 *      496  | refusal of BLOCK: cause, 0 for none (4)                  |
 *      500  | cause of a gap before the start (4)                      |
 *      504  | relay: length 4, UTF-8 up to 124 (128)                   |
 *           +----------------------------------------------------------+
 *      632  | proof (32)                                               |
 *           +----------------------------------------------------------+
 * </pre>
 *
 * <p>The offer of a publisher has no relay: its proof is at 504.
 *
 * @param offer where the subscriber may start
 * @param words control block that the subscriber writes
 * @param history log file, header and ring, that the subscriber may read; only if requested
 */
public record OfferMessage(Offer offer, RemoteMemory words, RemoteMemory history) implements Message {
    /** Upper bound of positions and jumps: no log reaches it, and sums do not overflow. */
    public static final long MAX_POSITION = 1L << 62;

    static final int SESSION_OFFSET = 8;
    static final int CAPACITY_OFFSET = 16;
    static final int PROCESS_OFFSET = 24;
    static final int PID_OFFSET = 32;
    static final int STARTED_OFFSET = 40;
    static final int CLOCK_OFFSET = 48;
    static final int LAYOUT_OFFSET = 56;
    static final int TIMESTAMPS_OFFSET = 60;
    static final int POSITION_OFFSET = 64;
    static final int SEQUENCE_OFFSET = 72;
    static final int WANTED_OFFSET = 80;
    static final int WORDS_OFFSET = 88;
    static final int WORDS_KEY_OFFSET = 96;
    static final int HISTORY_KEY_OFFSET = 100;
    static final int STREAM_OFFSET = 104;
    static final int PUBLISHER_OFFSET = 232;
    static final int BUILD_OFFSET = 360;
    static final int TEXT_LENGTH = 124;
    static final int HISTORY_OFFSET = 488;
    static final int REFUSAL_OFFSET = 496;
    static final int GAP_OFFSET = 500;
    static final int PROOF_OFFSET = 504;
    static final int RELAY_OFFSET = 504;
    static final int RELAY_PROOF_OFFSET = 632;
    private static final int HOPS_SHIFT = 8;

    private static final String NAME = "offer";
    private static final Refusal[] REFUSALS = Refusal.values();
    private static final GapCause[] GAPS = GapCause.values();

    @Override
    public MessageType type() {
        return offer.identity().hops() > 0 ? MessageType.RELAY_OFFER : MessageType.OFFER;
    }

    @Override
    public void encode(final MutableDirectBuffer target) {
        final LogIdentity identity = offer.identity();
        target.putLong(SESSION_OFFSET, identity.session());
        target.putLong(CAPACITY_OFFSET, identity.capacity());
        target.putLong(PROCESS_OFFSET, identity.process());
        target.putLong(PID_OFFSET, identity.pid());
        target.putLong(STARTED_OFFSET, identity.startedEpochNs());
        target.putLong(CLOCK_OFFSET, identity.clockOffsetNs());
        target.putInt(LAYOUT_OFFSET, LogIdentity.LAYOUT_VERSION);
        target.putInt(TIMESTAMPS_OFFSET, (identity.timestamps() ? 1 : 0) | identity.hops() << HOPS_SHIFT);
        target.putLong(POSITION_OFFSET, offer.position());
        target.putLong(SEQUENCE_OFFSET, offer.sequence());
        target.putLong(WANTED_OFFSET, offer.wanted());
        words.encode(target, WORDS_OFFSET, WORDS_KEY_OFFSET);
        history.encode(target, HISTORY_OFFSET, HISTORY_KEY_OFFSET);
        target.putInt(REFUSAL_OFFSET, offer.refusal().ordinal());
        target.putInt(GAP_OFFSET, offer.gap().ordinal());
        MessageText.put(target, STREAM_OFFSET, identity.stream(), TEXT_LENGTH);
        MessageText.put(target, PUBLISHER_OFFSET, identity.publisher(), TEXT_LENGTH);
        MessageText.put(target, BUILD_OFFSET, identity.build(), TEXT_LENGTH);
        if (identity.hops() > 0) {
            MessageText.put(target, RELAY_OFFSET, identity.relay(), TEXT_LENGTH);
        }
    }

    static OfferMessage decode(final DirectBuffer source, final MessageType type) {
        final int layout = source.getInt(LAYOUT_OFFSET);
        if (layout != LogIdentity.LAYOUT_VERSION) {
            throw new BusException("has a log of layout " + layout + ", written by Verbus "
                    + MessageText.get(source, BUILD_OFFSET, TEXT_LENGTH, NAME) + ", and Verbus " + Build.description()
                    + " reads layout " + LogIdentity.LAYOUT_VERSION + ": run the same release on both hosts");
        }
        final long position = source.getLong(POSITION_OFFSET);
        final long sequence = source.getLong(SEQUENCE_OFFSET);
        final long wanted = source.getLong(WANTED_OFFSET);
        ProtocolViolation.check(position >= 0 && position <= MAX_POSITION && position % LogIdentity.ALIGNMENT == 0,
                NAME,
                "position " + position);
        ProtocolViolation.check(sequence >= 0 && wanted >= 0, NAME, "sequences " + sequence + " and " + wanted);
        final int refusal = source.getInt(REFUSAL_OFFSET);
        ProtocolViolation.check(refusal >= 0 && refusal < REFUSALS.length, NAME, "refusal " + refusal);
        final int gap = source.getInt(GAP_OFFSET);
        ProtocolViolation.check(gap >= 0 && gap < GAPS.length, NAME, "cause of a gap " + gap);
        return new OfferMessage(
                new Offer(identity(source, type), position, sequence, wanted, GAPS[gap], REFUSALS[refusal]),
                RemoteMemory.decode(source, WORDS_OFFSET, WORDS_KEY_OFFSET),
                RemoteMemory.decode(source, HISTORY_OFFSET, HISTORY_KEY_OFFSET));
    }

    private static LogIdentity identity(final DirectBuffer source, final MessageType type) {
        final long session = source.getLong(SESSION_OFFSET);
        final long capacity = source.getLong(CAPACITY_OFFSET);
        ProtocolViolation.check(session != 0, NAME, "a session of 0");
        ProtocolViolation.check(Long.bitCount(capacity) == 1 && capacity >= LogIdentity.MIN_CAPACITY
                && capacity <= LogIdentity.MAX_CAPACITY, NAME, "a log of " + capacity + " bytes");
        final int hops = source.getInt(TIMESTAMPS_OFFSET) >>> HOPS_SHIFT & LogIdentity.MAX_HOPS;
        ProtocolViolation.check(hops > 0 == (type == MessageType.RELAY_OFFER), NAME, hops + " relays");
        return new LogIdentity(MessageText.get(source, STREAM_OFFSET, TEXT_LENGTH, NAME), session,
                MessageText.get(source, PUBLISHER_OFFSET, TEXT_LENGTH, NAME), (int) capacity,
                (source.getInt(TIMESTAMPS_OFFSET) & 1) != 0, source.getLong(PROCESS_OFFSET), source.getLong(PID_OFFSET),
                source.getLong(STARTED_OFFSET), source.getLong(CLOCK_OFFSET),
                MessageText.get(source, BUILD_OFFSET, TEXT_LENGTH, NAME), hops,
                hops > 0 ? MessageText.get(source, RELAY_OFFSET, TEXT_LENGTH, NAME) : "");
    }
}

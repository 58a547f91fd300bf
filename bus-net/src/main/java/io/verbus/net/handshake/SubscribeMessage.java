package io.verbus.net.handshake;

import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.Request.Another;
import io.verbus.spi.Request.Resume;
import io.verbus.spi.Request.Target;
import io.verbus.spi.Request;
import io.verbus.spi.SubscriptionIdentity;
import java.util.HashSet;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A subscriber's request.
 *
 * <pre>
 *           +----------------------------------------------------------+
 *        8  | subscription (8)                                         |
 *       16  | process (8)                                              |
 *       24  | pid (8)                                                  |
 *       32  | policy (4)                                               |
 *       36  | start (4)                                                |
 *           +----------------------------------------------------------+
 *       40  | session, to resume (8)                                   |
 *       48  | position, to resume at (8)                               |
 *       56  | sequence, to resume or start at (8)                      |
 *           +----------------------------------------------------------+
 *       64  | stream: length 4, UTF-8 up to 124 (128)                  |
 *      192  | name: length 4, UTF-8 up to 124 (128)                    |
 *      320  | known sessions: how many (4)                             |
 *      328  | ids of known sessions, 64 of 8 (512)                     |
 *      840  | history, whether it requests to read the log (4)         |
 *      848  | proof (32)                                               |
 *           +----------------------------------------------------------+
 * </pre>
 *
 * <p>Starts: 1 a session that is not known, live; 2 from the oldest; 3 from a sequence; 4 the rest of a session.
 *
 * @param request to encode
 */
public record SubscribeMessage(Request request) implements Message {
    static final int SUBSCRIPTION_OFFSET = 8;
    static final int PROCESS_OFFSET = 16;
    static final int PID_OFFSET = 24;
    static final int POLICY_OFFSET = 32;
    static final int START_OFFSET = 36;
    static final int SESSION_OFFSET = 40;
    static final int POSITION_OFFSET = 48;
    static final int SEQUENCE_OFFSET = 56;
    static final int STREAM_OFFSET = 64;
    static final int NAME_OFFSET = 192;
    static final int TEXT_LENGTH = 124;
    static final int KNOWN_COUNT_OFFSET = 320;
    static final int KNOWN_OFFSET = 328;
    static final int HISTORY_OFFSET = 840;
    static final int PROOF_OFFSET = 848;

    private static final int LIVE = 1;
    private static final int OLDEST = 2;
    private static final int AT = 3;
    private static final int RESUME = 4;
    private static final String NAME = "request";

    @Override
    public MessageType type() {
        return MessageType.SUBSCRIBE;
    }

    @Override
    public void encode(final MutableDirectBuffer target) {
        final SubscriptionIdentity subscriber = request.subscriber();
        target.putLong(SUBSCRIPTION_OFFSET, subscriber.id());
        target.putLong(PROCESS_OFFSET, subscriber.process());
        target.putLong(PID_OFFSET, subscriber.pid());
        target.putInt(POLICY_OFFSET, subscriber.policy().ordinal());
        target.putInt(HISTORY_OFFSET, request.history() ? 1 : 0);
        MessageText.put(target, STREAM_OFFSET, request.stream(), TEXT_LENGTH);
        MessageText.put(target, NAME_OFFSET, subscriber.name(), TEXT_LENGTH);
        switch (request.target()) {
            case Another another -> encode(target, another);
            case Resume(long session, long position, long sequence) -> {
                target.putInt(START_OFFSET, RESUME);
                target.putLong(SESSION_OFFSET, session);
                target.putLong(POSITION_OFFSET, position);
                target.putLong(SEQUENCE_OFFSET, sequence);
            }
        }
    }

    private static void encode(final MutableDirectBuffer target, final Another another) {
        assert another.known().size() <= Request.MAX_KNOWN : "too many known sessions";
        target.putInt(KNOWN_COUNT_OFFSET, another.known().size());
        int offset = KNOWN_OFFSET;
        for (final long session : another.known()) {
            target.putLong(offset, session);
            offset += Long.BYTES;
        }
        switch (another.start()) {
            case Start.Live _ -> target.putInt(START_OFFSET, LIVE);
            case Start.Oldest _ -> target.putInt(START_OFFSET, OLDEST);
            case Start.At(long sequence) -> {
                target.putInt(START_OFFSET, AT);
                target.putLong(SEQUENCE_OFFSET, sequence);
            }
        }
    }

    static SubscribeMessage decode(final DirectBuffer source) {
        final long subscription = source.getLong(SUBSCRIPTION_OFFSET);
        final int policy = source.getInt(POLICY_OFFSET);
        ProtocolViolation.check(subscription != 0, NAME, "a subscription of 0");
        ProtocolViolation.check(policy >= 0 && policy < Policy.values().length, NAME, "policy " + policy);
        return new SubscribeMessage(new Request(MessageText.get(source, STREAM_OFFSET, TEXT_LENGTH, NAME),
                new SubscriptionIdentity(subscription, MessageText.get(source, NAME_OFFSET, TEXT_LENGTH, NAME),
                        Policy.values()[policy], source.getLong(PROCESS_OFFSET), source.getLong(PID_OFFSET)),
                target(source), source.getInt(HISTORY_OFFSET) != 0));
    }

    private static Target target(final DirectBuffer source) {
        final int start = source.getInt(START_OFFSET);
        final long sequence = source.getLong(SEQUENCE_OFFSET);
        ProtocolViolation.check(sequence >= 0, NAME, "sequence " + sequence);
        return switch (start) {
            case LIVE -> new Another(known(source), Start.live());
            case OLDEST -> new Another(known(source), Start.oldest());
            case AT -> new Another(known(source), Start.at(sequence));
            case RESUME -> {
                final long session = source.getLong(SESSION_OFFSET);
                final long position = source.getLong(POSITION_OFFSET);
                ProtocolViolation.check(session != 0, NAME, "a session of 0");
                ProtocolViolation.check(position >= 0 && position % LogIdentity.ALIGNMENT == 0, NAME,
                        "position " + position);
                yield new Resume(session, position, sequence);
            }
            default -> throw ProtocolViolation.in(NAME, "start " + start);
        };
    }

    private static Set<Long> known(final DirectBuffer source) {
        final int count = source.getInt(KNOWN_COUNT_OFFSET);
        ProtocolViolation.check(count >= 0 && count <= Request.MAX_KNOWN, NAME, count + " known sessions");
        final Set<Long> known = new HashSet<>();
        for (int i = 0; i < count; i++) {
            known.add(source.getLong(KNOWN_OFFSET + i * Long.BYTES));
        }
        return known;
    }
}

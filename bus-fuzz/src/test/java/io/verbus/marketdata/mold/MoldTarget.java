package io.verbus.marketdata.mold;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;
import static java.nio.ByteOrder.BIG_ENDIAN;

import io.verbus.fuzz.Input;
import io.verbus.fuzz.Seed;
import io.verbus.fuzz.Target;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Arbitrary datagrams of MoldUDP64 or IEX-TP in any order, with time between them. Each message of a session is
 * delivered once and in order, or reported as lost; none is empty; only missing messages are requested; and a message
 * is lost only if it was announced, and the sender has not contradicted that since.
 *
 * <p>Input: flags (one side or two, with or without a re-request server, more memory, trusted packets), memory for
 * early packets in units of 16 bytes; then steps: an arbitrary datagram; a well-formed one of a session, a sequence
 * (relative to the next one, so that it often matches) and a number of messages, and in IEX-TP a time at which it was
 * sent (relative to now), from the sender of a side or as an answer; or time, or the end of all packets.
 */
public final class MoldTarget implements Target {
    private static final int CONTINUES = 1;
    private static final int PAIR = 2;
    private static final int NO_SERVER = 4;
    private static final int MORE_MEMORY = 8;
    private static final int TRUSTED = 16;
    /** Enough for the longest packet. */
    private static final int MORE_BYTES = 70_000;
    /** Of time: nothing more arrives. */
    private static final int NOTHING_MORE = 255;
    private static final int SESSIONS = 3;
    private static final int RAW = 0;
    private static final int MADE = 1;
    private static final int TIME = 2;
    private static final int STEPS = 3;
    private static final int RETRY_NS = 10;
    private static final int ATTEMPTS = 2;
    private static final int MESSAGES_PER_REQUEST = 5;
    private static final int SILENCE_NS = 40;
    /** Less than the distance that a step can be ahead. */
    private static final int FAR_MESSAGES = 60;
    private static final int NONE = 255;
    private static final int ANSWER = 128;

    private final PacketFormat format;

    public MoldTarget(final Path scratch, final PacketFormat format) {
        this.format = format;
        check(scratch.isAbsolute(), "relative path");
    }

    @Override
    public void run(final byte[] bytes) {
        final Input input = new Input(bytes);
        final int flags = input.u8();
        final Run run = new Run(format, flags, input.u8() * 16 + ((flags & MORE_MEMORY) != 0 ? MORE_BYTES : 0));
        while (input.hasMore()) {
            run.step(input);
        }
    }

    @Override
    public List<byte[]> seeds() {
        final Seed recovered = new Seed().u8(0).u8(100);
        made(recovered, 0, 0, 3);
        made(recovered, 0, 2, 2);
        made(recovered, 0, 3, 0);
        recovered.u8(TIME).u8(30);
        made(recovered, ANSWER + 1, 0, 2); // ANSWER + 1 is of session 0: 129 % 3
        made(recovered, 0, 0, NONE);
        final Seed lost = new Seed().u8(CONTINUES).u8(3);
        made(lost, 0, 0, 1);
        made(lost, 0, 7, 4);
        made(lost, 0, 12, 4);
        lost.u8(TIME).u8(10).u8(TIME).u8(10).u8(TIME).u8(10);
        made(lost, 1, 0, 2);
        made(lost, 0, 0, 2);
        final byte[] packet = packet(format, 2, 1, 2, 1);
        lost.u8(RAW).u16(packet.length).bytes(packet);
        final Seed pair = new Seed().u8(CONTINUES | PAIR | NO_SERVER | MORE_MEMORY).u8(0);
        made(pair, 0, 0, 2);
        made(pair, 0, 3, 2);
        made(pair, SESSIONS, 0, 2);
        made(pair, SESSIONS, 4, 2);
        pair.u8(TIME).u8(RETRY_NS).u8(TIME).u8(NOTHING_MORE);
        return List.of(recovered.toBytes(), lost.toBytes(), pair.toBytes());
    }

    private void made(final Seed seed, final int session, final int ahead, final int messages) {
        seed.u8(MADE).u8(session).u8(ahead).u8(messages);
        if (format == PacketFormat.IEX_TP) {
            seed.u8(1);
        }
    }

    /** Messages of 0 to 3 bytes; NONE is the end of the session, or in IEX-TP a heartbeat. */
    private static byte[] packet(final PacketFormat format, final int session, final long first, final int messages,
            final long sentNs) {
        final ByteBuffer packet = ByteBuffer.allocate(format.headerLength() + 5 * NONE).order(format.order());
        if (format == PacketFormat.IEX_TP) {
            packet.put(IexTpLayout.VERSION_1).put((byte) 0).putShort(IexTpLayout.DEEP_1_0).putInt(1).putInt(session)
                    .putShort((short) 0).putShort((short) (messages == NONE ? 0 : messages)).putLong(0).putLong(first)
                    .putLong(sentNs);
        } else {
            packet.put(("SESSION  " + session).getBytes(StandardCharsets.US_ASCII)).putLong(first)
                    .putShort((short) (messages == NONE ? MoldLayout.END_OF_SESSION : messages));
        }
        for (int i = 0; i < messages && messages != NONE; i++) {
            final int length = (int) (first + i & 3);
            packet.putShort((short) length).put(new byte[length]);
        }
        if (format == PacketFormat.IEX_TP) {
            packet.putShort(IexTpLayout.PAYLOAD_LENGTH, (short) (packet.position() - format.headerLength()));
        }
        final byte[] bytes = new byte[packet.position()];
        packet.flip().get(bytes);
        return bytes;
    }

    /** A receiver and its output. */
    private static final class Run implements MoldSink, MoldRequester {
        private final PacketFormat format;
        private final MoldReceiver receiver;
        private final int heldBytes;
        private long next;
        private long delivered;
        private long lost;
        private long falseEnds;
        /** One more than the highest sequence that messages or the latest claim of the sender have announced. */
        private final long[] announced;
        /** The same of the datagram that is being taken: without a server and memory it is a loss at once. */
        private long taken;
        private int datagrams;
        private int steps;
        private long nowNs;

        Run(final PacketFormat format, final int flags, final int heldBytes) {
            this.format = format;
            announced = new long[(flags & PAIR) != 0 ? 2 : 1];
            this.heldBytes = heldBytes;
            receiver = new MoldReceiver(MoldSettings.defaults().withRetryNs(RETRY_NS).withAttempts(ATTEMPTS)
                    .withMessagesPerRequest(MESSAGES_PER_REQUEST).withHeldBytes(heldBytes)
                    .withContinuesAfterLoss((flags & CONTINUES) != 0).withSides(announced.length)
                    .withFormat(format).withDiscipline(new MoldDiscipline(null, SILENCE_NS,
                            (flags & TRUSTED) != 0 ? Integer.MAX_VALUE : FAR_MESSAGES)),
                    this,
                    (flags & NO_SERVER) != 0 ? null : this);
        }

        void step(final Input input) {
            switch (input.u8() % STEPS) {
                case RAW -> take(0, input.bytes(input.u16()), false);
                case MADE -> {
                    final int session = input.u8();
                    final long ahead = (byte) input.u8();
                    final int messages = input.u8();
                    final long sentNs = format == PacketFormat.IEX_TP ? nowNs + (byte) input.u8() : 0;
                    take(session / SESSIONS % announced.length, packet(format, session % SESSIONS,
                            receiver.expected() + ahead, messages, sentNs), session >= ANSWER);
                }
                case TIME -> {
                    final int ns = input.u8();
                    nowNs += ns;
                    if (ns == NOTHING_MORE) {
                        receiver.onNothingMore(nowNs);
                    }
                    receiver.onTime(nowNs);
                    deliverHeld();
                }
                default -> throw new AssertionError();
            }
            same(next, receiver.expected(), "expected sequence");
            same(delivered, receiver.counts().messages(), "messages");
            same(lost, receiver.counts().lost(), "lost");
            same(falseEnds, receiver.counts().falseEnds(), "false ends");
            same(datagrams, receiver.counts().packets(), "packets");
            check(receiver.session().codePoints().allMatch(c -> c >= ' ' && c <= '~'), "not printable");
        }

        /** A separate buffer, so that an access outside it is an exception. */
        private void take(final int side, final byte[] packet, final boolean isAnswer) {
            final boolean over = receiver.state() == MoldState.ENDED || receiver.state() == MoldState.GIVEN_UP;
            datagrams += over ? 0 : 1;
            final long skipped = skipped();
            final UnsafeBuffer in = new UnsafeBuffer(packet);
            taken = format.isSound(in, 0, packet.length)
                    ? format.sequence(in, 0) + format.messages(in, 0)
                    : 0;
            if (isAnswer) {
                receiver.onAnswer(in, 0, packet.length, nowNs);
            } else {
                receiver.onDatagram(side, in, 0, packet.length, nowNs);
            }
            if (!over && skipped() == skipped) {
                announce(isAnswer ? 0 : side, in, isAnswer);
            }
            taken = 0;
            deliverHeld();
        }

        private void deliverHeld() {
            for (int held = 0; receiver.deliverHeld(nowNs); held++) {
                check(held <= heldBytes / format.headerLength(), "endless delivery of held packets");
            }
        }

        private long skipped() {
            final MoldCounts counts = receiver.counts();
            return counts.malformed() + counts.strayPackets() + counts.doubtedPackets()
                    + counts.latePackets();
        }

        /** Messages only raise the announced sequence; a heartbeat or end of the sender also lowers it. */
        private void announce(final int side, final DirectBuffer in, final boolean isAnswer) {
            final int messages = format.messages(in, 0);
            final long claimed = format.sequence(in, 0) + messages;
            if (messages > 0) {
                announced[side] = Math.max(announced[side], claimed);
            } else if (!isAnswer) {
                announced[side] = claimed;
            }
        }

        @Override
        public void onSession(final String session) {
            next = 1;
            Arrays.fill(announced, 1);
        }

        @Override
        public void onMessages(final DirectBuffer in, final int offset, final int length, final long sequence) {
            same(next, sequence, "sequence");
            int at = offset;
            while (at < offset + length) {
                check(in.getShort(at, format.order()) != 0, "an empty message");
                at += MoldLayout.FRAMING + (in.getShort(at, format.order()) & 0xFFFF);
                next++;
                delivered++;
            }
            same(offset + length, at, "whole messages");
            in.boundsCheck(offset, length);
        }

        @Override
        public void onFalseEnd(final String session, final long end) {
            check(end >= next, "end accepted before received messages");
            falseEnds++;
        }

        @Override
        public void onLoss(final String session, final long first, final long last, final String cause) {
            same(next, first, "start of the loss");
            check(last >= first, "empty loss");
            check(last < Math.max(taken, Arrays.stream(announced).max().orElse(0)),
                    "lost up to " + last + ", announced up to " + Arrays.toString(announced));
            lost += last - first + 1;
            if (receiver.state() != MoldState.GIVEN_UP) {
                next = last + 1;
            }
        }

        @Override
        public void request(final DirectBuffer packet) {
            same(MoldLayout.HEADER_LENGTH, packet.capacity(), "request length");
            final long first = packet.getLong(MoldLayout.SEQUENCE, BIG_ENDIAN);
            final int count = packet.getShort(MoldLayout.COUNT, BIG_ENDIAN) & 0xFFFF;
            check(first >= next && count >= 1 && count <= MESSAGES_PER_REQUEST, "request of " + count + " from "
                    + first + ", expected from " + next);
            check(steps++ < 100_000, "endless requests");
        }
    }
}

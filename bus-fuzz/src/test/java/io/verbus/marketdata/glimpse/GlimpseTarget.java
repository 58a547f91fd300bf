package io.verbus.marketdata.glimpse;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.verbus.fuzz.Input;
import io.verbus.fuzz.Seed;
import io.verbus.fuzz.Target;
import io.verbus.marketdata.itch.ItchType;
import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.SnapshotSource.State;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The bytes of a GLIMPSE server in parts of any length, with time between them, and a close. A plain decoder of the
 * whole stream finds the same messages and the same sequence, and accepts and rejects the same streams; the server
 * receives a login, heartbeats and a logout.
 *
 * <p>Input: memory for the snapshot in units of 4 bytes; then steps: arbitrary bytes; a packet of a type with a content
 * of ITCH or of any bytes, in one part or two; an accepted login; the end of a snapshot; time; or the close.
 */
public final class GlimpseTarget implements Target {
    private static final int RAW = 0;
    private static final int PACKET = 1;
    private static final int MESSAGE = 2;
    private static final int ACCEPTED = 3;
    private static final int END = 4;
    private static final int TIME = 5;
    private static final int CLOSE = 6;
    private static final int STEPS = 7;
    private static final long TICK_NS = 250_000_000;
    private static final int MOST_HEARTBEATS = 1_000;

    public GlimpseTarget(final Path scratch) {
        check(scratch.isAbsolute(), "relative path");
    }

    @Override
    public void run(final byte[] bytes) {
        final Input input = new Input(bytes);
        final Run run = new Run(4 * input.u8());
        while (input.hasMore()) {
            run.step(input);
        }
        run.checkEnd();
    }

    @Override
    public List<byte[]> seeds() {
        final Seed whole = new Seed().u8(100).u8(ACCEPTED).u8(1);
        for (int i = 0; i < ItchType.values().length; i++) {
            whole.u8(MESSAGE).u8(i).u8(5 * i);
        }
        whole.u8(TIME).u8(4).u8(PACKET).u8('H').u8(0).u8(0).u8(END).u8(7).u8(9);
        final Seed rejected = new Seed().u8(1).u8(PACKET).u8('J').u8(1).u8(1).bytes((byte) 'A');
        final Seed raw = new Seed().u8(50).u8(ACCEPTED).u8(1).u8(RAW).u8(4).bytes(new byte[]{0, 2, 'S', 'z'}).u8(CLOSE);
        final Seed late = new Seed().u8(50).u8(ACCEPTED).u8(2);
        return List.of(whole.toBytes(), rejected.toBytes(), raw.toBytes(), late.toBytes(),
                new Seed().u8(1).u8(TIME).u8(255).toBytes());
    }

    /** A receiver, and the bytes that it was given. */
    private static final class Run {
        private final int limit;
        private final GlimpseReceiver receiver;
        private final ByteArrayOutputStream received = new ByteArrayOutputStream();
        private boolean isClosed;
        private boolean isLate;
        private long nowNs;
        private final StringBuilder sent = new StringBuilder();

        Run(final int limit) {
            this.limit = limit;
            receiver = new GlimpseReceiver(GlimpseSettings.defaults().withSnapshotBytes(limit), 0);
            receiver.onConnected(0);
        }

        void step(final Input input) {
            switch (input.u8() % STEPS) {
                case RAW -> take(input.bytes(input.u8()), input.u8());
                case PACKET -> {
                    final char type = (char) input.u8();
                    final int length = input.u8();
                    final int split = input.u8();
                    take(packet(type, Arrays.copyOf(input.bytes(length), length)), split);
                }
                case MESSAGE -> {
                    final ItchType type = ItchType.values()[input.u8() % ItchType.values().length];
                    final byte[] message = new byte[type.length()];
                    message[0] = (byte) type.code();
                    take(packet('S', message), input.u8());
                }
                case ACCEPTED -> take(packet('A', "%10s%20d".formatted("S", input.u8()).getBytes(ISO_8859_1)), 3);
                case END -> take(packet('S', "G%20d".formatted(input.u8()).getBytes(ISO_8859_1)), input.u8());
                case TIME -> {
                    nowNs += TICK_NS * input.u8();
                    final State before = receiver.state();
                    receiver.onTime(nowNs);
                    isLate |= before != receiver.state();
                    drain();
                }
                default -> {
                    isClosed = true;
                    receiver.onClosed();
                }
            }
            check(receiver.state() != State.FAILED || receiver.failure().chars().allMatch(c -> c >= ' ' && c < 0x7F),
                    "no sentence: " + receiver.failure());
        }

        private static byte[] packet(final char type, final byte[] content) {
            return ByteBuffer.allocate(3 + content.length).putShort((short) (1 + content.length)).put((byte) type)
                    .put(content).array();
        }

        private void take(final byte[] bytes, final int split) {
            if (isClosed || isLate) {
                return;
            }
            received.writeBytes(bytes);
            final int first = Math.min(split, bytes.length);
            // Exactly as long as stated.
            receiver.onBytes(new UnsafeBuffer(Arrays.copyOf(bytes, first)), 0, first, nowNs);
            receiver.onBytes(new UnsafeBuffer(Arrays.copyOfRange(bytes, first, bytes.length)), 0,
                    bytes.length - first, nowNs);
            drain();
        }

        private void drain() {
            final byte[] bytes = new byte[receiver.outgoing().remaining()];
            receiver.outgoing().get(bytes);
            sent.append(new String(bytes, ISO_8859_1));
        }

        void checkEnd() {
            drain();
            final String login = "\0\57L" + " ".repeat(26) + "%20d".formatted(1);
            check(sent.toString().startsWith(login), "no login");
            final String rest = sent.substring(login.length());
            final boolean isComplete = receiver.state() == State.COMPLETE;
            check(rest.matches("(\0\1R){0," + MOST_HEARTBEATS + "}" + (isComplete ? "\0\1O" : "")), "sent: " + rest);
            final Plain plain = new Plain(limit);
            plain.read(ByteBuffer.wrap(received.toByteArray()));
            final State expected = plain.state == State.READING && (isClosed || isLate) ? State.FAILED : plain.state;
            same(expected, receiver.state(), "state");
            same(expected == State.FAILED, receiver.failure() != null, "a failure has a cause");
            if (isComplete) {
                same(plain.next, receiver.nextSequence(), "sequence");
                final ByteArrayOutputStream messages = new ByteArrayOutputStream();
                final Block block = new Block();
                while (receiver.fill(block, 300)) {
                    final byte[] slice = new byte[block.length()];
                    block.buffer().getBytes(0, slice);
                    messages.writeBytes(slice);
                    block.next();
                }
                check(Arrays.equals(plain.messages.toByteArray(), messages.toByteArray()), "other messages");
            }
        }
    }

    /** Decodes a whole stream. */
    private static final class Plain {
        private final int limit;
        private final ByteArrayOutputStream messages = new ByteArrayOutputStream();
        private State state = State.READING;
        private boolean isAccepted;
        private long next;

        Plain(final int limit) {
            this.limit = limit;
        }

        void read(final ByteBuffer in) {
            while (state == State.READING && in.remaining() >= 2) {
                final int length = Short.toUnsignedInt(in.getShort(in.position()));
                if (in.remaining() < 2 + length) {
                    return;
                }
                final byte[] packet = new byte[length];
                in.getShort();
                in.get(packet);
                state = packet(packet);
            }
        }

        private State packet(final byte[] packet) {
            if (packet.length == 0) {
                return State.FAILED;
            }
            return switch (packet[0]) {
                case '+', 'H', 'U' -> State.READING;
                case 'A' -> {
                    final boolean isSound = !isAccepted && packet.length == 31 && number(packet, 11) == 1;
                    isAccepted = true;
                    yield isSound ? State.READING : State.FAILED;
                }
                case 'S' -> isAccepted ? message(Arrays.copyOfRange(packet, 1, packet.length)) : State.FAILED;
                default -> State.FAILED;
            };
        }

        private State message(final byte[] message) {
            if (message.length == 0) {
                return State.FAILED;
            }
            if (message[0] == 'G') {
                next = message.length == 21 ? number(message, 1) : 0;
                return next > 0 ? State.COMPLETE : State.FAILED;
            }
            final int required = ItchType.length(message[0]);
            if (required != 0 && required != message.length || messages.size() + 2 + message.length > limit) {
                return State.FAILED;
            }
            messages.write(message.length >> 8);
            messages.write(message.length);
            messages.writeBytes(message);
            return State.READING;
        }

        private static long number(final byte[] in, final int at) {
            final String digits = new String(in, at, 20, ISO_8859_1).replaceAll("^ *(.*?) *$", "$1");
            if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return -1;
            }
            final BigInteger value = new BigInteger(digits);
            return value.bitLength() < Long.SIZE ? value.longValue() : -1;
        }
    }
}

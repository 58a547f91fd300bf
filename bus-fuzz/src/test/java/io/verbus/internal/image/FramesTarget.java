package io.verbus.internal.image;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;
import static io.verbus.internal.log.FrameLayout.ALIGNMENT;

import io.verbus.Action;
import io.verbus.Header;
import io.verbus.PollHandler;
import io.verbus.fuzz.Input;
import io.verbus.fuzz.Seed;
import io.verbus.fuzz.Target;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.FrameLayout;
import io.verbus.internal.log.Log;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/**
 * Reads the frames of a ring of arbitrary bytes, and compares with {@link PlainFrames}. The reader's buffer is exactly
 * the ring, with bounds checks.
 *
 * <p>Input: flags, messages per poll, memory for a message in units of 16 bytes (2), limit of readable bytes in units
 * of 32 bytes (2), number of messages after which the publisher laps the reader (0: never), position, sequence, the
 * ring from there. The rest of the ring is 0.
 */
public final class FramesTarget implements Target {
    private static final int TIMESTAMPS = 1;
    private static final int COPYING = 2;
    private static final int BOUNDED = 4;
    private static final int RELUCTANT = 8;
    private static final int SEEKING = 16;
    private static final int HORIZON_OFFSET = 512;
    private static final long MAX_POSITION = 1L << 62;
    /** Each frame takes one poll, one more if it is refused at first, and one more per eighth of the ring. */
    private static final int MAX_POLLS = 3 * Rings.CAPACITY / ALIGNMENT;

    private final Log plain;
    private final Log timed;

    public FramesTarget(final Path scratch) {
        plain = Rings.unnamed(scratch, false);
        timed = Rings.unnamed(scratch, true);
    }

    @Override
    public void run(final byte[] bytes) {
        final Input input = new Input(bytes);
        final int flags = input.u8();
        new ReaderUnderTest((flags & TIMESTAMPS) != 0 ? timed : plain, flags, input).judge();
    }

    @Override
    public List<byte[]> seeds() {
        final List<byte[]> seeds = new ArrayList<>();
        for (final SoundLog.Story story : SoundLog.STORIES) {
            final boolean timestamps = story.timestamps();
            final byte[] ring = SoundLog.write(timestamps ? timed : plain, story);
            seeds.add(seed(timestamps ? TIMESTAMPS : 0, story, ring));
            seeds.add(seed((timestamps ? TIMESTAMPS : 0) | COPYING | BOUNDED | RELUCTANT, story, ring));
        }
        seeds.add(seed(SEEKING, SoundLog.STORIES.getFirst(), SoundLog.write(plain, SoundLog.STORIES.getFirst())));
        return seeds;
    }

    private static byte[] seed(final int flags, final SoundLog.Story story, final byte[] ring) {
        return new Seed().u8(flags).u8(3).u16(64).u16(ring.length / ALIGNMENT).u8(0).i64(story.position())
                .i64(story.sequence()).bytes(ring).toBytes();
    }

    @Override
    public void close() {
        plain.close();
        timed.close();
    }

    /** One reader and its log. */
    private static final class ReaderUnderTest implements PollHandler {
        private final Log log;
        private final int flags;
        private final int limit;
        private final int memory;
        private final long readable;
        private final int laps;
        private final long position;
        private final long sequence;
        private final FrameReader reader;
        private final List<DeliveredMessage> messages = new ArrayList<>();
        private int calls;
        private boolean lapped;

        ReaderUnderTest(final Log log, final int flags, final Input input) {
            this.log = log;
            this.flags = flags;
            this.limit = Math.max(1, input.u8());
            this.memory = input.u16() * 16;
            final long units = input.u16();
            this.laps = input.u8();
            this.position = input.i64() & MAX_POSITION - 1 & -ALIGNMENT;
            this.sequence = input.i64() & MAX_POSITION - 1;
            this.readable = is(BOUNDED) ? position + units * ALIGNMENT : FrameReader.UNBOUNDED;
            log.ring().setMemory(0, Rings.CAPACITY, (byte) 0);
            log.header().setMemory(0, log.header().capacity(), (byte) 0); // so the horizon is 0
            Rings.lay(log, position, input.rest());
            this.reader = new FrameReader(log, "t", new ReassemblyMemory(memory), (message, thrown) -> {
                throw new AssertionError("handler failed", thrown);
            });
        }

        private boolean is(final int flag) {
            return (flags & flag) != 0;
        }

        void judge() {
            reader.moveTo(new Boundary(position, sequence));
            reader.copying(is(COPYING));
            reader.readable(readable);
            if (is(SEEKING)) {
                seek();
                return;
            }
            read();
            final byte[] ring = Rings.copy(log, 0, Rings.CAPACITY);
            final PlainFrames expected = new PlainFrames(ring, FrameLayout.payloadOffset(log.identity()), readable,
                    memory)
                    .read(position, sequence);
            if (lapped) {
                check(messages.size() <= expected.messages().size(), "too many messages");
                same(expected.messages().subList(0, messages.size()), messages, "messages before the lap");
            } else {
                same(expected.messages(), messages, "messages");
                same(expected.outcome(), reader.outcome(), "outcome");
            }
            reader.forget();
        }

        private void read() {
            for (int poll = 0; poll < MAX_POLLS; poll++) {
                final long from = reader.position();
                final int known = messages.size();
                reader.hasMore();
                final int count = reader.poll(this, limit);
                check(count <= limit, "more than the limit");
                same(messages.size() - known, count, "taken messages");
                check(reader.position() >= from, "position decreases");
                check(reader.position() <= readable, "position beyond the readable limit");
                switch (reader.outcome()) {
                    case PAUSED -> {
                    }
                    case DROPPED -> {
                        final long first = reader.undelivered();
                        messages.add(new DeliveredMessage(first, (int) (reader.sequence() - first), 0));
                        reader.forget();
                    }
                    case LAPPED -> {
                        check(lapped, "lapped without a lap");
                        return;
                    }
                    default -> {
                        return;
                    }
                }
            }
            throw new AssertionError("endless");
        }

        /** Seeks in two ways; the result must agree with the frames. */
        private void seek() {
            if (reader.seekBeginning()) {
                check(reader.position() >= position && reader.sequence() >= sequence, "seek goes backwards");
            }
            reader.moveTo(new Boundary(position, sequence));
            final long target = sequence + laps;
            final boolean there = reader.seek(target);
            check(reader.sequence() <= target || reader.isMissing(target), "seek passes the requested sequence");
            check(!there || reader.outcome() == ReadOutcome.DRAINED || reader.sequence() >= target, "early end");
            check(reader.position() - position <= Rings.CAPACITY, "seek reads the ring twice");
        }

        @Override
        public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
            calls++;
            if (is(RELUCTANT) && calls % 2 == 0) {
                return Action.NOT_TAKEN;
            }
            final byte[] bytes = new byte[length];
            buffer.getBytes(offset, bytes); // checks bounds
            messages.add(new DeliveredMessage(header.sequence(), header.frames(), header.position(), bytes));
            check(header.publishedNs() == Header.NO_TIMESTAMP || log.identity().timestamps(), "unexpected timestamp");
            if (laps > 0 && calls >= laps) {
                lapped = true;
                log.header().putLong(HORIZON_OFFSET, header.position() + ALIGNMENT);
            }
            return Action.TAKEN;
        }
    }
}

package io.verbus.internal.image;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.internal.log.FrameLayout.ALIGNMENT;

import io.verbus.BusException;
import io.verbus.Header;
import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.fuzz.Checks;
import io.verbus.fuzz.Input;
import io.verbus.fuzz.Seed;
import io.verbus.fuzz.Target;
import io.verbus.internal.log.ChunkTables;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.shm.Positions;
import io.verbus.spi.SubscriptionIdentity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A subscription's image of a log whose publisher writes arbitrary bytes at any time between two polls, also into the
 * header. The reports to the application must be consistent: see {@link SessionReports}.
 *
 * <p>Input: flags, start (a kind and a sequence), then steps: a number and its arguments.
 */
public final class ImageTarget implements Target {
    private static final int TIMESTAMPS = 1;
    private static final int COPIES = 2;
    private static final int REPAIR = 4;
    private static final int BLOCK = 8;
    private static final int RELUCTANT = 16;
    private static final int CONFLATE = 32;
    private static final int EVICT = 64;

    private static final int WRITE_HEADER = 0;
    private static final int WRITE_RING = 1;
    private static final int POLL = 2;
    private static final int JOIN = 3;
    private static final int REPORT = 4;
    private static final int STEPS = 5;

    /** Offset of the words that change while a log is used. */
    private static final int FIRST_WORD = 512;
    private static final int WORDS = (LogLayout.HEADER_LENGTH - FIRST_WORD) / Long.BYTES;
    private static final int HORIZON = 0;
    private static final int HEARTBEAT_SEQUENCE = (656 - FIRST_WORD) / Long.BYTES;
    private static final int CHUNK_TABLE = (1024 - FIRST_WORD) / Long.BYTES;

    private final Log plain;
    private final Log timed;
    private final Map<Policy, Positions> positions = new EnumMap<>(Policy.class);

    public ImageTarget(final Path scratch) {
        plain = Rings.unnamed(scratch, false);
        timed = Rings.unnamed(scratch, true);
        for (final Policy policy : Policy.values()) {
            positions.put(policy, positions(scratch, policy));
        }
    }

    private static Positions positions(final Path scratch, final Policy policy) {
        return Positions.create(scratch.resolve(policy.name()), new SubscriptionIdentity(5, "fuzz", policy, 7, 1), 64);
    }

    @Override
    public void run(final byte[] bytes) {
        final Input input = new Input(bytes);
        final int flags = input.u8();
        final Log log = (flags & TIMESTAMPS) != 0 ? timed : plain;
        log.ring().setMemory(0, Rings.CAPACITY, (byte) 0);
        log.header().setMemory(0, LogLayout.HEADER_LENGTH, (byte) 0);
        new Steps(log, flags, input, Arrays.hashCode(bytes)).run();
    }

    @Override
    public List<byte[]> seeds() {
        final List<byte[]> seeds = new ArrayList<>();
        for (int start = 0; start < 3; start++) {
            for (final SoundLog.Story story : SoundLog.STORIES) {
                for (final int policy : new int[]{0, CONFLATE, EVICT}) {
                    seeds.add(seed(story, start, policy));
                }
            }
        }
        return seeds;
    }

    /** Half of the log exists when the image joins, half follows; then the publisher dies. */
    private byte[] seed(final SoundLog.Story story, final int start, final int policy) {
        final byte[] ring = SoundLog.write(story.timestamps() ? timed : plain, story);
        final int half = ring.length / 2 / ALIGNMENT * ALIGNMENT;
        final int chunk = (int) (story.position() / (Rings.CAPACITY / LogLayout.CHUNKS) % LogLayout.CHUNKS);
        final Seed seed = new Seed().u8((story.timestamps() ? TIMESTAMPS : 0) | (start << 1) | policy).u8(start)
                .i64(story.sequence() + 1);
        word(seed, HORIZON, story.position());
        word(seed, CHUNK_TABLE + 2 * chunk, story.position());
        word(seed, CHUNK_TABLE + 2 * chunk + 1, story.sequence());
        ring(seed, story.position(), ring, 0, half);
        seed.u8(JOIN).u8(POLL).u8(3);
        ring(seed, story.position(), ring, half, ring.length - half);
        word(seed, HEARTBEAT_SEQUENCE, story.sequence() + 5);
        return seed.u8(POLL).u8(1).u8(POLL).u8(200).u8(REPORT).u8(0).u8(POLL).u8(200).toBytes();
    }

    private static void word(final Seed seed, final int index, final long value) {
        seed.u8(WRITE_HEADER).u16(index).i64(value);
    }

    private static void ring(final Seed seed, final long position, final byte[] ring, final int from,
            final int length) {
        final int units = (int) (position % Rings.CAPACITY + from) / ALIGNMENT;
        seed.u8(WRITE_RING).u16(units).u16(length).bytes(Arrays.copyOfRange(ring, from, from + length));
    }

    @Override
    public void close() {
        plain.close();
        timed.close();
        positions.values().forEach(Positions::close);
    }

    /** One image, created and used as the input requests. */
    private final class Steps {
        private final Log log;
        private final int flags;
        private final Input input;
        private final int hash;
        private final Start.Point start;
        private final Application application;
        private Image image;

        Steps(final Log log, final int flags, final Input input, final int hash) {
            this.log = log;
            this.flags = flags;
            this.input = input;
            this.hash = hash;
            this.application = new Application(is(RELUCTANT), this::checkTime);
            this.start = switch (input.u8() % 3) {
                case 0 -> Start.live();
                case 1 -> Start.oldest();
                default -> Start.at(input.i64() & Long.MAX_VALUE);
            };
        }

        private boolean is(final int flag) {
            return (flags & flag) != 0;
        }

        private Policy policy() {
            if (is(EVICT)) {
                return Policy.EVICT;
            }
            return is(CONFLATE) ? Policy.CONFLATE : is(BLOCK) ? Policy.BLOCK : Policy.SKIP;
        }

        void run() {
            try {
                while (input.hasMore()) {
                    step();
                }
                join();
                poll(255);
            } catch (final BusException e) {
                check(image == null, "poll threw " + e);
                Checks.checkMessage(e); // not joinable
            } finally {
                if (image != null) {
                    image.leave(); // does not close the log, which is reused
                }
            }
        }

        private void step() {
            switch (input.u8() % STEPS) {
                case WRITE_HEADER -> log.header().putLong(FIRST_WORD + Long.BYTES * (input.u16() % WORDS), input.i64());
                case WRITE_RING -> {
                    final long position = input.u16() % (Rings.CAPACITY / ALIGNMENT) * (long) ALIGNMENT;
                    Rings.lay(log, position, input.bytes(input.u16()));
                }
                case POLL -> poll(Math.max(1, input.u8()));
                case JOIN -> join();
                case REPORT -> report(input.u8() % 5);
                default -> throw new AssertionError();
            }
        }

        private void join() {
            if (image == null && ChunkTables.isWorthReading(log, hash)) {
                image = new LocalImage(log, positions.get(policy()), start,
                        application.settings(is(REPAIR) ? Repair.REPAIR : Repair.REPORT, is(COPIES)));
            }
        }

        private void poll(final int limit) {
            if (image != null && ChunkTables.isWorthReading(log, hash)) {
                application.poll(image, limit);
            }
        }

        private void report(final int what) {
            if (image != null) {
                switch (what) {
                    case 0 -> image.publisherDied();
                    case 1 -> image.logRemoved(true);
                    case 4 -> image.logRemoved(false);
                    case 2 -> image.publisherSilent(true);
                    default -> image.publisherSilent(false);
                }
            }
        }

        private void checkTime(final Header header) {
            check(header.publishedNs() == Header.NO_TIMESTAMP || is(TIMESTAMPS), "unexpected timestamp");
        }
    }
}

package io.verbus.internal.image;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.internal.log.FrameLayout.ALIGNMENT;

import io.verbus.GapCause;
import io.verbus.Header;
import io.verbus.LossCause;
import io.verbus.Policy;
import io.verbus.Refusal;
import io.verbus.Repair;
import io.verbus.fuzz.Input;
import io.verbus.fuzz.Seed;
import io.verbus.fuzz.Target;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.CopiedBoundaries;
import io.verbus.internal.log.Heartbeat;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.spi.Offer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * An image in local memory that a remote publisher writes arbitrarily, also without credit; its connection jumps, ends
 * and is re-established. The reports to the application must be consistent ({@link SessionReports}), and so must the
 * calls to the publisher ({@link LyingLink}).
 *
 * <p>Input: flags, the offer: position, sequence, wanted sequence; then steps: a number and its arguments. With
 * history, the publisher's log has the bytes of the image, and its boundaries are decoded from the input when they are
 * read.
 */
public final class RemoteTarget implements Target {
    private static final int TIMESTAMPS = 1;
    private static final int COPIES = 2;
    private static final int RELUCTANT = 4;
    private static final int HISTORY = 8;

    private static final int WRITE = 0;
    private static final int ADVANCE = 1;
    private static final int POLL = 2;
    private static final int JUMP = 3;
    private static final int END = 4;
    private static final int ATTACH = 5;
    private static final int BEAT = 6;
    private static final int DIE = 7;
    private static final int STEPS = 8;
    private static final long MAX_POSITION = 1L << 62;
    /** Offset of the chunk table, relative to the horizon. */
    private static final int TABLE = 1024 - CopiedBoundaries.OFFSET;

    private final Log plain;
    private final Log timed;
    private final Log plainPast;
    private final Log timedPast;

    public RemoteTarget(final Path scratch) {
        plain = Rings.unnamed(scratch, false);
        timed = Rings.unnamed(scratch, true);
        plainPast = Rings.unnamed(scratch, false);
        timedPast = Rings.unnamed(scratch, true);
    }

    @Override
    public void run(final byte[] bytes) {
        final Input input = new Input(bytes);
        final int flags = input.u8();
        final Log log = (flags & TIMESTAMPS) != 0 ? timed : plain;
        log.ring().setMemory(0, Rings.CAPACITY, (byte) 0);
        log.header().setMemory(0, LogLayout.HEADER_LENGTH, (byte) 0);
        final Log past = log == timed ? timedPast : plainPast;
        past.ring().setMemory(0, Rings.CAPACITY, (byte) 0);
        past.header().setMemory(0, LogLayout.HEADER_LENGTH, (byte) 0);
        new Steps(log, past, flags, input).run();
    }

    /** A session over two epochs, with a jump in the first. */
    @Override
    public List<byte[]> seeds() {
        final List<byte[]> seeds = new ArrayList<>();
        for (final SoundLog.Story story : SoundLog.STORIES) {
            final byte[] ring = SoundLog.write(story.timestamps() ? timed : plain, story);
            final int units = ring.length / ALIGNMENT;
            final Seed seed = new Seed().u8(story.timestamps() ? TIMESTAMPS : 0).i64(story.position())
                    .i64(story.sequence()).i64(story.sequence()).u8(WRITE).u16(0).u16(ring.length).bytes(ring);
            seed.u8(ADVANCE).u16(3).u8(POLL).u8(9).u8(END).u8(POLL).u8(9).u8(POLL).u8(9);
            seed.u8(ATTACH).u8(0).u8(0).u8(BEAT).i64(story.sequence() + 9).u8(ADVANCE).u16(units).u8(POLL).u8(200);
            seeds.add(seed.u8(DIE).u8(POLL).u8(9).toBytes());
            seeds.add(history(story, ring, units));
            seeds.add(new Seed().u8(COPIES).i64(story.position()).i64(4).i64(2).u8(JUMP).u16(units).u8(3).u8(POLL)
                    .u8(9).u8(WRITE).u16(0).u16(ring.length).bytes(ring).u8(ADVANCE).u16(units).toBytes());
        }
        return seeds;
    }

    /** Skips all but the end, which is then fetched. */
    private static byte[] history(final SoundLog.Story story, final byte[] ring, final int units) {
        final int frames = story.lengths().length + 1; // one of the messages has two
        final Seed seed = new Seed().u8(HISTORY | (story.timestamps() ? TIMESTAMPS : 0)).i64(story.position())
                .i64(story.sequence()).i64(story.sequence()).u8(WRITE).u16(0).u16(ring.length).bytes(ring);
        final long first = story.sequence() + (story.lengths().length == 2 ? 2 : frames);
        seed.u8(JUMP).u16(units - 1).u8((int) (first + 1)).u8(POLL).u8(9).u8(ADVANCE).u16(1).u8(POLL).u8(9);
        final int chunk = (int) (story.position() / (Rings.CAPACITY / LogLayout.CHUNKS) % LogLayout.CHUNKS);
        for (int look = 0; look < 4; look++) {
            seed.u8(POLL).u8(9).u16(-units).u8(1).u8(chunk).u16(-units).u8((int) story.sequence() + 1);
        }
        return seed.toBytes();
    }

    @Override
    public void close() {
        plain.close();
        timed.close();
        plainPast.close();
        timedPast.close();
    }

    /** One image, with a publisher that follows the input. */
    private static final class Steps {
        private final Log log;
        private final int flags;
        private final Input input;
        private final Log past;
        private final UnsafeBuffer boundaries = new UnsafeBuffer(new byte[CopiedBoundaries.LENGTH]);
        private final Application application;
        private final RemoteSubscriberPosition place;
        private final Image image;
        private LyingLink link;
        private int looks;

        Steps(final Log log, final Log past, final int flags, final Input input) {
            this.log = log;
            this.past = past;
            this.flags = flags;
            this.input = input;
            this.application = new Application(is(RELUCTANT), this::checkReadable);
            final Boundary at = new Boundary(position(input.i64()), sequence(input.i64()));
            link = link(at.position());
            place = new RemoteSubscriberPosition(new RemoteSubscriberPosition.Attachment(link, at, GapCause.TOO_OLD),
                    Policy.BLOCK);
            image = new RemoteImage(log, place,
                    new Offer(log.identity(), at.position(), at.sequence(), sequence(input.i64()),
                            GapCause.TOO_OLD, Refusal.NONE),
                    application.settings(Repair.REPAIR, is(COPIES)));
        }

        private LyingLink link(final long position) {
            return new LyingLink(position, is(HISTORY) ? this::read : null);
        }

        /** Horizon and chunk table count only if two READs agree, so they usually do. */
        private void read(final int offset, final int length, final UnsafeBuffer memory) {
            if (offset >= LogLayout.HEADER_LENGTH) {
                memory.putBytes(offset, log.ring(), offset - LogLayout.ringOffset(log.identity().session()), length);
                return;
            }
            if (looks++ % 2 == 0) {
                boundaries.setMemory(0, CopiedBoundaries.LENGTH, (byte) -1);
                boundaries.putLong(0, link.readable() + (short) input.u16() * (long) ALIGNMENT);
                for (int entries = input.u8() % (LogLayout.CHUNKS + 1); entries > 0; entries--) {
                    final int entry = TABLE + 16 * (input.u8() % LogLayout.CHUNKS);
                    boundaries.putLong(entry, link.readable() + (short) input.u16() * (long) ALIGNMENT);
                    boundaries.putLong(entry + 8, application.story().next() + (byte) input.u8());
                }
            }
            memory.putBytes(offset, boundaries, 0, length);
        }

        /** Restricts a value to those that a handshake accepts. */
        private static long position(final long any) {
            return any & MAX_POSITION - 1 & -ALIGNMENT;
        }

        private static long sequence(final long any) {
            return any & Long.MAX_VALUE;
        }

        private boolean is(final int flag) {
            return (flags & flag) != 0;
        }

        void run() {
            while (input.hasMore()) {
                step();
            }
            poll(255);
            image.leave();
        }

        private void step() {
            switch (input.u8() % STEPS) {
                case WRITE -> {
                    final long ahead = (short) input.u16();
                    Rings.lay(log, link.readable() + ahead * ALIGNMENT, input.bytes(input.u16()));
                }
                case ADVANCE -> link.advance(input.u16() * (long) ALIGNMENT);
                case POLL -> poll(Math.max(1, input.u8()));
                case JUMP -> link.jump(link.readable() + input.u16() * (long) ALIGNMENT,
                        sequence(application.story().next() + (byte) input.u8()));
                case END -> end();
                case ATTACH -> attach((byte) input.u8(), (byte) input.u8());
                case BEAT -> Heartbeat.store(log.header(), 1, 0, input.i64());
                case DIE -> image.publisherLost(LossCause.GONE, "publisher gone");
                default -> throw new AssertionError();
            }
        }

        private void end() {
            link.end("cable cut");
            image.publisherLost(LossCause.DISCONNECTED, "connection ended");
        }

        /** The conductor attaches the next link after the polling thread has released the previous one. */
        private void attach(final int ahead, final int sequenceAhead) {
            final RemoteSubscriberPosition.Detached detached = place.detached();
            if (detached != null && detached.link() == link && !image.isAbandoned()) {
                final Boundary at = new Boundary(Math.max(0, detached.at().position() + ahead * (long) ALIGNMENT),
                        Math.max(0, detached.at().sequence() + sequenceAhead));
                link = link(at.position());
                place.attach(new RemoteSubscriberPosition.Attachment(link, at, GapCause.TOO_OLD));
                image.publisherSilent(false);
            }
        }

        private void poll(final int limit) {
            application.poll(image, limit);
            if (place.isHistoryAsked(link)) {
                place.grant(new RemoteSubscriberPosition.Grant(link, past, link.history(past.whole())));
            }
        }

        private void checkReadable(final Header header) {
            check(header.position() <= link.readable() || link.endedBy() != null, "message not readable");
        }
    }
}

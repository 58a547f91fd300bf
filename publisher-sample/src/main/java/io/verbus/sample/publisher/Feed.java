package io.verbus.sample.publisher;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.verbus.BusException;
import io.verbus.codec.marketdata.ClearReason;
import io.verbus.sample.publisher.itch.ItchNormaliser;
import io.verbus.sample.publisher.itch.ItchType;
import io.verbus.sample.publisher.options.Pace;
import io.verbus.sample.publisher.source.Block;
import io.verbus.sample.publisher.source.BlockSource;
import io.verbus.sample.publisher.source.LiveSource;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * Publishes a source on a stream: session begin; then, in each pass, clear books and every message of the source.
 *
 * <p>For one thread, which never sleeps: it spins while it waits for a due time or a subscriber.
 */
final class Feed {
    private static final int SPINS_PER_CHECK = 1024;

    private final Outlet outlet;
    private final TradingDay day;
    private final ItchNormaliser normaliser;
    private final NanoClock clock;
    private final Progress progress;
    private final BooleanSupplier stop;
    private final FeedCounts counts = new FeedCounts();
    private final SessionMessages sessionMessages = new SessionMessages();
    private Path file;
    private boolean catchesUp = true;
    private boolean stopped;

    Feed(final Outlet outlet, final TradingDay day, final NanoClock clock, final Progress progress,
            final BooleanSupplier stop) {
        this.outlet = outlet;
        this.day = day;
        this.clock = clock;
        this.progress = progress;
        this.stop = stop;
        normaliser = new ItchNormaliser(day.midnightNs());
    }

    FeedCounts counts() {
        return counts;
    }

    /** After a delay, a paced feed continues at its rate from then on, instead of catching up in a burst. */
    void doNotCatchUp() {
        catchesUp = false;
    }

    /**
     * Plays the source.
     *
     * @param source positioned before its first block
     * @param pace of the messages
     * @param passes number of passes, at least 1
     * @throws BusException if the source cannot be read, or the publication is closed
     */
    void play(final BlockSource source, final Pace pace, final int passes) {
        file = source.path();
        beginSession();
        final Pacer pacer = pace instanceof Pace.Max ? null : new Pacer(pace, clock.nanoTime(), catchesUp);
        for (int pass = 0; pass < passes && !stopped; pass++) {
            if (pass > 0) {
                source.rewind();
            }
            playOnce(source, pacer, pass);
        }
    }

    /**
     * Publishes all messages of a live source until it ends.
     *
     * @param source a source from which no block has been taken
     * @throws BusException if the source cannot be followed, or the publication is closed
     */
    void follow(final LiveSource source) {
        beginSession();
        Block block = source.next();
        while (block != null && !stopped) {
            switch (source.clear()) {
                case NO -> {
                }
                case SESSION_BEGINS -> clearBooks(ClearReason.START);
                case GAP -> clearBooks(ClearReason.SOURCE_GAP);
            }
            playUnpaced(block);
            check();
            block = stopped ? block : source.next();
        }
    }

    private void beginSession() {
        final int begin = claim(SessionMessages.SESSION_BEGIN_LENGTH);
        if (begin >= 0) {
            sessionMessages.sessionBegin(outlet.buffer(), begin, day);
            outlet.commit();
        }
    }

    private void clearBooks(final ClearReason reason) {
        final int clear = claim(SessionMessages.CLEAR_BOOKS_LENGTH);
        if (clear >= 0) {
            sessionMessages.clearBooks(outlet.buffer(), clear, reason);
            outlet.commit();
        }
    }

    private void playOnce(final BlockSource source, final Pacer pacer, final int pass) {
        clearBooks(pass == 0 ? ClearReason.START : ClearReason.REPEAT);
        progress.at(pass, 0);
        Block block = source.next();
        while (block != null && !stopped) {
            if (pacer == null) {
                playUnpaced(block);
            } else {
                playPaced(block, pacer);
            }
            progress.at(pass, source.fraction());
            check();
            block = stopped ? block : source.next();
        }
        if (!stopped) {
            counts.passDone();
        }
        if (pacer != null) {
            pacer.nextPass();
        }
    }

    private void playUnpaced(final Block block) {
        final DirectBuffer in = block.buffer();
        int at = 0;
        while (at < block.length() && !stopped) {
            final int length = in.getShort(at, BIG_ENDIAN) & 0xFFFF;
            publish(block, at + Block.FRAMING, length);
            at += Block.FRAMING + length;
        }
    }

    private void playPaced(final Block block, final Pacer pacer) {
        final DirectBuffer in = block.buffer();
        int at = 0;
        while (at < block.length() && !stopped) {
            final int length = in.getShort(at, BIG_ENDIAN) & 0xFFFF;
            final int message = at + Block.FRAMING;
            if (length > 0 && ItchType.length(in.getByte(message)) == length) {
                final long dueNs = pacer.dueNs(counts.itchMessages(), ItchNormaliser.sinceMidnightNs(in, message));
                pacer.published(await(dueNs));
            }
            publish(block, message, length);
            at = message + length;
        }
    }

    private void publish(final Block block, final int at, final int length) {
        if (length == 0) {
            counts.empty(block.offset() + at); // BinaryFILE ends a session with an empty message
            return;
        }
        final DirectBuffer in = block.buffer();
        final byte code = in.getByte(at);
        if (ItchType.length(code) != length) {
            skip(code, length, block.offset() + at);
            return;
        }
        final int offset = claim(ItchType.normalisedLength(code));
        if (offset >= 0) {
            normaliser.normalise(in, at, outlet.buffer(), offset);
            outlet.commit();
            counts.published(code);
        }
    }

    private void skip(final byte code, final int length, final long fileOffset) {
        if (length > ItchType.LONGEST_PLAUSIBLE && file != null) { // packets have their own framing
            throw new BusException(String.format(Locale.ROOT, "%s is damaged: at byte %,d it has a message of %,d"
                    + " bytes, so the framing is lost; the messages before it are published",
                    file, fileOffset, length));
        }
        counts.skipped(code, length, fileOffset);
    }

    private int claim(final int length) {
        final int offset = outlet.claim(length);
        return offset >= 0 ? offset : claimWithRetry(length, offset);
    }

    /** Returns a negative number only if the feed must stop. */
    private int claimWithRetry(final int length, final int firstResult) {
        int offset = firstResult;
        for (int spins = 1; offset < 0 && !stopped; spins++) {
            if (offset != Outlet.BACK_PRESSURED) {
                throw new BusException("the publication was closed before the end of the feed");
            }
            Thread.onSpinWait();
            if (spins % SPINS_PER_CHECK == 0) {
                check();
            }
            offset = outlet.claim(length);
        }
        return offset;
    }

    /** Returns the time since the due time. */
    private long await(final long dueNs) {
        int spins = 1;
        long lateNs = clock.nanoTime() - dueNs;
        while (lateNs < 0 && !stopped) {
            Thread.onSpinWait();
            if (spins++ % SPINS_PER_CHECK == 0) {
                check();
            }
            lateNs = clock.nanoTime() - dueNs;
        }
        return lateNs;
    }

    private void check() {
        outlet.idle();
        progress.tick(clock.nanoTime(), counts.itchMessages());
        stopped |= stop.getAsBoolean();
        if (outlet.isLogRemoved()) {
            throw new BusException(
                    "another program has removed the log: the feed stops before its end; restart it");
        }
    }
}

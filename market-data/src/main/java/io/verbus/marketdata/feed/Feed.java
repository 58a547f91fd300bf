package io.verbus.marketdata.feed;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.verbus.BusException;
import io.verbus.MessageWriter;
import io.verbus.Publication;
import io.verbus.codec.marketdata.ClearReason;
import io.verbus.marketdata.itch.ItchNormaliser;
import io.verbus.marketdata.itch.ItchType;
import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.BlockSource;
import io.verbus.marketdata.source.LiveSource;
import java.nio.file.Path;
import java.util.Locale;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * Publishes a source of ITCH 5.0 messages on a stream, as schema {@code market-data.xml}: session begin; then, in each
 * pass, clear books and every message of the source.
 *
 * <pre>{@code
 * try (BlockSource source = BlockSource.streamed(file); Publication publication = bus.publish("md.itch")) {
 *     new Feed(publication, TradingDay.of(file), SystemNanoClock.INSTANCE, (nowNs, messages) -> running)
 *             .play(source, new Pace.Max(), 1);
 * }
 * }</pre>
 *
 * <p>For one thread, which never sleeps: it spins while it waits for a due time, or for a subscriber under BLOCK. After
 * an exception the session lacks its end: call {@link Publication#breakOff} before the publication is closed, so that
 * readers do not take it for a whole one.
 */
public final class Feed {
    private static final int SPINS_PER_CHECK = 1024;
    /** In place of the time of a block: each message has its own. */
    private static final long OF_MESSAGE = -1;
    /** Large enough to amortise the cost of a push, small enough not to delay the books. */
    private static final int BURST_BYTES = 16 << 10;

    private final MessageWriter out;
    private final TradingDay day;
    private final ItchNormaliser normaliser;
    private final NanoClock clock;
    private final FeedObserver observer;
    private final FeedCounts counts = new FeedCounts();
    private final SessionMessages sessionMessages = new SessionMessages();
    private Path file;
    private boolean catchesUp = true;
    private boolean stopped;
    private int burst;

    /**
     * A feed of a session without messages.
     *
     * @param out publication for the messages; stays the caller's to close
     * @param day trading day and venue
     * @param clock of the due times
     * @param observer receives the progress, and can stop the feed
     */
    public Feed(final MessageWriter out, final TradingDay day, final NanoClock clock, final FeedObserver observer) {
        this.out = out;
        this.day = day;
        this.clock = clock;
        this.observer = observer;
        normaliser = new ItchNormaliser(day.midnightNs());
    }

    /** {@return counts of the published and the skipped messages} */
    public FeedCounts counts() {
        return counts;
    }

    /** After a delay, a paced feed continues at its rate from then on, instead of catching up in a burst. */
    public void doNotCatchUp() {
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
    public void play(final BlockSource source, final Pace pace, final int passes) {
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
     * Publishes all messages of a live source until it ends, as soon as they are received.
     *
     * @param source a source from which no block has been taken
     * @throws BusException if the source cannot be followed, or the publication is closed
     */
    public void follow(final LiveSource source) {
        follow(source, new Pace.Max());
    }

    /**
     * Publishes all messages of a source until it ends.
     *
     * @param source a source from which no block has been taken
     * @param pace of the messages: {@link Pace.Max} for a live source; a {@link Pace.Speed} of a capture is that of its
     *     {@link LiveSource#timeNs() times}, not of the messages
     * @throws BusException if the source cannot be followed, or the publication is closed
     */
    public void follow(final LiveSource source, final Pace pace) {
        beginSession();
        Pacer pacer = null;
        Block block = source.next();
        while (block != null && !stopped) {
            switch (source.clear()) {
                case NO -> {
                }
                case SESSION_BEGINS -> clearBooks(ClearReason.START);
                case GAP -> clearBooks(ClearReason.SOURCE_GAP);
            }
            if (pace instanceof Pace.Max) {
                playUnpaced(block);
            } else if (block.length() > 0) {
                pacer = pacer == null ? new Pacer(pace, clock.nanoTime(), catchesUp) : pacer;
                playPaced(block, pacer, source.timeNs());
            }
            observer.onProgress(0, source.fraction());
            check();
            block = stopped ? block : source.next();
        }
        if (!stopped) {
            counts.passDone();
        }
    }

    private void beginSession() {
        final int begin = claim(SessionMessages.SESSION_BEGIN_LENGTH);
        if (begin >= 0) {
            sessionMessages.sessionBegin(out.buffer(), begin, day);
            out.commit();
        }
    }

    private void clearBooks(final ClearReason reason) {
        final int clear = claim(SessionMessages.CLEAR_BOOKS_LENGTH);
        if (clear >= 0) {
            sessionMessages.clearBooks(out.buffer(), clear, reason);
            out.commit();
        }
    }

    private void playOnce(final BlockSource source, final Pacer pacer, final int pass) {
        clearBooks(pass == 0 ? ClearReason.START : ClearReason.REPEAT);
        observer.onProgress(pass, 0);
        Block block = source.next();
        while (block != null && !stopped) {
            if (pacer == null) {
                playUnpaced(block);
            } else {
                playPaced(block, pacer, OF_MESSAGE);
            }
            observer.onProgress(pass, source.fraction());
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

    /** Publishes the messages at the time of their block, or each at its own. */
    private void playPaced(final Block block, final Pacer pacer, final long blockNs) {
        final DirectBuffer in = block.buffer();
        int at = 0;
        while (at < block.length() && !stopped) {
            final int length = in.getShort(at, BIG_ENDIAN) & 0xFFFF;
            final int message = at + Block.FRAMING;
            if (length > 0 && ItchType.length(in.getByte(message)) == length) {
                final long sourceNs = blockNs == OF_MESSAGE ? ItchNormaliser.sinceMidnightNs(in, message) : blockNs;
                pacer.published(await(pacer.dueNs(counts.itchMessages(), sourceNs)));
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
            normaliser.normalise(in, at, out.buffer(), offset);
            out.commit();
            counts.published(code);
            burst += length;
            if (burst >= BURST_BYTES) {
                burst = 0;
                observer.onBurst();
            }
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
        final int offset = out.claim(length);
        return offset >= 0 ? offset : claimWithRetry(length, offset);
    }

    /** Returns a negative number only if the feed must stop. */
    private int claimWithRetry(final int length, final int firstResult) {
        int offset = firstResult;
        for (int spins = 1; offset < 0 && !stopped; spins++) {
            if (offset != Publication.BACK_PRESSURED) {
                throw new BusException("the publication was closed before the end of the feed");
            }
            Thread.onSpinWait();
            if (spins % SPINS_PER_CHECK == 0) {
                check();
            }
            offset = out.claim(length);
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
        stopped |= !observer.onCheck(clock.nanoTime(), counts.itchMessages());
    }
}

package io.verbus.marketdata.feed;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.verbus.BusException;
import io.verbus.MessageWriter;
import io.verbus.Publication;
import io.verbus.Session;
import io.verbus.codec.marketdata.InstrumentAction;
import io.verbus.codec.marketdata.StateReason;
import io.verbus.marketdata.book.MessagePrefix;
import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.BlockSource;
import io.verbus.marketdata.source.LiveSource;
import java.nio.file.Path;
import java.util.Locale;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * Publishes a source on a stream, as its {@link Normaliser} converts it to schema {@code market-data.xml}: session
 * begin; then, in each pass, clear books and every message of the source; session end.
 *
 * <pre>{@code
 * TradingDay day = TradingDay.of(file);
 * try (BlockSource source = BlockSource.streamed(file); Publication publication = bus.publish("md.itch")) {
 *     new Feed(publication, day, new ItchNormaliser(day.midnightNs()), SystemNanoClock.INSTANCE,
 *             (nowNs, messages) -> running).play(source, new Pace.Max(), 1);
 * }
 * }</pre>
 *
 * <p>For one thread, which never sleeps: it spins while it waits for a due time, or for a subscriber under BLOCK. After
 * an exception the session lacks its end: call {@link Publication#breakOff} before the publication is closed, so that
 * readers do not take it for a whole one.
 */
public final class Feed {
    /**
     * Far above the longest message of any format, in bytes (ITCH: 50): a longer one means that the framing of a file
     * is lost.
     */
    public static final int LONGEST_PLAUSIBLE = 255;

    private static final int SPINS_PER_CHECK = 1024;
    /** In place of the time of a block: each message has its own. */
    private static final long OF_MESSAGE = -1;
    /** Large enough to amortise the cost of a push, small enough not to delay the books. */
    private static final int BURST_BYTES = 16 << 10;

    private final MessageWriter out;
    private final MessageWriter waiting = new WaitingWriter();
    private final TradingDay day;
    private final Normaliser normaliser;
    private final NanoClock clock;
    private final FeedObserver observer;
    private final FeedCounts counts = new FeedCounts();
    private final SessionMessages sessionMessages = new SessionMessages(waiting);
    private final MessageWriter repeating = new RepeatWriter(waiting);
    /** Sequence of the last message of the source. */
    private long sequence = MessagePrefix.NO_SEQUENCE;
    private Path file;
    private boolean catchesUp = true;
    private boolean stopped;
    /** Whether the feed was stopped while a message waited for space. */
    private boolean isCut;
    /** Whether all known messages since the last snapshot of the source could be repeated. */
    private boolean isRepeatWhole;
    /** Whether a live message since the last block, or the repeated state, could not be published. */
    private boolean isUnusable;
    private int burst;

    /**
     * A feed of a session without messages.
     *
     * @param out publication for the messages; stays the caller's to close
     * @param day trading day and venue
     * @param normaliser of the messages of the source
     * @param clock of the due times
     * @param observer receives the progress, and can stop the feed
     */
    public Feed(final MessageWriter out, final TradingDay day, final Normaliser normaliser, final NanoClock clock,
            final FeedObserver observer) {
        this.out = out;
        this.day = day;
        this.normaliser = normaliser;
        this.clock = clock;
        this.observer = observer;
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
        sessionMessages.begin(day, normaliser.format());
        final Pacer pacer = pace instanceof Pace.Max ? null : new Pacer(pace, clock.nanoTime(), catchesUp);
        for (int pass = 0; pass < passes && !stopped; pass++) {
            if (pass > 0) {
                source.rewind();
            }
            playOnce(source, pacer, pass);
        }
        endSession();
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
        sessionMessages.begin(day, normaliser.format());
        Pacer pacer = null;
        Block block = source.next();
        while (block != null && !stopped) {
            change(source);
            if (source.isRepeated()) {
                repeat(block);
            } else if (pace instanceof Pace.Max) {
                playUnpaced(block);
            } else if (block.length() > 0) {
                pacer = pacer == null ? new Pacer(pace, clock.nanoTime(), catchesUp) : pacer;
                playPaced(block, pacer, source.timeNs());
            }
            if (isUnusable) {
                isUnusable = false;
                source.onUnusable();
            }
            observer.onProgress(0, source.fraction());
            check();
            block = stopped ? block : source.next();
        }
        if (!stopped) {
            counts.passDone();
        }
        endSession();
    }

    private void change(final LiveSource source) {
        switch (source.change()) {
            case NONE -> {
            }
            case SESSION_BEGINS -> clearBooks(StateReason.START);
            case GAP -> suspectBooks();
            // Until all of it is published, the books are incomplete, so they stay suspect.
            case SNAPSHOT -> {
                sessionMessages.state(InstrumentAction.CLEAR, StateReason.SNAPSHOT, sequence, MessagePrefix.SUSPECT);
                isRepeatWhole = true;
            }
            case RECOVERED -> {
                sequence = source.nextSequence() - 1;
                if (isRepeatWhole) {
                    sessionMessages.state(InstrumentAction.SOUND, StateReason.RECOVERED, sequence);
                    counts.recovered();
                }
                isUnusable = !isRepeatWhole;
            }
        }
    }

    private void endSession() {
        if (!stopped) {
            sessionMessages.end(sequence);
        }
    }

    private void clearBooks(final StateReason reason) {
        normaliser.forgetStates();
        sessionMessages.state(InstrumentAction.CLEAR, reason, sequence);
        counts.sound();
    }

    /** Messages are missing from the books. */
    private void suspectBooks() {
        normaliser.forgetStates();
        sessionMessages.state(InstrumentAction.SUSPECT, StateReason.SOURCE_GAP, sequence);
        counts.lost(sequence);
    }

    private void playOnce(final BlockSource source, final Pacer pacer, final int pass) {
        clearBooks(pass == 0 ? StateReason.START : StateReason.REPEAT);
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
        long next = block.firstSequence();
        int at = 0;
        while (at < block.length() && !stopped) {
            final int length = in.getShort(at, BIG_ENDIAN) & 0xFFFF;
            publish(block, at + Block.FRAMING, length, next++);
            at += Block.FRAMING + length;
        }
    }

    /** Publishes the state that the messages repeat. They are not counted; those of wrong lengths were before. */
    private void repeat(final Block block) {
        final DirectBuffer in = block.buffer();
        long next = block.firstSequence();
        for (int at = 0; at < block.length() && !stopped;) {
            final int length = in.getShort(at, BIG_ENDIAN) & 0xFFFF;
            at += Block.FRAMING;
            final int required = length > 0 ? normaliser.requiredLength(in, at, length) : Normaliser.UNKNOWN;
            if (required == length) {
                normaliser.normalise(in, at, length, next, block.receivedNs(), repeating);
            } else {
                isRepeatWhole &= required == Normaliser.UNKNOWN;
            }
            at += length;
            next += next == Block.NO_SEQUENCE ? 0 : 1;
        }
    }

    /** Publishes the messages at the time of their block, or each at its own. */
    private void playPaced(final Block block, final Pacer pacer, final long blockNs) {
        final DirectBuffer in = block.buffer();
        long next = block.firstSequence();
        int at = 0;
        while (at < block.length() && !stopped) {
            final int length = in.getShort(at, BIG_ENDIAN) & 0xFFFF;
            final int message = at + Block.FRAMING;
            if (length > 0 && normaliser.requiredLength(in, message, length) == length) {
                final long sourceNs = blockNs == OF_MESSAGE ? normaliser.timeNs(in, message) : blockNs;
                pacer.published(await(pacer.dueNs(counts.messages(), sourceNs)));
            }
            publish(block, message, length, next++);
            at = message + length;
        }
    }

    private void publish(final Block block, final int at, final int length, final long ofSource) {
        if (length == 0) {
            counts.empty(block.offset() + at); // BinaryFILE ends a session with an empty message
            return;
        }
        final DirectBuffer in = block.buffer();
        final int required = normaliser.requiredLength(in, at, length);
        if (required != length) {
            skip(in.getByte(at), length, required, block.offset() + at);
            return;
        }
        sequence = ofSource;
        normaliser.normalise(in, at, length, ofSource, block.receivedNs(), waiting);
        if (!isCut) {
            counts.published(in.getByte(at));
            burst += length;
            if (burst >= BURST_BYTES) {
                burst = 0;
                observer.onBurst();
            }
        }
    }

    private void skip(final byte code, final int length, final int required, final long fileOffset) {
        if (length > LONGEST_PLAUSIBLE && file != null) { // packets have their own framing
            throw new BusException(String.format(Locale.ROOT, "%s is damaged: at byte %,d it has a message of %,d"
                    + " bytes, so the framing is lost; the messages before it are published",
                    file, fileOffset, length));
        }
        counts.skipped(code, length, required, fileOffset);
        if (required != Normaliser.UNKNOWN) {
            isUnusable = true;
            if (!counts.isSuspect()) {
                suspectBooks();
            }
        }
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
        isCut |= offset < 0;
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
        stopped |= !observer.onCheck(clock.nanoTime(), counts.messages());
    }

    /** Waits for space, so that a normaliser never receives back-pressure. */
    private final class WaitingWriter implements MessageWriter {
        @Override
        public int claim(final int length) {
            final int offset = out.claim(length);
            return offset >= 0 ? offset : claimWithRetry(length, offset);
        }

        @Override
        public MutableDirectBuffer buffer() {
            return out.buffer();
        }

        @Override
        public long commit() {
            return out.commit();
        }

        @Override
        public void abort() {
            out.abort();
        }

        @Override
        public Session session() {
            return out.session();
        }

        @Override
        public long position() {
            return out.position();
        }
    }
}

package io.verbus.internal.image;

import io.verbus.BusException;
import io.verbus.LossCause;
import io.verbus.PollHandler;
import io.verbus.Start;
import io.verbus.internal.log.ChunkTable;
import io.verbus.internal.log.Horizon;
import io.verbus.internal.log.Log;
import io.verbus.internal.os.OffHeapLongs;
import io.verbus.internal.shm.Positions;

/**
 * The image of a session on this host: the publisher's log, mapped read-only.
 *
 * <p>In the ordinary state {@link OrdinaryReader} delivers the messages: the publisher is alive, and no message is
 * being reassembled. Under BLOCK the publisher also waits for this reader, which reads in place. A reader that never
 * gates the publisher copies. Every other state takes the checked path, which enters the ordinary state again.
 */
public final class LocalImage extends Image {
    private static final long OLDEST = 0;
    private static final long NEWEST = Long.MAX_VALUE;

    private final LocalSubscriberPosition consumed;
    private final FrameSeeker frameSeeker;
    private final OrdinaryReader ordinary;
    private final OffHeapLongs ring;
    private final long mask;

    /**
     * Joins a session.
     *
     * @param log of the session, mapped; the image closes it
     * @param positions of the subscription
     * @param start in the session
     * @param settings of the subscription
     */
    public LocalImage(final Log log, final Positions positions, final Start.Point start,
            final ImageSettings settings) {
        this(log, new LocalSubscriberPosition(log, positions), start, settings);
    }

    private LocalImage(final Log log, final LocalSubscriberPosition consumed, final Start.Point start,
            final ImageSettings settings) {
        super(log, consumed, settings);
        this.consumed = consumed;
        this.frameSeeker = new FrameSeeker(log, reader, consumed, settings.repair());
        this.ordinary = consumed.isBlocking()
                ? new GatingReader(log, reader, consumed, this::resume)
                : new CopyingReader(log, reader, consumed);
        this.ring = log.ringWords();
        this.mask = log.identity().capacity() - 1L;
        try {
            gapTracker.want(join(start));
            consumed.show();
        } catch (final BusException e) {
            consumed.leave();
            throw e;
        }
    }

    /** Returns the first wanted sequence. */
    private long join(final Start.Point start) {
        return switch (start) {
            case Start.Live live -> {
                do {
                    moveBefore(ChunkTable.newest(log).sequence());
                } while (!reader.seek(NEWEST) && reader.outcome() == ReadOutcome.LAPPED);
                consumed.advance(reader.position());
                yield reader.sequence();
            }
            case Start.Oldest oldest -> {
                frameSeeker.atOrBelow(OLDEST);
                yield reader.sequence();
            }
            case Start.At at -> {
                moveBefore(at.sequence());
                yield at.sequence();
            }
        };
    }

    /** One frame before the wanted one: reading that frame shows whether a message ends in it. */
    private void moveBefore(final long sequence) {
        frameSeeker.atOrBelow(Math.max(OLDEST, sequence - 1));
    }

    @Override
    public int poll(final PollHandler handler, final int limit) {
        final int count = ordinary.poll(handler, limit);
        return count == OrdinaryReader.CHECK ? pollChecked(handler, limit) : count;
    }

    /** Delivers messages by the checked path, which may enter the ordinary state. */
    private int pollChecked(final PollHandler handler, final int limit) {
        try {
            if (is(State.READING) ? isIdle() : !seek()) {
                return 0;
            }
            return readChecked(handler, limit);
        } catch (final BusException e) { // from the chunk table, which a lapped reader needs
            lose(LossCause.CORRUPT, e.getMessage());
            return 0;
        }
    }

    @Override
    OrdinaryReader ordinary() {
        return ordinary;
    }

    private int readChecked(final PollHandler handler, final int limit) {
        final boolean copying = settings.copies() || !consumed.isGating(reader.position());
        reader.copying(copying);
        final int count = read(handler, limit);
        if (isReady(copying) && isOrdinary()) {
            ordinary.open();
        }
        return count;
    }

    /** Whether frames are read as the ordinary state reads them; after the read, which may have been lapped. */
    private boolean isReady(final boolean copying) {
        return consumed.isBlocking() ? !copying && consumed.isGating() : copying;
    }

    @Override
    public void check() {
        ordinary.close();
    }

    @Override
    public long nextWord() {
        final boolean isWatched = ordinary.isOpen() || !consumed.isBlocking() && isOrdinary();
        return isWatched ? ring.address(reader.position() & mask) : OffHeapLongs.NEVER_ZERO;
    }

    @Override
    public long secondLine() {
        return ordinary.secondLine();
    }

    /** A shortcut for readers that never gate the publisher: most polls find nothing. */
    private boolean isIdle() {
        return !consumed.isBlocking() && reader.isAtEnd() && isPublisherHeard();
    }

    /** Whether messages can be delivered without any other check than those of their frames. */
    private boolean isOrdinary() {
        return is(State.READING) && isPublisherHeard() && !reader.isReassembling();
    }

    @Override
    public boolean isLapped() {
        return Horizon.of(log.header()) > consumed.position();
    }

    @Override
    public boolean isWithoutCredit() {
        return false;
    }

    @Override
    public boolean isOfThisHost() {
        return true;
    }

    /** Commit words bound the readable bytes. */
    @Override
    void updateReadable() {
        // always the same
    }

    /** A local publisher does not jump. */
    @Override
    boolean followJump() {
        return false;
    }

    @Override
    boolean resumeAfterLap() {
        settings.counters().discarded(reader.drainDiscardedCopies());
        if (consumed.isLostByLap()) {
            evict();
            return false;
        }
        frameSeeker.afterLap();
        if (gapTracker.isStarted() && reader.sequence() < gapTracker.wanted()) {
            throw new BusException(corruption(reader));
        }
        return true;
    }

    /** Finds the end of the log first: the whole range is lost. */
    private void evict() {
        frameSeeker.atEnd();
        markEvicted();
        consumed.evicted();
        lose(LossCause.LAPPED, LossCause.LAPPED.description());
    }

    /** The log is at hand: a reader that wants older messages begins there. */
    @Override
    boolean beginFetch() {
        return false;
    }

    @Override
    void forget() {
        ordinary.close();
        reader.forget();
    }
}

package io.verbus.internal.image;

import static io.verbus.internal.log.LogLayout.CHUNKS;

import io.verbus.BusException;
import io.verbus.PollHandler;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.ChunkTable;
import io.verbus.internal.log.CopiedBoundaries;
import io.verbus.internal.log.Horizon;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.ImageLink;

/**
 * Fetches missing messages from the publisher's log, without its CPU, into memory with the layout of that log, and
 * delivers them. By the polling thread, which never waits: it checks whether the next step is possible.
 *
 * <pre>
 *   REQUESTED ──▶ BOUNDING ──▶ COPYING ──▶ BOUNDING ──▶ HERE
 *   for memory    │    ▲       a chunk      │          │
 *                 │    ╰────────────────────╯ gone     ╰──▶ COPYING the next chunk
 *                 ▼
 *               OVER: all was fetched, or the rest is overwritten, or the epoch has ended
 * </pre>
 *
 * <p>BOUNDING copies horizon and chunk table until two consecutive copies agree: a copy of a word may be torn by a
 * concurrent store, but a later copy is then different. Bytes copied before count only if that horizon is not above
 * them; otherwise the reader moves to a boundary above the horizon.
 */
final class HistoryFetcher {
    /** If the copies still differ after this many attempts, the publisher is faster than this reader. */
    private static final int MAX_ATTEMPTS = 16;

    private final RemoteSubscriberPosition position;
    private final ImageSettings settings;
    private final GapTracker gapTracker;
    private final CopiedBoundaries boundaries = new CopiedBoundaries();
    private Step step = Step.OVER;
    private ImageLink link;
    private RemoteSubscriberPosition.Grant grant;
    private final HandlerFailures failures;
    private FrameReader reader;
    /** The position of the live reader, at which history ends. */
    private Boundary live;
    /** Copied end, and the end of the present copy before the next check of the horizon. */
    private long copied;
    private long end;
    private boolean copying;
    /** Whether the reader is at the first wanted message. */
    private boolean placed;

    private enum Step {
        /** The conductor allocates memory. */
        REQUESTED,
        /** Horizon and chunk table are being copied. */
        BOUNDING,
        /** Frames are being copied. */
        COPYING,
        /** Frames are copied, and were above the horizon at that time. */
        HERE,
        /** Nothing more can be fetched. */
        OVER,
        /** The copied bytes are not valid frames. */
        CORRUPT
    }

    HistoryFetcher(final RemoteSubscriberPosition position, final ImageSettings settings, final GapTracker gapTracker,
            final HandlerFailures failures) {
        this.failures = failures;
        this.position = position;
        this.settings = settings;
        this.gapTracker = gapTracker;
    }

    /** Starts to fetch the messages before the live reader, through the current link. */
    void begin(final Boundary newLive) {
        live = newLive;
        link = position.link();
        step = link == null ? Step.OVER : Step.REQUESTED;
        copied = 0;
        copying = false;
        placed = false;
    }

    /** Takes all steps that need not wait, and delivers the copied messages; returns the number taken. */
    int poll(final PollHandler handler, final int limit) {
        fetch();
        if (step != Step.HERE || !isPlaced()) {
            return 0;
        }
        final long left = Math.max(1, live.sequence() - reader.sequence()); // padding may follow the last message
        final int count;
        try {
            count = reader.poll(handler, (int) Math.min(left, limit));
        } finally {
            gapTracker.want(reader.undelivered());
        }
        nextStep();
        return count;
    }

    /** Whether nothing more can be fetched. The wanted range is then missing. */
    boolean isOver() {
        return step == Step.OVER;
    }

    /** Whether the fetched bytes are corrupt; the reader's position is that of the corruption. */
    boolean isCorrupt() {
        return step == Step.CORRUPT;
    }

    /** The reader of the copied frames. */
    FrameReader reader() {
        return reader;
    }

    private void fetch() {
        boolean hasProgress = true;
        while (hasProgress) {
            hasProgress = switch (step) {
                case REQUESTED -> isGranted();
                case BOUNDING -> isBounded(gapTracker.wanted());
                case COPYING -> isCopied();
                case HERE, OVER, CORRUPT -> false;
            };
        }
        if (step.compareTo(Step.HERE) < 0 && link.endedBy() != null) {
            over();
        }
    }

    /** Whether the reader is at the start of the next wanted message. */
    private boolean isPlaced() {
        if (placed) {
            return true;
        }
        final long wanted = gapTracker.wanted();
        placed = reader.seek(wanted) && reader.sequence() >= wanted && gapTracker.seekBeginning(reader);
        if (placed && reader.sequence() <= live.sequence()) {
            return gapTracker.settle(reader);
        }
        nextStep();
        return false;
    }

    /** Determines the next step from the reader's outcome. */
    private void nextStep() {
        if (reader.sequence() > live.sequence()) {
            step = Step.CORRUPT;
            return;
        }
        switch (reader.outcome()) {
            case PAUSED -> {
                // there may be more messages
            }
            case DRAINED -> {
                if (copied == live.position()) {
                    over();
                } else {
                    copy();
                }
            }
            case MISSING -> placed = false;
            case DROPPED -> {
                gapTracker.drop(reader);
                gapTracker.want(reader.sequence());
            }
            default -> step = Step.CORRUPT;
        }
    }

    private void over() {
        step = Step.OVER;
        forget();
    }

    /** Drops an incomplete message. */
    void forget() {
        if (reader != null) {
            reader.forget();
        }
    }

    private boolean isGranted() {
        final RemoteSubscriberPosition.Grant response = position.requestMemory(link);
        if (response == null) {
            return false;
        }
        if (response.isRefusal()) {
            over();
            return true;
        }
        if (grant == null || grant.memory() != response.memory()) {
            reader = new FrameReader(response.memory(), settings.subscription(), settings.memory(), failures);
        }
        grant = response;
        bound();
        return true;
    }

    private void bound() {
        boundaries.forget();
        step = Step.BOUNDING;
    }

    private boolean isBounded(final long wanted) {
        if (!hasCopied(CopiedBoundaries.OFFSET, CopiedBoundaries.LENGTH)) {
            return false;
        }
        if (boundaries.isSame(grant.memory().header())) {
            checkCopied(wanted);
        } else if (boundaries.count() == MAX_ATTEMPTS) {
            over();
        }
        return true;
    }

    /**
     * Checks the copied bytes: they are valid if the horizon, copied later, is not above them. Otherwise moves to a
     * boundary.
     */
    private void checkCopied(final long wanted) {
        final Log log = grant.memory();
        if (copied > reader.position() && !Horizon.isAbove(log.headerWords(), reader.position())) {
            reader.readable(copied);
            step = Step.HERE;
            return;
        }
        // One frame before the wanted one: reading that frame shows whether a message ends in it.
        final Boundary from = ChunkTable.atOrBelow(log, Math.max(0, wanted - 1));
        if (from.position() >= live.position()) {
            over();
        } else if (live.position() - from.position() > log.identity().capacity() || from.sequence() > live.sequence()) {
            throw new BusException("its publisher's log contradicts the image: sequence " + from.sequence()
                    + " at position " + from.position() + " in the log, " + live.sequence() + " at " + live.position()
                    + " in the image");
        } else {
            reader.moveTo(from);
            placed = false;
            copied = from.position();
            copy();
        }
    }

    /** Copies one chunk, because the horizon moves by a chunk, before the next check. */
    private void copy() {
        end = Math.min(live.position(), copied + grant.memory().identity().capacity() / CHUNKS);
        step = Step.COPYING;
    }

    private boolean isCopied() {
        final LogIdentity log = grant.memory().identity();
        final int offset = (int) copied & log.capacity() - 1;
        final int length = (int) Math.min(Math.min(grant.copies().maxLength(), end - copied), log.capacity() - offset);
        if (!hasCopied(LogLayout.ringOffset(log.session()) + offset, length)) {
            return false;
        }
        copied += length;
        if (copied == end) {
            bound();
        }
        return true;
    }

    private boolean hasCopied(final int offset, final int length) {
        copying = copying || grant.copies().begin(offset, length);
        final boolean complete = copying && grant.copies().isComplete();
        copying &= !complete;
        return complete;
    }
}

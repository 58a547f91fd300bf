package io.verbus.image;

import static io.verbus.log.LogLayout.CHUNKS;
import static io.verbus.log.LogLayout.HEADER_LENGTH;

import io.verbus.BusException;
import io.verbus.MessageHandler;
import io.verbus.log.Boundary;
import io.verbus.log.ChunkTable;
import io.verbus.log.CopiedBoundaries;
import io.verbus.log.Horizon;
import io.verbus.log.Log;
import io.verbus.transport.ImageLink;

/**
 * Fetches what an image misses from the log of its publisher, who takes no part in it, into memory that is laid out as
 * that log, and delivers it. By the polling thread, which never waits: it looks whether the next step can be made.
 *
 * <pre>
 *   ASKING ──▶ BOUNDING ──▶ COPYING ──▶ BOUNDING ──▶ HERE
 *   for memory    │    ▲       a chunk      │          │
 *                 │    ╰────────────────────╯ gone     ╰──▶ COPYING the next chunk
 *                 ▼
 *               OVER: all was here, or the log does not have it any more, or the epoch has ended
 * </pre>
 *
 * <p>To be bounding is to copy horizon and chunk table, until they say the same twice: a word that is being stored may
 * come torn, but not torn alike by a copy that begins later. What was copied before is believed only then, if the
 * horizon is not above it; else it is looked for anew, from a boundary that is.
 */
final class History {
    /** A publisher that enters chunks so fast that this is not enough goes past us anyway. */
    private static final int MAX_LOOKS = 16;

    private final RemotePlace place;
    private final ImageSettings settings;
    private final Gaps gaps;
    private final CopiedBoundaries boundaries = new CopiedBoundaries();
    private Step step = Step.OVER;
    private ImageLink link;
    private RemotePlace.Grant grant;
    private final FrameReader.Failures failures;
    private FrameReader reader;
    /** Where the live reader stands: up to there history goes. */
    private Boundary live;
    /** Up to where a copy has come, and up to where it will, before the horizon is looked at. */
    private long copied;
    private long end;
    private boolean copying;
    /** Whether the reader has been brought to the first message that is wanted. */
    private boolean placed;

    private enum Step {
        /** The conductor makes memory. */
        ASKING,
        /** Horizon and chunk table are copied. */
        BOUNDING,
        /** Frames are copied. */
        COPYING,
        /** Frames are here, and were above the horizon when they were. */
        HERE,
        /** Nothing more is to be had. */
        OVER,
        /** What is here is nothing that a publisher writes. */
        CORRUPT
    }

    History(final RemotePlace place, final ImageSettings settings, final Gaps gaps,
            final FrameReader.Failures failures) {
        this.failures = failures;
        this.place = place;
        this.settings = settings;
        this.gaps = gaps;
    }

    /** Whatever comes before the live reader is to be fetched, by the link of now. */
    void begin(final Boundary newLive) {
        live = newLive;
        link = place.link();
        step = link == null ? Step.OVER : Step.ASKING;
        copied = 0;
        copying = false;
        placed = false;
    }

    /** Goes on as far as nothing has to be waited for, and delivers what is here; gives how much was taken. */
    int poll(final MessageHandler handler, final int limit) {
        fetch();
        if (step != Step.HERE || !isPlaced()) {
            return 0;
        }
        final long left = Math.max(1, live.sequence() - reader.sequence()); // there may be padding behind the last
        final int count;
        try {
            count = reader.poll(handler, (int) Math.min(left, limit));
        } finally {
            gaps.want(reader.undelivered());
        }
        goOn();
        return count;
    }

    /** Whether nothing more is to be had. What is wanted then is missing. */
    boolean isOver() {
        return step == Step.OVER;
    }

    /** Whether what was fetched is nothing that a publisher writes; where, tells the reader. */
    boolean isCorrupt() {
        return step == Step.CORRUPT;
    }

    /** Reads what is here. */
    FrameReader reader() {
        return reader;
    }

    private void fetch() {
        boolean on = true;
        while (on) {
            on = switch (step) {
                case ASKING -> isGranted();
                case BOUNDING -> isBounded(gaps.wanted());
                case COPYING -> isCopied();
                case HERE, OVER, CORRUPT -> false;
            };
        }
        if (step.compareTo(Step.HERE) < 0 && link.endedBy() != null) {
            over();
        }
    }

    /** Whether the reader stands where a message begins that comes next. */
    private boolean isPlaced() {
        if (placed) {
            return true;
        }
        final long wanted = gaps.wanted();
        placed = reader.seek(wanted) && reader.sequence() >= wanted && gaps.seekBeginning(reader);
        if (placed && reader.sequence() <= live.sequence()) {
            return gaps.settle(reader.sequence());
        }
        goOn();
        return false;
    }

    /** What follows from where the reader has come to. */
    private void goOn() {
        if (reader.sequence() > live.sequence()) {
            step = Step.CORRUPT;
            return;
        }
        switch (reader.outcome()) {
            case PAUSED -> {
                // there may be more
            }
            case DRAINED -> {
                if (copied == live.position()) {
                    over();
                } else {
                    copy();
                }
            }
            case DROPPED -> {
                gaps.drop(reader);
                gaps.want(reader.sequence());
            }
            default -> step = Step.CORRUPT;
        }
    }

    private void over() {
        step = Step.OVER;
        forget();
    }

    /** Forgets a message of which the end is not here. */
    void forget() {
        if (reader != null) {
            reader.forget();
        }
    }

    private boolean isGranted() {
        final RemotePlace.Grant answer = place.ask(link);
        if (answer == null) {
            return false;
        }
        if (answer.isRefusal()) {
            over();
            return true;
        }
        if (grant == null || grant.memory() != answer.memory()) {
            reader = new FrameReader(answer.memory(), settings.memory(), failures);
        }
        grant = answer;
        bound();
        return true;
    }

    private void bound() {
        boundaries.forget();
        step = Step.BOUNDING;
    }

    private boolean isBounded(final long wanted) {
        if (!hasCome(CopiedBoundaries.OFFSET, CopiedBoundaries.LENGTH)) {
            return false;
        }
        if (boundaries.isSame(grant.memory().header())) {
            judge(wanted);
        } else if (boundaries.count() == MAX_LOOKS) {
            over();
        }
        return true;
    }

    /** What was copied is good if the horizon, which was copied later, is not above it. Else the rest is looked for. */
    private void judge(final long wanted) {
        final Log log = grant.memory();
        if (copied > reader.position() && !Horizon.isAbove(log.headerWords(), reader.position())) {
            reader.readable(copied);
            step = Step.HERE;
            return;
        }
        // One frame earlier than needed: who passes over a frame knows whether a message ends in it.
        final Boundary from = ChunkTable.atOrBelow(log, Math.max(0, wanted - 1));
        if (from.position() >= live.position()) {
            over();
        } else if (live.position() - from.position() > log.identity().capacity() || from.sequence() > live.sequence()) {
            throw new BusException("its publisher's log does not go with what it writes: sequence " + from.sequence()
                    + " at position " + from.position() + " there, " + live.sequence() + " at " + live.position()
                    + " here");
        } else {
            reader.moveTo(from);
            placed = false;
            copied = from.position();
            copy();
        }
    }

    /** The horizon moves by a chunk, so that is what is copied before it is looked at again. */
    private void copy() {
        end = Math.min(live.position(), copied + grant.memory().identity().capacity() / CHUNKS);
        step = Step.COPYING;
    }

    private boolean isCopied() {
        final int capacity = grant.memory().identity().capacity();
        final int offset = (int) copied & capacity - 1;
        final int length = (int) Math.min(Math.min(grant.copies().maxLength(), end - copied), capacity - offset);
        if (!hasCome(HEADER_LENGTH + offset, length)) {
            return false;
        }
        copied += length;
        if (copied == end) {
            bound();
        }
        return true;
    }

    private boolean hasCome(final int offset, final int length) {
        copying = copying || grant.copies().begin(offset, length);
        final boolean come = copying && grant.copies().isComplete();
        copying &= !come;
        return come;
    }
}

package io.verbus.testkit.fabric.link;

import io.verbus.internal.log.FrameLayout;
import io.verbus.spi.LogAcceptor;
import io.verbus.spi.LogLink;
import io.verbus.spi.Offer;
import io.verbus.testkit.fabric.link.Work.JumpNotice;
import io.verbus.testkit.fabric.link.Work.Words;
import io.verbus.testkit.fabric.link.Work.Write;
import java.util.Arrays;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The publisher's end. It reads the log when a write is delivered, and may read it again until the write is finished.
 */
public final class LogSide extends FabricLink implements LogLink {
    static final int CONSUMED = 0;
    static final int RECEIVES = 1;
    static final int BEAT = 2;
    static final int LEFT = 3;

    private static final long NONE = -1;

    private final IntSupplier sessions;
    /** The memory that the other end may read. */
    private final UnsafeBuffer file;
    private volatile long consumed;
    private volatile long unfinished = Long.MAX_VALUE;
    private long pushed;
    private long jumpsTo = NONE;
    /** The present contents of a write's source. */
    private byte[] now = {};
    /** Writes and jumps that the subscriber is notified of; each uses a posted receive. */
    private long notified;
    private long receives;
    private long beats;
    private boolean silent;
    private long beatPosition;
    private long beatSequence;

    public LogSide(final Station station, final Station peer, final LogAcceptor log, final Offer offer,
            final IntSupplier sessions) {
        super(station, peer, log.ring(),
                new ControlWords(offer.position(), station.medium().settings().receives(), 0, 0));
        this.sessions = sessions;
        this.file = log.file();
        this.consumed = offer.position();
        this.pushed = offer.position();
        this.receives = medium.settings().receives();
    }

    UnsafeBuffer file() {
        return file;
    }

    @Override
    public long push(final long from, final long to) {
        guard.enter("push");
        medium.interrupt(Call.PUSH);
        try {
            synchronized (medium) {
                checkThat(from == pushed && aligned(from), () -> "push from " + from + " where " + pushed + " is next");
                checkThat(to >= from && aligned(to) && (hasEnded() || to - from <= ring.capacity()),
                        () -> "push from " + from + " to " + to);
                if (!hasEnded() && !isJumping() && from < to) {
                    pushAtMost(to);
                }
                return pushed;
            }
        } finally {
            guard.exit("push");
        }
    }

    private void pushAtMost(final long to) {
        unfinished = Math.min(unfinished, pushed);
        boolean more = true;
        while (more && pushed < to && notified < receives && medium.random().acceptsRequest()) {
            final long end = Math.min(Math.min(to, pushed + medium.settings().maxPush()), consumed + ring.capacity());
            final long ringEnd = (pushed & -ring.capacity()) + ring.capacity();
            more = end > pushed && lane.room() >= (end > ringEnd ? 2 : 1);
            if (more) {
                if (end > ringEnd) {
                    write(pushed, ringEnd, false);
                    write(ringEnd, end, true);
                } else {
                    write(pushed, end, true);
                }
                notified++;
                pushed = end;
            }
        }
        findUnfinished();
    }

    private void write(final long from, final long to, final boolean announced) {
        final byte[] bytes = new byte[(int) (to - from)];
        ring.getBytes(offset(from), bytes);
        lane.post(new Write(from, to, bytes, announced), medium.nowNs());
    }

    @Override
    public boolean hasCredit() {
        guard.checkOpen("hasCredit");
        synchronized (medium) {
            return !hasEnded() && !isJumping() && notified < receives && pushed < consumed + ring.capacity();
        }
    }

    @Override
    public boolean jump(final long at, final long to, final long sequence) {
        guard.enter("jump");
        try {
            synchronized (medium) {
                checkThat(at == pushed && aligned(at), () -> "jump at " + at + " where " + pushed + " is next");
                checkThat(to > at && aligned(to) && sequence >= 0, () -> "jump from " + at + " to " + to);
                final boolean able = !hasEnded() && !isJumping() && notified < receives && lane.room() > 0
                        && medium.random().acceptsRequest();
                if (able) {
                    lane.post(new JumpNotice(to, sequence), medium.nowNs());
                    notified++;
                    pushed = to;
                    jumpsTo = to;
                    medium.note(this + " jumps from " + at + " to " + to + ", sequence " + sequence);
                }
                return able;
            }
        } finally {
            guard.exit("jump");
        }
    }

    @Override
    public void poll() {
        guard.enter("poll");
        medium.interrupt(Call.POLL);
        try {
            synchronized (medium) {
                lane.takeIn();
                takeCredit(words.highest(CONSUMED), words.highest(RECEIVES));
                findUnfinished();
            }
        } finally {
            guard.exit("poll");
        }
    }

    private void takeCredit(final long position, final long posted) {
        if (position > pushed || !aligned(position)) {
            end("consumed position " + position + " after " + consumed + ", pushed "
                    + pushed);
        } else if (posted > notified + medium.settings().receives()) {
            end("posted receives " + posted + " after " + receives + ", used " + notified
                    + " of them");
        } else {
            consumed = Math.max(consumed, position);
            receives = Math.max(receives, posted);
            jumpsTo = position >= jumpsTo ? NONE : jumpsTo;
        }
    }

    @Override
    public void silent(final boolean isSilent) {
        silent = isSilent;
    }

    @Override
    public void sendHeartbeat(final long position, final long sequence) {
        guard.enter("sendHeartbeat");
        try {
            synchronized (medium) {
                checkThat(aligned(position) && position >= beatPosition && sequence >= beatSequence,
                        () -> "heartbeat of " + position + ", " + sequence + " after " + beatPosition + ", "
                                + beatSequence);
                beatPosition = position;
                beatSequence = sequence;
                if (!hasEnded() && lane.room() > 0 && medium.random().acceptsRequest()) {
                    lane.post(new Words(
                            new int[]{ImageSide.BEAT, ImageSide.POSITION, ImageSide.SEQUENCE, ImageSide.SESSIONS,
                                    ImageSide.SILENT},
                            new long[]{++beats, position, sequence, sessions.getAsInt(), silent ? 1 : 0}),
                            medium.nowNs());
                }
            }
        } finally {
            guard.exit("sendHeartbeat");
        }
    }

    @Override
    public long consumed() {
        return consumed;
    }

    @Override
    public long unfinished() {
        return unfinished;
    }

    @Override
    public long heartbeat() {
        return words.highest(BEAT);
    }

    @Override
    public boolean isLeft() {
        return words.read(LEFT) != 0;
    }

    @Override
    public boolean isReleased() {
        final boolean released = super.isReleased();
        if (released) {
            unfinished = Long.MAX_VALUE;
        }
        return released;
    }

    @Override
    void receive(final Work work) {
        if (work instanceof Words some) {
            words.arrived(some, medium.random().swapsWrites());
        }
    }

    /** Invariant 7: the log does not overwrite bytes that an unfinished write may still read. */
    @Override
    void check(final Work work, final String when) {
        if (work instanceof Write write && write.to() > consumed) {
            final int length = write.bytes().length;
            now = now.length < length ? new byte[length] : now;
            ring.getBytes(offset(write.from()), now, 0, length);
            final int differs = Arrays.mismatch(write.bytes(), 0, length, now, 0, length);
            checkThat(differs < 0, () -> "the log has overwritten " + (write.from() + differs)
                    + " before the write up to " + write.to() + " was " + when);
        }
    }

    @Override
    void answered(final Work work) {
        // A write is finished when its owner processes the completion.
    }

    @Override
    String stand() {
        return "consumed " + consumed + ", pushed " + pushed + ", notified " + notified + " of " + receives
                + (isJumping() ? ", jumps to " + jumpsTo : "");
    }

    private void findUnfinished() {
        unfinished = isFlushed() ? Long.MAX_VALUE : lane.lowest(consumed);
    }

    private boolean isJumping() {
        return jumpsTo != NONE;
    }

    private int offset(final long position) {
        return (int) (position & ring.capacity() - 1);
    }

    private void checkThat(final boolean holds, final Supplier<String> what) {
        medium.contract().check(holds, this, what);
    }

    static boolean aligned(final long position) {
        return position >= 0 && position % FrameLayout.ALIGNMENT == 0;
    }

    @Override
    public String toString() {
        return "log link " + station().name() + " to " + peer();
    }
}

package io.verbus.testkit.fabric.link;

import io.verbus.internal.log.FrameLayout;
import io.verbus.internal.log.LogLayout;
import io.verbus.spi.HistoryLink;
import io.verbus.spi.ImageLink;
import io.verbus.spi.Offer;
import io.verbus.testkit.fabric.link.Work.JumpNotice;
import io.verbus.testkit.fabric.link.Work.Read;
import io.verbus.testkit.fabric.link.Work.Words;
import io.verbus.testkit.fabric.link.Work.Write;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The subscriber's end. The unreadable part of the image contains garbage that looks like frames: arrived bytes are
 * stored at the last moment, and consumed bytes are overwritten at once.
 */
public final class ImageSide extends FabricLink implements ImageLink {
    static final int BEAT = 0;
    static final int POSITION = 1;
    static final int SEQUENCE = 2;
    static final int SESSIONS = 3;
    static final int SILENT = 4;

    private static final long NONE = -1;
    private static final long GARBAGE_WORD = FrameLayout.commitWord(FrameLayout.DATA, FrameLayout.WHOLE, 32);
    private static final long GARBAGE = 0x5A5A_5A5A_5A5A_5A5AL;

    private final Deque<Work> arrived = new ArrayDeque<>();
    private final int receives = medium.settings().receives();
    private volatile long readable;
    private volatile long jumpPosition = NONE;
    private volatile long jumpSequence;
    /** End of the bytes stored in the ring; the unreadable ones are the first part of a write. */
    private long laid;
    private long consumed;
    private long credited;
    private long notified;
    private long posted = receives;
    private long creditedPosts = receives;
    private long emptySinceNs = Long.MAX_VALUE;
    private long beats;
    private Words leave;
    private final boolean history;
    private HistoryRead reading;

    /** For an epoch in which the log may be read or not, as {@code history} states. */
    public ImageSide(final Station station, final Station peer, final UnsafeBuffer ring, final Offer offer,
            final int sessions, final boolean history) {
        super(station, peer, ring, new ControlWords(0, offer.position(), offer.sequence(), sessions, 0));
        this.history = history;
        this.laid = offer.position();
        this.readable = offer.position();
        this.consumed = offer.position();
        this.credited = offer.position();
        spoil(0, ring.capacity());
        medium.note(this + " begins at " + readable + ", sequence " + offer.sequence());
    }

    /** Processes the arrivals, also those before the end. Returns their number. */
    int takeIn(final long nowNs) {
        synchronized (medium) {
            int count = 0;
            while (hasArrivals()) {
                while (take(arrived.remove())) {
                    assert !arrived.isEmpty() : "unannounced bytes";
                }
                count++;
            }
            posted += count;
            if (count > 0) {
                emptySinceNs = Long.MAX_VALUE;
            } else if (emptySinceNs == Long.MAX_VALUE) {
                emptySinceNs = nowNs;
            }
            if (isCreditDue(nowNs)) {
                giveCredit();
            }
            return count;
        }
    }

    /** Whether this was the first part of a write across the ring's end, which is not announced. */
    private boolean take(final Work work) {
        switch (work) {
            case Write write when write.to() <= credited + ring.capacity() && write.from() == laid -> {
                ring.putBytes(offset(write.from()), write.bytes());
                laid = write.to();
                readable = write.notified() ? laid : readable;
                return !write.notified();
            }
            case JumpNotice jump when jump.to() > readable && jumpPosition == NONE -> {
                jumpSequence = jump.sequence();
                jumpPosition = jump.to();
            }
            default -> {
                arrived.clear();
                end("received " + work + " where " + readable + " is readable and "
                        + (credited + ring.capacity()) + " is allowed");
            }
        }
        return false;
    }

    private boolean isCreditDue(final long nowNs) {
        final boolean some = consumed > credited || posted > creditedPosts;
        final boolean idle = emptySinceNs != Long.MAX_VALUE
                && nowNs - emptySinceNs >= medium.settings().idle().toNanos();
        return some && (idle || consumed - credited >= ring.capacity() / 8 || posted - creditedPosts >= receives / 2);
    }

    private void giveCredit() {
        if (!hasEnded() && lane.room() > 0 && medium.random().acceptsRequest()) {
            credited = consumed;
            creditedPosts = posted;
            emptySinceNs = Long.MAX_VALUE;
            lane.post(new Words(new int[]{LogSide.CONSUMED, LogSide.RECEIVES}, new long[]{credited, creditedPosts}),
                    medium.nowNs());
        }
    }

    @Override
    public long readable() {
        return readable;
    }

    @Override
    public void consumed(final long position) {
        guard.enter("consumed");
        try {
            synchronized (medium) {
                checkThat(position >= consumed && position <= readable && LogSide.aligned(position),
                        () -> "consumed " + position + " after " + consumed + ", where " + readable + " is readable");
                spoil(consumed, position);
                consumed = position;
            }
        } finally {
            guard.exit("consumed");
        }
    }

    @Override
    public long jumpPosition() {
        return jumpPosition;
    }

    @Override
    public long jumpSequence() {
        return jumpSequence;
    }

    @Override
    public void resume() {
        guard.enter("resume");
        try {
            synchronized (medium) {
                checkThat(jumpPosition != NONE, () -> "resume without a jump");
                medium.note(this + " resumes at " + jumpPosition + ", was at " + consumed + " of " + readable);
                spoil(consumed, readable);
                laid = jumpPosition;
                readable = jumpPosition;
                consumed = jumpPosition;
                jumpPosition = NONE;
                emptySinceNs = medium.nowNs() - medium.settings().idle().toNanos(); // at once, or as soon as possible
                giveCredit();
            }
        } finally {
            guard.exit("resume");
        }
    }

    @Override
    public boolean offersHistory() {
        return history;
    }

    @Override
    public HistoryLink history(final UnsafeBuffer memory) {
        guard.checkOpen("history");
        synchronized (medium) {
            checkThat(history && reading == null, () -> "history requested twice, or not offered");
            checkThat(memory.capacity() == LogLayout.length(ring.capacity()),
                    () -> "memory of " + memory.capacity());
            reading = new HistoryRead(this, memory);
            medium.hasRead();
            return reading;
        }
    }

    @Override
    boolean isMapped() {
        return super.isMapped() && (reading == null || reading.isMapped());
    }

    @Override
    boolean isDone(final Work work) {
        return !(work instanceof Read) || reading.copy(((LogSide) other()).file());
    }

    @Override
    public void sendHeartbeat() {
        guard.checkOpen("sendHeartbeat");
        synchronized (medium) {
            if (!hasEnded() && lane.room() > 1 && medium.random().acceptsRequest()) {
                credited = consumed; // as over RDMA: a polling thread in a slow handler returns no credit itself
                lane.post(new Words(new int[]{LogSide.BEAT, LogSide.CONSUMED}, new long[]{++beats, credited}),
                        medium.nowNs());
            }
        }
    }

    @Override
    public long heartbeat() {
        return words.highest(BEAT);
    }

    @Override
    public boolean isSilent() {
        return words.read(SILENT) != 0;
    }

    @Override
    public long publisherPosition() {
        return words.highest(POSITION);
    }

    @Override
    public long publisherSequence() {
        return words.highest(SEQUENCE);
    }

    @Override
    public int sessions() {
        return (int) words.read(SESSIONS);
    }

    @Override
    public void leave() {
        guard.checkOpen("leave");
        synchronized (medium) {
            if (leave == null && !hasEnded()) {
                leave = new Words(new int[]{LogSide.LEFT}, new long[]{1});
                lane.post(leave, medium.nowNs()); // one above the limit: the last credit may not be lost
            }
        }
    }

    /** It writes only words, whose bytes are copied when they are posted. */
    @Override
    void answered(final Work work) {
        lane.takeIn();
        if (work == leave) {
            end("the subscription left");
        }
    }

    /** After its end arrivals have no effect. */
    @Override
    void receive(final Work work) {
        switch (work) {
            case Words some -> {
                words.arrived(some, medium.random().swapsWrites());
            }
            case Write write when !write.notified() -> arrived.add(write);
            default -> {
                checkThat(notified++ < posted, () -> "receiver not ready");
                arrived.add(work);
                medium.written();
            }
        }
    }

    @Override
    void check(final Work work, final String when) {
        // Words are copied when they are posted.
    }

    @Override
    String stand() {
        return "readable " + readable + ", consumed " + consumed + ", credited " + credited + ", notified " + notified
                + " of "
                + posted + ", credited " + creditedPosts + (jumpPosition == NONE ? "" : ", jumps to " + jumpPosition)
                + ", waiting " + arrived.size();
    }

    /** Whether an arrival can be reported to the subscriber. */
    private boolean hasArrivals() {
        for (final Work work : arrived) {
            if (!(work instanceof Write write) || write.notified()) {
                return true;
            }
        }
        return false;
    }

    private void spoil(final long from, final long to) {
        for (long position = from; position < to; position += FrameLayout.ALIGNMENT) {
            final int offset = offset(position);
            ring.putLong(offset, GARBAGE_WORD);
            for (int i = Long.BYTES; i < FrameLayout.ALIGNMENT; i += Long.BYTES) {
                ring.putLong(offset + i, GARBAGE);
            }
        }
    }

    private int offset(final long position) {
        return (int) (position & ring.capacity() - 1);
    }

    private void checkThat(final boolean holds, final Supplier<String> what) {
        medium.contract().check(holds, this, what);
    }

    @Override
    public String toString() {
        return "image link " + station().name() + " from " + peer();
    }
}

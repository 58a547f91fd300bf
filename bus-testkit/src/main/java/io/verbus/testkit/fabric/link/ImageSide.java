package io.verbus.testkit.fabric.link;

import io.verbus.log.FrameLayout;
import io.verbus.log.LogLayout;
import io.verbus.testkit.fabric.link.Work.Jump;
import io.verbus.testkit.fabric.link.Work.Read;
import io.verbus.testkit.fabric.link.Work.Words;
import io.verbus.testkit.fabric.link.Work.Write;
import io.verbus.transport.HistoryLink;
import io.verbus.transport.ImageLink;
import io.verbus.transport.Offer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The subscriber's end. Wherever nothing is readable the image holds garbage that looks like frames: what has arrived
 * is laid there at the last moment, and what is said to be consumed is spoilt at once.
 */
public final class ImageSide extends FabricLink implements ImageLink {
    static final int BEAT = 0;
    static final int POSITION = 1;
    static final int SEQUENCE = 2;
    static final int SESSIONS = 3;

    private static final long NONE = -1;
    private static final long GARBAGE_WORD = FrameLayout.commitWord(FrameLayout.DATA, FrameLayout.WHOLE, 32);
    private static final long GARBAGE = 0x5A5A_5A5A_5A5A_5A5AL;

    private final Deque<Work> arrived = new ArrayDeque<>();
    private final int receives = medium.settings().receives();
    private volatile long readable;
    private volatile long jumpPosition = NONE;
    private volatile long jumpSequence;
    /** Behind what was laid in the ring; what is not readable is the first part of a write. */
    private long laid;
    private long consumed;
    private long credited;
    private long told;
    private long posted = receives;
    private long creditedPosts = receives;
    private long emptySinceNs = Long.MAX_VALUE;
    private long beats;
    private Words leave;
    private final boolean history;
    private Reading reading;

    /** Of an epoch in which the log may be read, or not. */
    public ImageSide(final Station station, final Station peer, final UnsafeBuffer ring, final Offer offer,
            final int sessions, final boolean history) {
        super(station, peer, ring, new ControlWords(0, offer.position(), offer.sequence(), sessions));
        this.history = history;
        this.laid = offer.position();
        this.readable = offer.position();
        this.consumed = offer.position();
        this.credited = offer.position();
        spoil(0, ring.capacity());
        medium.note(this + " begins at " + readable + ", sequence " + offer.sequence());
    }

    /** Takes in what has arrived, before the end too. Gives how much that was. */
    int takeIn(final long nowNs) {
        synchronized (medium) {
            int count = 0;
            while (hasArrivals()) {
                while (take(arrived.remove())) {
                    assert !arrived.isEmpty() : "bytes that nobody is told of";
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

    /** Whether this was the first part of a write that goes round the ring's end: nobody is told of that. */
    private boolean take(final Work work) {
        switch (work) {
            case Write write when write.to() <= credited + ring.capacity() && write.from() == laid -> {
                ring.putBytes(offset(write.from()), write.bytes());
                laid = write.to();
                readable = write.told() ? laid : readable;
                return !write.told();
            }
            case Jump jump when jump.to() > readable && jumpPosition == NONE -> {
                jumpSequence = jump.sequence();
                jumpPosition = jump.to();
            }
            default -> {
                arrived.clear();
                end("it was told of " + work + " where " + readable + " is readable and "
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
        if (!hasEnded() && lane.room() > 0 && medium.mood().isAble()) {
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
                checkThat(jumpPosition != NONE, () -> "resume where no jump was told");
                medium.note(this + " resumes at " + jumpPosition + ", was at " + consumed + " of " + readable);
                spoil(consumed, readable);
                laid = jumpPosition;
                readable = jumpPosition;
                consumed = jumpPosition;
                jumpPosition = NONE;
                emptySinceNs = medium.nowNs() - medium.settings().idle().toNanos(); // at once, or as soon as it can be
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
            checkThat(history && reading == null, () -> "history is asked for twice, or where there is none");
            checkThat(memory.capacity() == LogLayout.HEADER_LENGTH + ring.capacity(),
                    () -> "memory of " + memory.capacity());
            reading = new Reading(this, memory);
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
    public void beat() {
        guard.checkOpen("beat");
        synchronized (medium) {
            if (!hasEnded() && lane.room() > 1 && medium.mood().isAble()) {
                lane.post(new Words(new int[]{LogSide.BEAT}, new long[]{++beats}), medium.nowNs());
            }
        }
    }

    @Override
    public long heard() {
        return words.read(BEAT);
    }

    @Override
    public long heardPosition() {
        return words.read(POSITION);
    }

    @Override
    public long heardSequence() {
        return words.read(SEQUENCE);
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
                lane.post(leave, medium.nowNs()); // one more than there is room for: it may not be lost
            }
        }
    }

    /** What it writes are words: their bytes are not needed any more when they are posted. */
    @Override
    void answered(final Work work) {
        lane.takeIn();
        if (work == leave) {
            end("this subscription has left");
        }
    }

    /** After its end nothing has an effect here. */
    @Override
    void receive(final Work work) {
        switch (work) {
            case Words some -> {
                for (int i = 0; i < some.indexes().length; i++) {
                    words.arrived(some.indexes()[i], some.values()[i]);
                }
            }
            case Write write when !write.told() -> arrived.add(write);
            default -> {
                checkThat(told++ < posted, () -> "a receiver that is not ready");
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
        return "readable " + readable + ", consumed " + consumed + ", credited " + credited + ", told " + told + " of "
                + posted + ", credited " + creditedPosts + (jumpPosition == NONE ? "" : ", jumps to " + jumpPosition)
                + ", waiting " + arrived.size();
    }

    /** Whether the subscriber can be told of something. */
    private boolean hasArrivals() {
        for (final Work work : arrived) {
            if (!(work instanceof Write write) || write.told()) {
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

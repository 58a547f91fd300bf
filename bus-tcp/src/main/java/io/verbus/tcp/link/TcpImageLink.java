package io.verbus.tcp.link;

import static io.verbus.tcp.frame.FrameHeader.CREDIT;
import static io.verbus.tcp.frame.FrameHeader.HISTORY_REQUEST;
import static io.verbus.tcp.frame.FrameHeader.LEAVE;
import static io.verbus.tcp.frame.FrameHeader.SIGN_OF_LIFE;

import io.verbus.net.connection.TryLock;
import io.verbus.spi.HistoryLink;
import io.verbus.spi.ImageLink;
import io.verbus.tcp.frame.FrameWriter;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The subscriber's link of an epoch.
 *
 * <p>The polling thread reads from the socket in each poll, under a try-lock; the conductor does so in a duty cycle in
 * which the thread has not polled, so that the heartbeats of the publisher are seen during a slow handler. Both send,
 * under another try-lock: the polling thread credit and requests of history, the conductor heartbeats.
 */
public final class TcpImageLink implements ImageLink, TcpLink {
    private static final int SHARES = 8;
    private static final long NONE = -1;
    /** The peer may not notice the end before this time, and then the connection is closed without it. */
    private static final long LEAVING_NS = TimeUnit.SECONDS.toNanos(1);
    private static final VarHandle CONSUMED;

    static {
        try {
            CONSUMED = MethodHandles.lookup().findVarHandle(TcpImageLink.class, "consumed", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Connection connection;
    private final TcpPoller poller;
    private final ImageReader reader;
    private final FrameWriter writer;
    private final TryLock reading = new TryLock();
    private final TryLock writing = new TryLock();
    private final int capacity;
    private final boolean offersHistory;
    private volatile long readable;
    private volatile long jumpPosition = NONE;
    private volatile long jumpSequence;
    /** Stored with release after the last access to the bytes, and loaded with acquire before it is sent. */
    private long consumed;
    /** The consumed position that the publisher knows, or is about to. */
    private volatile long granted;
    /** Whether the polling thread has polled since the last duty cycle; under the lock. */
    private boolean hasPolled;
    private volatile boolean leaving;
    private boolean leaveSent;
    private long leavingSinceNs;
    /** By the conductor. */
    private boolean released;

    /**
     * A new epoch.
     *
     * @param connection after the handshake
     * @param poller that polls it
     * @param image memory of the log's capacity, outside the heap
     * @param position of its start
     * @param offersHistory whether parts of the log's file may be requested
     */
    public TcpImageLink(final Connection connection, final TcpPoller poller, final DirectBuffer image,
            final long position, final boolean offersHistory) {
        this.connection = connection;
        this.poller = poller;
        this.reader = new ImageReader(connection, image, position);
        this.writer = new FrameWriter(connection.channel(), 0);
        this.capacity = image.capacity();
        this.offersHistory = offersHistory;
        this.readable = position;
        this.consumed = position;
        this.granted = position;
    }

    /** Reads arrived bytes; returns whether positions have advanced. By the polling thread. */
    boolean poll() {
        if (connection.hasEnded() && released || !reading.tryLock()) {
            return false; // the conductor reads
        }
        try {
            hasPolled = true;
            read();
            return publish();
        } finally {
            reading.unlock();
        }
    }

    private void read() {
        if (!connection.hasEnded()) {
            try {
                reader.read(granted);
            } catch (final IOException e) {
                connection.failed(e);
            }
        }
    }

    private boolean publish() {
        final long before = readable;
        if (jumpPosition == NONE) {
            readable = reader.arrived();
            jumpSequence = reader.jumpSequence();
            jumpPosition = reader.takeJump();
        }
        return readable > before || jumpPosition != NONE;
    }

    @Override
    public long readable() {
        return readable;
    }

    @Override
    public void consumed(final long position) {
        assert position >= consumed && position <= readable : "not readable";
        CONSUMED.setRelease(this, position);
        if (position - granted >= capacity / SHARES) {
            poller.creditIsDue();
        } else if (position != granted) {
            poller.creditIsPending();
        }
    }

    /** Sends credit if it is due, or all of it. By the polling thread. */
    void sendCredit(final boolean all) {
        final long position = consumed;
        if (position > granted && (all || position - granted >= capacity / SHARES)
                && !send(CREDIT, 0, position) && !connection.hasEnded()) {
            poller.creditIsDue(); // the next poll repeats it
        }
    }

    /** Sends a frame; one with a position carries the greatest that was sent. */
    private boolean send(final int type, final int length, final long position) {
        if (connection.hasEnded() || !writing.tryLock()) {
            return false;
        }
        try {
            final boolean grants = type == CREDIT || type == SIGN_OF_LIFE;
            final long greatest = grants ? Math.max(position, granted) : position;
            final long before = granted;
            if (grants) {
                granted = greatest; // before the publisher can react
            }
            final boolean isSent = writer.write(type, length, greatest, 0);
            if (grants && !isSent) {
                granted = before;
            }
            return isSent;
        } catch (final IOException e) {
            connection.failed(e);
            return false;
        } finally {
            writing.unlock();
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
        final long position = jumpPosition;
        assert position != NONE : "no jump";
        readable = position;
        jumpPosition = NONE;
        CONSUMED.setRelease(this, position);
        sendCredit(true);
    }

    @Override
    public boolean offersHistory() {
        return offersHistory;
    }

    @Override
    public HistoryLink history(final UnsafeBuffer memory) {
        reader.history(Memory.of(memory));
        return new Requests();
    }

    @Override
    public void sendHeartbeat() {
        send(SIGN_OF_LIFE, 0, (long) CONSUMED.getAcquire(this));
    }

    @Override
    public long heartbeat() {
        return reader.signsOfLife();
    }

    @Override
    public long publisherPosition() {
        return reader.logEnd();
    }

    @Override
    public long publisherSequence() {
        return reader.nextSequence();
    }

    @Override
    public int sessions() {
        return reader.sessions();
    }

    @Override
    public void leave() {
        leaving = true;
    }

    @Override
    public void conduct(final long nowNs) {
        if (reading.tryLock()) {
            try {
                if (!hasPolled) {
                    read();
                }
                hasPolled = false;
            } finally {
                reading.unlock();
            }
        }
        if (leaving) {
            conductLeaving(nowNs);
        }
        connection.conduct(reader.signsOfLife(), nowNs);
    }

    /** The publisher ends the connection when it has read the frame; an own end could lose the frame. */
    private void conductLeaving(final long nowNs) {
        if (!leaveSent) {
            leaveSent = send(LEAVE, 0, 0);
            leavingSinceNs = nowNs;
        } else if (nowNs - leavingSinceNs > LEAVING_NS) {
            connection.end("left the session");
        }
    }

    @Override
    public Connection connection() {
        return connection;
    }

    /** A poll that began before the end may still read into the image; a later one finds the end. */
    @Override
    public boolean isReleased() {
        if (!released && connection.isClosed() && reading.tryLock()) {
            reading.unlock();
            released = true;
        }
        return released;
    }

    /** One request at a time; the answer arrives among the runs. Polling thread. */
    private final class Requests implements HistoryLink {
        @Override
        public int maxLength() {
            return TcpLogLink.MAX_LENGTH;
        }

        @Override
        public boolean begin(final int offset, final int length) {
            assert reader.isHistoryComplete() : "the previous request is not answered";
            if (!reading.tryLock()) {
                return false;
            }
            try {
                reader.expectHistory(offset, length);
                final boolean isSent = send(HISTORY_REQUEST, length, offset);
                if (!isSent) {
                    reader.expectHistory(0, 0);
                }
                return isSent;
            } finally {
                reading.unlock();
            }
        }

        @Override
        public boolean isComplete() {
            return reader.isHistoryComplete();
        }
    }
}

package io.verbus.tcp.link;

import static io.verbus.tcp.frame.FrameHeader.CREDIT;
import static io.verbus.tcp.frame.FrameHeader.HISTORY_REQUEST;
import static io.verbus.tcp.frame.FrameHeader.LEAVE;
import static io.verbus.tcp.frame.FrameHeader.SIGN_OF_LIFE;

import io.verbus.net.connection.TryLock;
import io.verbus.net.link.CreditingImageLink;
import io.verbus.spi.HistoryLink;
import io.verbus.tcp.frame.FrameWriter;
import java.io.IOException;
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
public final class TcpImageLink extends CreditingImageLink implements TcpLink {
    /** The peer may not notice the end before this time, and then the connection is closed without it. */
    private static final long LEAVING_NS = TimeUnit.SECONDS.toNanos(1);

    private final Connection connection;
    private final TcpPoller poller;
    private final ImageReader reader;
    private final FrameWriter writer;
    private final TryLock reading = new TryLock();
    private final TryLock writing = new TryLock();
    private final boolean offersHistory;
    /** The consumed position that the publisher knows, or is about to. */
    private volatile long granted;
    /** Whether the polling thread has polled since the last duty cycle; under the lock. */
    private boolean hasPolled;
    private boolean leaveSent;
    private long leavingSinceNs;
    /** By the conductor. */
    private boolean released;
    /** Whether the connection has ended, and nothing of it is left to poll. By the polling thread. */
    private volatile boolean drained;

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
        super(poller, image.capacity(), position);
        this.connection = connection;
        this.poller = poller;
        this.reader = new ImageReader(connection, image, position);
        this.writer = new FrameWriter(connection.channel(), 0);
        this.offersHistory = offersHistory;
        this.granted = position;
    }

    /** Reads arrived bytes; returns whether positions have advanced. By the polling thread. */
    boolean poll() {
        if (drained || !reading.tryLock()) {
            return false; // the conductor reads
        }
        try {
            hasPolled = true;
            final boolean hasEnded = connection.hasEnded();
            read();
            final boolean hasAdvanced = publish();
            if (hasEnded && (!hasAdvanced || isLeaving())) {
                drained = true;
            }
            return hasAdvanced;
        } finally {
            reading.unlock();
        }
    }

    /** Whether no poll finds anything: until then, bytes that the conductor has read may not be readable. */
    boolean isDrained() {
        return drained;
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
        final long before = readable();
        if (!isJumping()) {
            readable(reader.arrived());
            final long jump = reader.takeJump();
            if (jump >= 0) {
                jumped(jump, reader.jumpSequence());
            }
        }
        return readable() > before || isJumping();
    }

    @Override
    protected long granted() {
        return granted;
    }

    /** Sends credit if it is due, or all of it. By the polling thread. */
    void sendCredit(final boolean all) {
        final long position = consumed();
        if (position > granted && (all || isShareConsumed())
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
        } catch (final IOException _) { // reads continue: they get what the peer sent before the end, and then the end
            return false;
        } finally {
            writing.unlock();
        }
    }

    @Override
    protected void grantAll() {
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
        send(SIGN_OF_LIFE, 0, consumedSoFar());
    }

    @Override
    public long heartbeat() {
        return reader.signsOfLife();
    }

    @Override
    public boolean isSilent() {
        return reader.isSilent();
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
        if (isLeaving()) {
            conductLeaving(nowNs);
        }
        connection.conduct(reader.signsOfLife(), nowNs, false);
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

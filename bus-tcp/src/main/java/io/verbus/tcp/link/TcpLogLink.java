package io.verbus.tcp.link;

import static io.verbus.tcp.frame.FrameHeader.CREDIT;
import static io.verbus.tcp.frame.FrameHeader.HISTORY;
import static io.verbus.tcp.frame.FrameHeader.HISTORY_REQUEST;
import static io.verbus.tcp.frame.FrameHeader.JUMP;
import static io.verbus.tcp.frame.FrameHeader.LEAVE;
import static io.verbus.tcp.frame.FrameHeader.LOG_END;
import static io.verbus.tcp.frame.FrameHeader.RUN;
import static io.verbus.tcp.frame.FrameHeader.SIGN_OF_LIFE;

import io.verbus.net.link.SessionCount;
import io.verbus.net.connection.ListeningEnds;
import io.verbus.net.link.Credit;
import io.verbus.spi.LogLink;
import io.verbus.tcp.frame.FrameHeader;
import io.verbus.tcp.frame.FrameWriter;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/**
 * The publisher's link of an epoch. All but {@link #end} and the volatile state is for the owner of the cursor, one
 * thread at a time.
 */
public final class TcpLogLink implements LogLink, TcpLink, ListeningEnds.CountedLink {
    /** Bytes of the longest run and of the longest part of history: what a socket accepts at once. */
    static final int MAX_LENGTH = 1 << 16;
    private static final int RECEIVED_FRAMES = 64;

    private final Connection connection;
    private final FrameWriter writer;
    private final ByteBuffer received = ByteBuffer.allocateDirect(RECEIVED_FRAMES * FrameHeader.LENGTH)
            .order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer ring;
    private final ByteBuffer file;
    private final Credit credit;
    private final int capacity;
    private final boolean offersHistory;
    /** Whether bytes were pushed since the last heartbeat. */
    private boolean hasUnprobed;
    private volatile long unfinished = Long.MAX_VALUE;
    private volatile long signsOfLife;
    private volatile boolean left;
    private volatile int sessions;
    /** Whether the publisher of the log's session is silent; by the owner of the cursor. */
    private boolean silent;
    /** The part of the file that the subscriber requests; no bytes if none. */
    private int historyOffset;
    private volatile int historyLength;
    /** Whether this side has ended, after its last byte; by the conductor. */
    private boolean finished;

    /**
     * A new epoch.
     *
     * @param connection after the handshake
     * @param ring of the log, outside the heap
     * @param file of the log, outside the heap
     * @param position of the first push
     * @param offersHistory whether the subscriber may request parts of the file
     */
    public TcpLogLink(final Connection connection, final DirectBuffer ring, final DirectBuffer file,
            final long position, final boolean offersHistory) {
        this.connection = connection;
        this.writer = new FrameWriter(connection.channel(), MAX_LENGTH);
        this.ring = Memory.of(ring);
        this.file = Memory.of(file);
        this.capacity = ring.capacity();
        this.credit = new Credit(capacity, position);
        this.offersHistory = offersHistory;
    }

    @Override
    public long push(final long from, final long to) {
        assert from == credit.pushed() : "wrong position";
        long position = from;
        try {
            unfinished = from;
            VarHandle.fullFence(); // before the log's bytes are read
            boolean hasPolled = false;
            while (position < to && !connection.hasEnded()) {
                final long limit = Math.min(Math.min(to, credit.limit()), endOfRun(position));
                if (limit > position) {
                    if (!write(position, (int) (limit - position))) {
                        break;
                    }
                    credit.pushed(limit);
                    hasUnprobed = true;
                    position = limit;
                } else if (hasPolled) {
                    break;
                } else {
                    receive();
                    hasPolled = true;
                }
            }
        } catch (final IOException e) {
            connection.failed(e);
        }
        unfinished = Long.MAX_VALUE;
        return position;
    }

    /** A run ends at the end of the ring, so that its bytes are in one piece. */
    private long endOfRun(final long position) {
        return position + Math.min(MAX_LENGTH, capacity - offset(position));
    }

    private boolean write(final long position, final int length) throws IOException {
        return writer.write(RUN, length, position, 0, Memory.move(ring, offset(position), length));
    }

    private int offset(final long position) {
        return (int) position & capacity - 1;
    }

    @Override
    public boolean hasCredit() {
        return !connection.hasEnded() && credit.limit() > credit.pushed();
    }

    @Override
    public boolean jump(final long at, final long to, final long sequence) {
        assert at == credit.pushed() && to > at : "wrong position";
        poll();
        if (connection.hasEnded() || credit.isJumping() || !send(JUMP, 0, to, sequence)) {
            return false;
        }
        credit.jumped(to);
        return true;
    }

    @Override
    public void poll() {
        if (connection.hasEnded()) {
            return;
        }
        try {
            receive();
            if (historyLength > 0 && writer.write(HISTORY, historyLength, historyOffset, 0,
                    Memory.move(file, historyOffset, historyLength))) {
                historyLength = 0;
            }
            writer.flush();
        } catch (final IOException e) {
            connection.failed(e);
        }
    }

    /** Takes the frames that have arrived; all are headers alone. */
    private void receive() throws IOException {
        final int count = connection.channel().read(received);
        if (count < 0) {
            connection.endedByPeer();
        }
        if (count <= 0) {
            return;
        }
        received.flip();
        while (received.remaining() >= FrameHeader.LENGTH && !connection.hasEnded()) {
            take(received.getInt(), received.getInt(), received.getLong(), received.getLong());
        }
        received.compact();
    }

    private void take(final int type, final int length, final long position, final long sequence) {
        switch (type) {
            case CREDIT -> takeCredit(position);
            case SIGN_OF_LIFE -> {
                takeCredit(position);
                signsOfLife++; // one writer at a time
            }
            case LEAVE -> left = true;
            case HISTORY_REQUEST -> takeRequest(position, length);
            default -> connection.violated("it sends a frame of type " + type + ", expected " + CREDIT + " to "
                    + HISTORY_REQUEST);
        }
        assert sequence >= Long.MIN_VALUE : "not used";
    }

    private void takeCredit(final long position) {
        final String violation = credit.take(position);
        if (violation != null) {
            connection.violated(violation);
        }
    }

    private void takeRequest(final long offset, final int length) {
        if (!offersHistory || historyLength > 0 || length < 1 || length > MAX_LENGTH || offset < 0
                || offset > file.capacity() - length) {
            connection.violated("it requests " + length + " bytes of history at " + offset
                    + (offersHistory ? "" : ", and was offered none"));
        } else {
            historyOffset = (int) offset;
            historyLength = length;
        }
    }

    @Override
    public void silent(final boolean isSilent) {
        silent = isSilent;
    }

    @Override
    public void sendHeartbeat(final long position, final long sequence) {
        poll();
        if (send(LOG_END, SessionCount.word(sessions, silent), position, sequence)) {
            hasUnprobed = false;
        }
    }

    /**
     * A single packet that is lost is retransmitted after 200 ms at the soonest. A later one, which arrives, makes the
     * receiver report the gap, and the sender then retransmits within a round trip.
     */
    @Override
    public boolean isProbeDue() {
        return hasUnprobed;
    }

    private boolean send(final int type, final int length, final long position, final long sequence) {
        try {
            return !connection.hasEnded() && writer.write(type, length, position, sequence);
        } catch (final IOException e) {
            connection.failed(e);
            return false;
        }
    }

    @Override
    public long consumed() {
        return credit.consumed();
    }

    @Override
    public long unfinished() {
        return unfinished;
    }

    @Override
    public long heartbeat() {
        return signsOfLife;
    }

    @Override
    public boolean isLeft() {
        return left;
    }

    /** Sent with the next heartbeat. */
    @Override
    public void sessions(final int count) {
        sessions = count;
    }

    /** The subscriber waits for history, which the next poll sends. */
    @Override
    public boolean isUrgent() {
        return historyLength > 0;
    }

    @Override
    public boolean isClosed() {
        return connection.isClosed();
    }

    @Override
    public Connection connection() {
        return connection;
    }

    @Override
    public void conduct(final long nowNs) {
        connection.conduct(signsOfLife, nowNs, true);
    }

    /** The conductor owns the cursor then, so no push is in progress. */
    @Override
    public boolean isReleased() {
        if (connection.isFinishing()) {
            finish();
        }
        return connection.isClosed();
    }

    /** Writes the rest of the last frame, ends this side, and discards what the peer sends until it ends the other. */
    private void finish() {
        try {
            finished = finished || writer.flush() && Connection.finish(connection.channel());
            if (connection.channel().read(received.clear()) < 0) {
                connection.endedByPeer();
            }
        } catch (final IOException e) {
            connection.failed(e);
        }
    }
}

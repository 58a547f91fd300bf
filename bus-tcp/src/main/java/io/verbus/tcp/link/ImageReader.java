package io.verbus.tcp.link;

import static io.verbus.tcp.frame.FrameHeader.HISTORY;
import static io.verbus.tcp.frame.FrameHeader.JUMP;
import static io.verbus.tcp.frame.FrameHeader.LOG_END;
import static io.verbus.tcp.frame.FrameHeader.RUN;

import io.verbus.net.link.SessionCount;
import io.verbus.spi.LogIdentity;
import io.verbus.tcp.frame.FrameHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import org.agrona.DirectBuffer;

/**
 * Reads the frames of a publisher: the bytes of a long run directly into the image, those of short ones through a
 * buffer, so that a short run takes one system call. For one thread at a time.
 */
final class ImageReader {
    /** Bytes of frames that one system call reads while no run is open; they are copied, those after them are not. */
    private static final int STAGED = 1 << 14;
    /** Bound of system calls of one call. */
    private static final int MAX_READS = 16;
    private static final long MAX_POSITION = 1L << 62;
    private static final long NONE = -1;

    private final Connection connection;
    private final ReadableByteChannel channel;
    private final int capacity;
    private final ByteBuffer memory;
    private final ByteBuffer staged = ByteBuffer.allocateDirect(STAGED).order(ByteOrder.LITTLE_ENDIAN);
    private ByteBuffer history;
    /** The bytes below were received. */
    private long arrived;
    /** Bytes of the open run that have not arrived. */
    private int runLeft;
    /** Bytes of the requested part of history that have not arrived, and their offset. */
    private int historyLeft;
    private int historyOffset;
    private boolean isHistoryOpen;
    private long jumpFrom;
    private long jumpTo = NONE;
    private long jumpSequence;
    /** Nothing may arrive before the publisher knows that this is consumed. */
    private long confirmedAt;
    private volatile long signsOfLife;
    private volatile long logEnd;
    private volatile long nextSequence;
    private volatile int sessions;
    private volatile boolean silent;

    ImageReader(final Connection connection, final DirectBuffer image, final long position) {
        this.connection = connection;
        this.channel = connection.channel();
        this.capacity = image.capacity();
        this.memory = Memory.of(image);
        this.arrived = position;
        this.logEnd = position;
    }

    /** The memory that requested history is read into. */
    void history(final ByteBuffer memory) {
        history = memory;
    }

    /** A part of history is requested. */
    void expectHistory(final int offset, final int length) {
        historyOffset = offset;
        historyLeft = length;
    }

    boolean isHistoryComplete() {
        return historyLeft == 0;
    }

    /**
     * Reads the bytes that have arrived.
     *
     * @param granted position that the publisher knows as consumed, or will
     */
    void read(final long granted) throws IOException {
        boolean more = true;
        for (int i = 0; i < MAX_READS && more && !connection.hasEnded(); i++) {
            final ByteBuffer target = target();
            final int count = channel.read(target);
            if (count < 0) {
                connection.endedByPeer();
            }
            more = count > 0 && !target.hasRemaining(); // else the socket has no more
            if (count > 0 && target == staged) {
                parse(granted);
            } else if (count > 0) {
                advance(count);
            }
        }
    }

    /** The memory of the open run up to the end of the ring, or of history; without one, that of the next frames. */
    private ByteBuffer target() {
        if (runLeft == 0) {
            return staged;
        }
        if (isHistoryOpen) {
            return Memory.move(history, historyOffset, runLeft);
        }
        final int offset = (int) arrived & capacity - 1;
        return Memory.move(memory, offset, Math.min(runLeft, capacity - offset));
    }

    private void advance(final int count) {
        runLeft -= count;
        if (isHistoryOpen) {
            historyOffset += count;
            historyLeft -= count;
        } else {
            arrived += count;
        }
    }

    private void parse(final long granted) {
        staged.flip();
        boolean more = true;
        while (more && !connection.hasEnded()) {
            if (runLeft > 0 && staged.hasRemaining()) {
                copy(Math.min(runLeft, staged.remaining()));
            } else if (staged.remaining() >= FrameHeader.LENGTH) {
                take(staged.getInt(), staged.getInt(), staged.getLong(), staged.getLong(), granted);
            } else {
                more = false;
            }
        }
        staged.compact();
    }

    private void copy(final int length) {
        if (isHistoryOpen) {
            history.clear().put(historyOffset, staged, staged.position(), length);
        } else {
            final int offset = (int) arrived & capacity - 1;
            final int whole = Math.min(length, capacity - offset);
            memory.clear().put(offset, staged, staged.position(), whole);
            memory.put(0, staged, staged.position() + whole, length - whole);
        }
        staged.position(staged.position() + length);
        advance(length);
    }

    private void take(final int type, final int length, final long position, final long sequence, final long granted) {
        switch (type) {
            case RUN -> takeRun(length, position, granted);
            case JUMP -> takeJump(position, sequence, granted);
            case LOG_END -> takeLogEnd(length, position, sequence);
            case HISTORY -> takeHistory(length, position);
            default -> connection.violated("it sends a frame of type " + type + ", expected " + RUN + " to " + HISTORY);
        }
    }

    private void takeLogEnd(final int word, final long position, final long sequence) {
        final String violation = SessionCount.violation(word);
        if (violation != null) {
            connection.violated(violation);
            return;
        }
        sessions = SessionCount.sessions(word);
        silent = SessionCount.isSilent(word);
        logEnd = position;
        nextSequence = sequence;
        signsOfLife++; // one thread at a time
    }

    private void takeRun(final int length, final long position, final long granted) {
        final long allowed = granted < confirmedAt ? 0 : granted + capacity - arrived;
        if (position != arrived || length < 1 || length % LogIdentity.ALIGNMENT != 0 || length > allowed) {
            connection.violated("it sends " + length + " bytes at " + position + ", expected at most " + allowed
                    + " at " + arrived);
        } else {
            isHistoryOpen = false;
            runLeft = length;
        }
    }

    private void takeJump(final long position, final long sequence, final long granted) {
        if (granted < confirmedAt || position <= arrived || position > MAX_POSITION || sequence < 0
                || position % LogIdentity.ALIGNMENT != 0) {
            connection.violated("it jumps from " + arrived + " to " + position + ", sequence " + sequence);
        } else {
            jumpFrom = arrived;
            jumpTo = position;
            jumpSequence = sequence;
            confirmedAt = position;
            arrived = position;
        }
    }

    private void takeHistory(final int length, final long offset) {
        if (history == null || length != historyLeft || offset != historyOffset) {
            connection.violated("it sends " + length + " bytes of history at " + offset + ", expected " + historyLeft
                    + " at " + historyOffset);
        } else {
            isHistoryOpen = true;
            runLeft = length;
        }
    }

    /** Position below which everything was received, or a jump that was not taken yet begins. */
    long arrived() {
        return jumpTo == NONE ? arrived & -LogIdentity.ALIGNMENT : jumpFrom;
    }

    /** Position of a jump, once; -1 for none. */
    long takeJump() {
        final long to = jumpTo;
        jumpTo = NONE;
        return to;
    }

    long jumpSequence() {
        return jumpSequence;
    }

    long signsOfLife() {
        return signsOfLife;
    }

    long logEnd() {
        return logEnd;
    }

    long nextSequence() {
        return nextSequence;
    }

    boolean isSilent() {
        return silent;
    }

    int sessions() {
        return sessions;
    }
}

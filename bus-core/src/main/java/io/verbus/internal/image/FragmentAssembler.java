package io.verbus.internal.image;

import static io.verbus.internal.log.FrameLayout.MESSAGE_LENGTH_LENGTH;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reassembles a message of several frames. Used by one thread.
 *
 * <pre>
 *   NONE ──▶ GROWING ──▶ WHOLE ──▶ NONE
 *     ╰────▶ DROPPED ──────────────╯      (no memory)
 * </pre>
 */
final class FragmentAssembler {
    private enum State {
        NONE, GROWING, WHOLE, DROPPED
    }

    private final ReassemblyMemory memory;
    private final int maxLength;
    private State state = State.NONE;
    private UnsafeBuffer buffer;
    private int messageLength;
    private int length;
    private long first;
    private int frames;

    /** The length limit keeps a corrupt length from taking memory from other images. */
    FragmentAssembler(final ReassemblyMemory memory, final int maxLength) {
        this.memory = memory;
        this.maxLength = maxLength;
    }

    /** Whether a message has started and not ended. */
    boolean isIncomplete() {
        return state == State.GROWING || state == State.DROPPED;
    }

    boolean isWhole() {
        return state == State.WHOLE;
    }

    /** Whether the incomplete message will not be delivered. */
    boolean isDropped() {
        return state == State.DROPPED;
    }

    /** Sequence of its first frame. */
    long first() {
        return first;
    }

    int frames() {
        return frames;
    }

    int length() {
        return length;
    }

    DirectBuffer buffer() {
        return buffer;
    }

    /**
     * Appends the payload of the first frame.
     *
     * @return false if the message length is invalid
     */
    boolean begin(final long sequence, final UnsafeBuffer source, final int offset, final int payloadLength) {
        assert state == State.NONE;
        if (payloadLength < MESSAGE_LENGTH_LENGTH) {
            return false;
        }
        final long whole = source.getLong(offset);
        if (whole <= payloadLength - MESSAGE_LENGTH_LENGTH || whole > maxLength) {
            return false;
        }
        first = sequence;
        frames = 0;
        length = 0;
        messageLength = (int) whole;
        buffer = memory.take(messageLength);
        state = buffer == null ? State.DROPPED : State.GROWING;
        return append(source, offset + MESSAGE_LENGTH_LENGTH, payloadLength - MESSAGE_LENGTH_LENGTH, false);
    }

    /**
     * Appends the payload of another frame.
     *
     * @param last whether the message ends in this frame
     * @return false if the frames do not add up to the message length
     */
    boolean append(final UnsafeBuffer source, final int offset, final int payloadLength, final boolean last) {
        assert isIncomplete();
        if (payloadLength > messageLength - length || last != (payloadLength == messageLength - length)) {
            return false;
        }
        if (state == State.GROWING) {
            buffer.putBytes(length, source, offset, payloadLength);
        }
        length += payloadLength;
        frames++;
        return true;
    }

    /** Marks the message as whole: its last frame is appended, and all copies are valid. */
    void complete() {
        if (state == State.GROWING) {
            state = State.WHOLE;
        }
    }

    /** Drops the message and releases its memory. */
    void clear() {
        if (buffer != null) {
            memory.giveBack(buffer);
            buffer = null;
        }
        state = State.NONE;
    }
}

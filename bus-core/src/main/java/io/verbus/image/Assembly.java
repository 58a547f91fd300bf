package io.verbus.image;

import static io.verbus.log.FrameLayout.MESSAGE_LENGTH_LENGTH;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A message that comes in several frames, as far as it has come. Used by one thread.
 *
 * <pre>
 *   NONE ──▶ GROWING ──▶ WHOLE ──▶ NONE
 *     ╰────▶ DROPPED ──────────────╯      (there is no memory for it)
 * </pre>
 */
final class Assembly {
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

    /** For messages of at most so many bytes: who claims more is no publisher, and would take memory from others. */
    Assembly(final ReassemblyMemory memory, final int maxLength) {
        this.memory = memory;
        this.maxLength = maxLength;
    }

    /** Whether a message has begun and not ended. */
    boolean isInTheMaking() {
        return state == State.GROWING || state == State.DROPPED;
    }

    boolean isWhole() {
        return state == State.WHOLE;
    }

    /** Whether the message in the making will not be delivered. */
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
     * Takes the payload of the first frame.
     *
     * @return false if it says something that no publisher would
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
     * Takes the payload of another frame.
     *
     * @param last whether the message ends in it
     * @return false if the frames do not make up the message
     */
    boolean append(final UnsafeBuffer source, final int offset, final int payloadLength, final boolean last) {
        assert isInTheMaking();
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

    /** The last frame has been taken, and what was taken is good. */
    void complete() {
        if (state == State.GROWING) {
            state = State.WHOLE;
        }
    }

    /** Forgets the message and gives its memory back. */
    void clear() {
        if (buffer != null) {
            memory.giveBack(buffer);
            buffer = null;
        }
        state = State.NONE;
    }
}

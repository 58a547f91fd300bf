package io.verbus.internal.image;

import java.util.Arrays;

/**
 * A message that was delivered, or dropped for lack of memory.
 *
 * @param sequence of its first frame
 * @param frames of the message
 * @param end position after it; 0 if dropped
 * @param bytes of the message; none if dropped
 */
record DeliveredMessage(long sequence, int frames, long end, byte... bytes) {
    @Override
    public boolean equals(final Object other) {
        return other instanceof DeliveredMessage(long otherSequence, int otherFrames, long otherEnd, byte[] otherBytes)
                && sequence == otherSequence && frames == otherFrames && end == otherEnd
                && Arrays.equals(bytes, otherBytes);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(sequence);
    }

    @Override
    public String toString() {
        return sequence + "+" + frames + " up to " + end + ": " + bytes.length + " bytes";
    }
}

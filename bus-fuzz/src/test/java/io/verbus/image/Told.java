package io.verbus.image;

import java.util.Arrays;

/**
 * A message that was delivered, or dropped for want of memory.
 *
 * @param sequence of its first frame
 * @param frames that it came in
 * @param end position behind it; 0 of one that was dropped
 * @param bytes of it; none of one that was dropped
 */
record Told(long sequence, int frames, long end, byte... bytes) {
    @Override
    public boolean equals(final Object other) {
        return other instanceof Told(long otherSequence, int otherFrames, long otherEnd, byte[] otherBytes)
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

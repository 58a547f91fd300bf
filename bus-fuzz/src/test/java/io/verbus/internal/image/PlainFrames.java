package io.verbus.internal.image;

import static io.verbus.internal.log.FrameLayout.ALIGNMENT;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A straightforward reader of the frames of a log as docs/reference/protocol.md describes them, in place, from a
 * boundary between messages, up to the end of a range that a relay did not get: the reference for {@link FrameReader}.
 */
final class PlainFrames {
    private static final int DATA = 1;
    private static final int PADDING = 2;
    private static final int END = 3;
    private static final int MISSING = 4;
    private static final long MAX_SEQUENCE = 1L << 62;

    private final ByteBuffer ring;
    private final int header;
    private final long readable;
    private final int memory;
    private final List<DeliveredMessage> messages = new ArrayList<>();
    private long position;
    private long sequence;
    private ReadOutcome outcome;
    /** The incomplete message; null between messages. */
    private ByteArrayOutputStream message;
    private long messageLength;
    private int frames;

    /** For a ring that is readable below a position, with a memory limit per message in bytes. */
    PlainFrames(final byte[] ring, final int header, final long readable, final int memory) {
        this.ring = ByteBuffer.wrap(ring).order(ByteOrder.LITTLE_ENDIAN);
        this.header = header;
        this.readable = readable;
        this.memory = memory;
    }

    /** Reads from a boundary to the end of the frames. */
    PlainFrames read(final long fromPosition, final long fromSequence) {
        position = fromPosition;
        sequence = fromSequence;
        do {
            outcome = step();
        } while (outcome == null);
        return this;
    }

    List<DeliveredMessage> messages() {
        return messages;
    }

    ReadOutcome outcome() {
        return outcome;
    }

    private ReadOutcome step() {
        if (position == readable) {
            return ReadOutcome.DRAINED;
        }
        final int offset = (int) (position % ring.capacity());
        final long word = ring.getLong(offset);
        if (word == 0) {
            return readable == FrameReader.UNBOUNDED ? ReadOutcome.DRAINED : ReadOutcome.CORRUPT;
        }
        final int type = (int) (word >>> 32);
        final int flags = (int) (word >>> 28) & 0xF;
        final int length = (int) (word & 0xFFF_FFFF);
        final int aligned = (length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        final int left = ring.capacity() - offset;
        final boolean fits = aligned <= left && aligned <= ring.capacity() / 16;
        if (fits && aligned > readable - position) {
            return ReadOutcome.DRAINED; // not fully written
        }
        final long found = ring.getLong(offset + 8);
        if (type == MISSING && flags == 3 && fits && length >= 16 && isMissing(found)) {
            final boolean isRest = found == sequence;
            position += aligned;
            sequence = found;
            return isRest ? null : ReadOutcome.MISSING;
        }
        if (!fits || found != sequence) {
            return ReadOutcome.CORRUPT;
        }
        if (type == PADDING && flags == 3) {
            position += left;
            return length == left && length < ring.capacity() / 16 ? null : ReadOutcome.CORRUPT;
        }
        if (type == END && flags == 3) {
            return length == 16 && message == null ? ReadOutcome.ENDED : ReadOutcome.CORRUPT;
        }
        return type == DATA && flags <= 3 && length >= header && data(flags, offset, length, aligned)
                ? null
                : ReadOutcome.CORRUPT;
    }

    /** Whether a frame is in place of missing ones. Those of a second lap would be read without end; none is there. */
    private boolean isMissing(final long found) {
        return found >= sequence && found <= MAX_SEQUENCE
                && (readable != FrameReader.UNBOUNDED || position < ring.capacity());
    }

    /** Whether this frame continues a message. */
    private boolean data(final int flags, final int offset, final int length, final int aligned) {
        final boolean first = (flags & 1) != 0;
        final boolean last = (flags & 2) != 0;
        int at = offset + header;
        if (first != (message == null)) {
            return false;
        }
        if (first && !last) {
            if (length - header < 8) {
                return false;
            }
            messageLength = ring.getLong(at);
            if (messageLength <= length - header - 8 || messageLength > ring.capacity() / 4) {
                return false;
            }
            at += 8;
        }
        if (first) {
            message = new ByteArrayOutputStream();
            frames = 0;
        }
        message.write(ring.array(), at, offset + length - at);
        frames++;
        if (!(first && last) && (message.size() > messageLength || last != (message.size() == messageLength))) {
            return false;
        }
        position += aligned;
        sequence++;
        if (last) {
            final boolean dropped = !first && messageLength > memory;
            messages.add(dropped
                    ? new DeliveredMessage(sequence - frames, frames, 0)
                    : new DeliveredMessage(sequence - frames, frames, position, message.toByteArray()));
            message = null;
        }
        return true;
    }
}

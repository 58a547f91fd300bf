package io.verbus.internal.recovery;

import static io.verbus.internal.recovery.RangeResponseLayout.END;
import static io.verbus.internal.recovery.RangeResponseLayout.EXTRA_OFFSET;
import static io.verbus.internal.recovery.RangeResponseLayout.FRAMES_OFFSET;
import static io.verbus.internal.recovery.RangeResponseLayout.HEADER_LENGTH;
import static io.verbus.internal.recovery.RangeResponseLayout.KIND_OFFSET;
import static io.verbus.internal.recovery.RangeResponseLayout.LENGTH_OFFSET;
import static io.verbus.internal.recovery.RangeResponseLayout.MAGIC;
import static io.verbus.internal.recovery.RangeResponseLayout.MAGIC_OFFSET;
import static io.verbus.internal.recovery.RangeResponseLayout.MAX_CAUSE_LENGTH;
import static io.verbus.internal.recovery.RangeResponseLayout.MESSAGE;
import static io.verbus.internal.recovery.RangeResponseLayout.MISSING;
import static io.verbus.internal.recovery.RangeResponseLayout.PART_OFFSET;
import static io.verbus.internal.recovery.RangeResponseLayout.REQUEST_OFFSET;
import static io.verbus.internal.recovery.RangeResponseLayout.SEQUENCE_OFFSET;
import static io.verbus.internal.recovery.RangeResponseLayout.SESSION_OFFSET;
import static io.verbus.internal.recovery.RangeResponseLayout.VERSION;
import static io.verbus.internal.recovery.RangeResponseLayout.VERSION_OFFSET;

import io.verbus.Action;
import io.verbus.Build;
import io.verbus.BusException;
import io.verbus.GapCause;
import io.verbus.internal.log.FrameLayout;
import io.verbus.internal.os.HeaderFields;
import org.agrona.DirectBuffer;

/**
 * Reads the range response to one request. Its contents may be arbitrary: invalid messages are rejected, and so are
 * those for another request. Used by one thread; reading a message allocates nothing.
 */
public final class RangeResponse {
    private static final RangeEndReason[] REASONS = RangeEndReason.values();

    private final long request;
    private final long session;
    private long sequence;
    private long extra;
    private int frames;
    private int length;
    private int part;

    /**
     * A reader of the response to a request.
     *
     * @param request that was sent
     */
    public RangeResponse(final RangeRequest request) {
        this.request = request.id();
        this.session = request.session();
    }

    /**
     * Reads a message of the response.
     *
     * @param buffer with the message
     * @param offset of its first byte
     * @param size of it in bytes
     * @param handler receives the contents
     * @return what the handler returned for a part, else {@link Action#TAKEN}
     * @throws BusException if the message is invalid
     */
    public Action read(final DirectBuffer buffer, final int offset, final int size,
            final RangeResponseHandler handler) {
        if (size < HEADER_LENGTH || buffer.getInt(offset + MAGIC_OFFSET) != MAGIC) {
            throw new BusException("not a message of a range response");
        }
        final short version = buffer.getShort(offset + VERSION_OFFSET);
        if (version != VERSION) {
            throw new BusException("version " + version + ", and Verbus " + Build.description() + " reads version "
                    + VERSION + ": run the same release on both sides");
        }
        final long ofRequest = buffer.getLong(offset + REQUEST_OFFSET);
        final long ofSession = buffer.getLong(offset + SESSION_OFFSET);
        if (ofRequest != request || ofSession != session) {
            throw new BusException("response to another request");
        }
        sequence = buffer.getLong(offset + SEQUENCE_OFFSET);
        if (sequence < 0) {
            throw new BusException("invalid sequence " + sequence);
        }
        extra = buffer.getLong(offset + EXTRA_OFFSET);
        final short kind = buffer.getShort(offset + KIND_OFFSET);
        switch (kind) {
            case MESSAGE -> {
                frames = buffer.getInt(offset + FRAMES_OFFSET);
                length = buffer.getInt(offset + LENGTH_OFFSET);
                part = buffer.getInt(offset + PART_OFFSET);
                checkPart(size - HEADER_LENGTH);
                return handler.onPart(buffer, offset + HEADER_LENGTH, size - HEADER_LENGTH, this);
            }
            case MISSING -> {
                if (extra < sequence || extra == Long.MAX_VALUE) {
                    throw new BusException("invalid missing range " + sequence + " to " + extra);
                }
                final GapCause gap = reason(buffer.getInt(offset + FRAMES_OFFSET)).gap();
                if (gap == null) {
                    throw new BusException("missing range " + sequence + " to " + extra + " without a reason");
                }
                handler.onMissing(sequence, extra, gap, cause(buffer, offset, size));
            }
            case END -> {
                handler.onEnd(sequence, reason(extra), cause(buffer, offset, size));
            }
            default -> throw new BusException("invalid kind " + kind);
        }
        return Action.TAKEN;
    }

    /** Rejects an empty part, except of an empty message: it would be delivered forever. */
    private void checkPart(final int partLength) {
        final boolean fits = length >= 0 && length <= FrameLayout.MAX_MESSAGE_LENGTH && part >= 0
                && part <= length - partLength && (partLength > 0 || length == 0);
        if (!fits || frames < 1 || sequence > Long.MAX_VALUE - frames) {
            throw new BusException("message " + sequence + " of " + frames + " frames and " + length
                    + " bytes has an invalid part of " + partLength + " bytes at " + part);
        }
    }

    private static RangeEndReason reason(final long number) {
        if (number < 0 || number >= REASONS.length) {
            throw new BusException("invalid reason " + number);
        }
        return REASONS[(int) number];
    }

    private static String cause(final DirectBuffer buffer, final int offset, final int size) {
        if (size > HEADER_LENGTH + MAX_CAUSE_LENGTH) {
            throw new BusException("cause of " + (size - HEADER_LENGTH) + " bytes exceeds " + MAX_CAUSE_LENGTH);
        }
        final byte[] bytes = new byte[size - HEADER_LENGTH];
        buffer.getBytes(offset + HEADER_LENGTH, bytes);
        return HeaderFields.legible(bytes);
    }

    /** {@return sequence of the message: that of its first frame} */
    public long sequence() {
        return sequence;
    }

    /** {@return the number of frames that it took in the log, 1 or more} */
    public int frames() {
        return frames;
    }

    /** {@return when it was published, or {@link io.verbus.Header#NO_TIMESTAMP}} */
    public long publishedNs() {
        return extra;
    }

    /** {@return length of the whole message in bytes} */
    public int length() {
        return length;
    }

    /** {@return offset of this part in the message} */
    public int part() {
        return part;
    }
}

package io.verbus.internal.recovery;

import static io.verbus.internal.recovery.RangeRequestLayout.FIRST_OFFSET;
import static io.verbus.internal.recovery.RangeRequestLayout.LAST_OFFSET;
import static io.verbus.internal.recovery.RangeRequestLayout.MAGIC;
import static io.verbus.internal.recovery.RangeRequestLayout.MAGIC_OFFSET;
import static io.verbus.internal.recovery.RangeRequestLayout.MAX_NAME_LENGTH;
import static io.verbus.internal.recovery.RangeRequestLayout.NAME_LENGTH_OFFSET;
import static io.verbus.internal.recovery.RangeRequestLayout.NAME_OFFSET;
import static io.verbus.internal.recovery.RangeRequestLayout.REQUEST_OFFSET;
import static io.verbus.internal.recovery.RangeRequestLayout.SESSION_OFFSET;
import static io.verbus.internal.recovery.RangeRequestLayout.VERSION;
import static io.verbus.internal.recovery.RangeRequestLayout.VERSION_OFFSET;

import io.verbus.Build;
import io.verbus.BusException;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A range request: requests a range of a session.
 *
 * @param id random, never 0
 * @param session of the range
 * @param first requested sequence, 0 or more
 * @param last requested sequence, at least {@code first}
 * @param answer name of the response stream
 */
public record RangeRequest(long id, long session, long first, long last, String answer) {
    /** Bytes of the longest request. */
    public static final int MAX_LENGTH = NAME_OFFSET + MAX_NAME_LENGTH;

    /** Rejects an invalid request. */
    public RangeRequest {
        if (id == 0 || session == 0) {
            throw new BusException("invalid range request: id " + id + ", session " + session
                    + ": both must not be 0");
        }
        if (first < 0 || last < first || last == Long.MAX_VALUE) {
            throw new BusException("invalid range request: sequences " + first + " to " + last);
        }
        if (answer.isEmpty() || answer.length() > MAX_NAME_LENGTH
                || !answer.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new BusException("invalid range request: invalid name of the response stream");
        }
    }

    /**
     * A request with the default response stream.
     *
     * @param stream of the range
     * @param id random, not 0
     * @param session of the range
     * @param first requested sequence
     * @param last requested sequence
     * @return the request
     * @throws BusException if a number is out of range, or the stream's name is too long
     */
    public static RangeRequest of(final String stream, final long id, final long session, final long first,
            final long last) {
        return new RangeRequest(id, session, first, last, ReplayStreams.answer(stream, id));
    }

    /**
     * Encodes the request.
     *
     * @param buffer with room for {@link #MAX_LENGTH} bytes
     * @param offset of the first byte
     * @return bytes written
     */
    public int encode(final MutableDirectBuffer buffer, final int offset) {
        buffer.putLong(offset + MAGIC_OFFSET, MAGIC);
        buffer.putInt(offset + VERSION_OFFSET, VERSION);
        buffer.putInt(offset + NAME_LENGTH_OFFSET, answer.length());
        buffer.putLong(offset + REQUEST_OFFSET, id);
        buffer.putLong(offset + SESSION_OFFSET, session);
        buffer.putLong(offset + FIRST_OFFSET, first);
        buffer.putLong(offset + LAST_OFFSET, last);
        buffer.putStringWithoutLengthAscii(offset + NAME_OFFSET, answer);
        return NAME_OFFSET + answer.length();
    }

    /**
     * Decodes a request with arbitrary contents.
     *
     * @param buffer with the request
     * @param offset of its first byte
     * @param length in bytes
     * @return the request
     * @throws BusException if it is not a valid request
     */
    public static RangeRequest decode(final DirectBuffer buffer, final int offset, final int length) {
        if (length < NAME_OFFSET || length > MAX_LENGTH) {
            throw new BusException("not a range request: message of " + length + " bytes");
        }
        final long magic = buffer.getLong(offset + MAGIC_OFFSET);
        if (magic != MAGIC) {
            throw new BusException("not a range request: unknown magic number");
        }
        final int version = buffer.getInt(offset + VERSION_OFFSET);
        if (version != VERSION) {
            throw new BusException("range request has version " + version + ", and Verbus " + Build.description()
                    + " reads version " + VERSION + ": run the same release on both sides");
        }
        final int nameLength = buffer.getInt(offset + NAME_LENGTH_OFFSET);
        if (nameLength != length - NAME_OFFSET) {
            throw new BusException("invalid range request: name of " + nameLength + " bytes in a message of "
                    + length);
        }
        return new RangeRequest(buffer.getLong(offset + REQUEST_OFFSET), buffer.getLong(offset + SESSION_OFFSET),
                buffer.getLong(offset + FIRST_OFFSET), buffer.getLong(offset + LAST_OFFSET),
                buffer.getStringWithoutLengthAscii(offset + NAME_OFFSET, nameLength));
    }
}

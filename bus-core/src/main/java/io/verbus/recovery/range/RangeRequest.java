package io.verbus.recovery.range;

import static io.verbus.recovery.range.RangeRequestLayout.FIRST_OFFSET;
import static io.verbus.recovery.range.RangeRequestLayout.LAST_OFFSET;
import static io.verbus.recovery.range.RangeRequestLayout.MAGIC;
import static io.verbus.recovery.range.RangeRequestLayout.MAGIC_OFFSET;
import static io.verbus.recovery.range.RangeRequestLayout.MAX_NAME_LENGTH;
import static io.verbus.recovery.range.RangeRequestLayout.NAME_LENGTH_OFFSET;
import static io.verbus.recovery.range.RangeRequestLayout.NAME_OFFSET;
import static io.verbus.recovery.range.RangeRequestLayout.REQUEST_OFFSET;
import static io.verbus.recovery.range.RangeRequestLayout.SESSION_OFFSET;
import static io.verbus.recovery.range.RangeRequestLayout.VERSION;
import static io.verbus.recovery.range.RangeRequestLayout.VERSION_OFFSET;

import io.verbus.BusException;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A request for a range of a session.
 *
 * @param id random, never 0
 * @param session whose messages are wanted
 * @param first sequence that is wanted, 0 or more
 * @param last sequence that is wanted, at least {@code first}
 * @param answer name of the stream on which it is answered
 */
public record RangeRequest(long id, long session, long first, long last, String answer) {
    /** Bytes of the longest request. */
    public static final int MAX_LENGTH = NAME_OFFSET + MAX_NAME_LENGTH;

    /** Refuses what nobody can answer. */
    public RangeRequest {
        if (id == 0 || session == 0) {
            throw new BusException("a request for a range with id " + id + " of session " + session
                    + ": both are random numbers other than 0");
        }
        if (first < 0 || last < first || last == Long.MAX_VALUE) {
            throw new BusException("a request for sequences " + first + " to " + last + ": that is no range");
        }
        if (answer.isEmpty() || answer.length() > MAX_NAME_LENGTH
                || !answer.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new BusException("a request that names no stream for its answer");
        }
    }

    /**
     * A request whose answer has the stream that goes with it.
     *
     * @param stream that the range is of
     * @param id random, not 0
     * @param session whose messages are wanted
     * @param first sequence that is wanted
     * @param last sequence that is wanted
     * @return the request
     * @throws BusException if a number is out of range, or the stream's name is too long
     */
    public static RangeRequest of(final String stream, final long id, final long session, final long first,
            final long last) {
        return new RangeRequest(id, session, first, last, ReplayStreams.answer(stream, id));
    }

    /**
     * Writes it.
     *
     * @param buffer with room for {@link #MAX_LENGTH} bytes
     * @param offset of the first
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
     * Reads one that anybody may have written.
     *
     * @param buffer holds it
     * @param offset of its first byte
     * @param length in bytes
     * @return the request
     * @throws BusException if it is none
     */
    public static RangeRequest decode(final DirectBuffer buffer, final int offset, final int length) {
        if (length < NAME_OFFSET || length > MAX_LENGTH) {
            throw new BusException("a message of " + length + " bytes is no request for a range");
        }
        final long magic = buffer.getLong(offset + MAGIC_OFFSET);
        if (magic != MAGIC) {
            throw new BusException("a message that is no request for a range");
        }
        final int version = buffer.getInt(offset + VERSION_OFFSET);
        if (version != VERSION) {
            throw new BusException("a request for a range in version " + version + ", this build knows version "
                    + VERSION + ": let both sides run the same build");
        }
        final int nameLength = buffer.getInt(offset + NAME_LENGTH_OFFSET);
        if (nameLength != length - NAME_OFFSET) {
            throw new BusException("a request for a range with a name of " + nameLength + " bytes in a message of "
                    + length);
        }
        return new RangeRequest(buffer.getLong(offset + REQUEST_OFFSET), buffer.getLong(offset + SESSION_OFFSET),
                buffer.getLong(offset + FIRST_OFFSET), buffer.getLong(offset + LAST_OFFSET),
                buffer.getStringWithoutLengthAscii(offset + NAME_OFFSET, nameLength));
    }
}

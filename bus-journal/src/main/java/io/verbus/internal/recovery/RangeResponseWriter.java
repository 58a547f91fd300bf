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

import io.verbus.Publication;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Writes the range response to one request to a publication. If there is no room, nothing is written, and the caller
 * must write it again. Used by one thread. Writing a message allocates nothing.
 */
public final class RangeResponseWriter {
    private final Publication publication;
    private final RangeRequest request;
    private final int maxPartLength;
    /** Published bytes of the current message. */
    private int written;

    /**
     * A writer of one response.
     *
     * @param publication of the response
     * @param request that it responds to
     */
    public RangeResponseWriter(final Publication publication, final RangeRequest request) {
        this.publication = publication;
        this.request = request;
        this.maxPartLength = publication.maxClaimLength() - HEADER_LENGTH;
    }

    /**
     * Writes a message, in as many parts as necessary.
     *
     * @param buffer with the message
     * @param offset of its first byte
     * @param length in bytes
     * @param sequence of its first frame
     * @param frames that it took in the log
     * @param publishedNs when it was published, or {@link io.verbus.Header#NO_TIMESTAMP}
     * @return false if there was no room for all of it: write the same message again, which continues after the
     *     published parts
     */
    public boolean message(final DirectBuffer buffer, final int offset, final int length, final long sequence,
            final int frames, final long publishedNs) {
        do {
            final int part = Math.min(maxPartLength, length - written);
            final int claimed = claim(MESSAGE, part, sequence, publishedNs);
            if (claimed < 0) {
                return false;
            }
            final MutableDirectBuffer log = publication.buffer();
            log.putInt(claimed + FRAMES_OFFSET, frames);
            log.putInt(claimed + LENGTH_OFFSET, length);
            log.putInt(claimed + PART_OFFSET, written);
            log.putBytes(claimed + HEADER_LENGTH, buffer, offset + written, part);
            publication.commit();
            written += part;
        } while (written < length);
        written = 0;
        return true;
    }

    /**
     * Writes a missing range. It discards an incomplete message.
     *
     * @param first missing sequence
     * @param last missing sequence
     * @param reason why it is missing
     * @param cause in words; truncated if it is long
     * @return false if there is no room at present
     */
    public boolean missing(final long first, final long last, final RangeEndReason reason, final String cause) {
        return text(MISSING, first, last, reason.ordinal(), cause);
    }

    /**
     * Writes the end of the response. It discards an incomplete message.
     *
     * @param next first sequence that it does not serve
     * @param reason of the end
     * @param cause in words; truncated if it is long
     * @return false if there is no room at present
     */
    public boolean end(final long next, final RangeEndReason reason, final String cause) {
        return text(END, next, reason.ordinal(), 0, cause);
    }

    private boolean text(final short kind, final long sequence, final long extra, final int reason,
            final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        final int length = Math.min(bytes.length, MAX_CAUSE_LENGTH);
        final int claimed = claim(kind, length, sequence, extra);
        if (claimed < 0) {
            return false;
        }
        publication.buffer().putInt(claimed + FRAMES_OFFSET, reason);
        publication.buffer().putBytes(claimed + HEADER_LENGTH, bytes, 0, length);
        publication.commit();
        written = 0;
        return true;
    }

    /** Claims a message and writes the common header. */
    private int claim(final short kind, final int length, final long sequence, final long extra) {
        final int claimed = publication.claim(HEADER_LENGTH + length);
        if (claimed >= 0) {
            final MutableDirectBuffer log = publication.buffer();
            log.setMemory(claimed, HEADER_LENGTH, (byte) 0);
            log.putInt(claimed + MAGIC_OFFSET, MAGIC);
            log.putShort(claimed + VERSION_OFFSET, VERSION);
            log.putShort(claimed + KIND_OFFSET, kind);
            log.putLong(claimed + REQUEST_OFFSET, request.id());
            log.putLong(claimed + SESSION_OFFSET, request.session());
            log.putLong(claimed + SEQUENCE_OFFSET, sequence);
            log.putLong(claimed + EXTRA_OFFSET, extra);
        }
        return claimed;
    }
}

package io.verbus.internal.log;

import static io.verbus.internal.log.FrameLayout.SEQUENCE_OFFSET;
import static io.verbus.internal.log.FrameLayout.align;
import static io.verbus.internal.log.FrameLayout.length;

import io.verbus.BusException;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes the frames of another log, at the positions that they have there, with their sequences and timestamps. Missing
 * ones are replaced by frames of another type: readers report the range. Used by the publisher's thread.
 */
public final class FrameCopier {
    private static final int MAX_FLAGS = FrameLayout.WHOLE;

    private final LogWriter writer;
    private final UnsafeBuffer ring;
    private final int payloadOffset;

    /**
     * Creates the copier of a log that begins where the first frame begins.
     *
     * @param log to write
     * @param writer of the log
     */
    public FrameCopier(final Log log, final LogWriter writer) {
        this.writer = writer;
        this.ring = log.ring();
        this.payloadOffset = FrameLayout.payloadOffset(log.identity());
    }

    /**
     * Copies a frame that carries a message or a part of one. A frame below the end of the log is there already.
     *
     * @param source with the whole frame, checked
     * @param at offset of the frame in the source
     * @param end position after the frame
     * @return 0, or {@link LogWriter#BACK_PRESSURED} or {@link LogWriter#CLOSED}: then the frame is not copied
     * @throws BusException if the frame does not continue the log
     */
    public int copy(final DirectBuffer source, final int at, final long end) {
        if (end <= writer.position()) {
            return 0;
        }
        final long word = source.getLong(at);
        final int frameLength = length(word);
        final long start = end - align(frameLength);
        final long sequence = source.getLong(at + SEQUENCE_OFFSET);
        int refusal = skipTo(start, sequence);
        if (refusal == 0) {
            if (writer.position() != start || writer.sequence() != sequence) {
                throw new BusException("sequence " + sequence + " at position " + start + " does not continue sequence "
                        + writer.sequence() + " at position " + writer.position() + ": the sources differ");
            }
            refusal = writer.makeRoomTo(end);
        }
        if (refusal == 0) {
            final int payload = writer.claimPart(frameLength - payloadOffset);
            final int beyond = SEQUENCE_OFFSET + Long.BYTES;
            ring.putBytes(payload - payloadOffset + beyond, source, at + beyond, frameLength - beyond);
            writer.commitCopy((int) FrameLayout.kind(word) & MAX_FLAGS, frameLength);
            writer.abort(); // it is committed: the owner is outside
        }
        return refusal;
    }

    /**
     * Fills the log, where frames are missing.
     *
     * @param position where the next frame begins; one below the end of the log changes nothing
     * @param sequence of its message
     * @return 0, or {@link LogWriter#BACK_PRESSURED} or {@link LogWriter#CLOSED}: then a part of it may be filled
     */
    public int skipTo(final long position, final long sequence) {
        int refusal = 0;
        while (refusal == 0 && writer.position() < position) {
            refusal = writer.skip(position, sequence);
        }
        return refusal;
    }
}

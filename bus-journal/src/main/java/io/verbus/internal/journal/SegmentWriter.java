package io.verbus.internal.journal;

import static io.verbus.internal.journal.RecordLayout.COMMIT_WORD_OFFSET;
import static io.verbus.internal.journal.RecordLayout.FRAME_OFFSET;
import static io.verbus.internal.journal.RecordLayout.HEADER_LENGTH;
import static io.verbus.internal.journal.RecordLayout.LENGTH_OFFSET;
import static io.verbus.internal.journal.RecordLayout.RECEIVED_OFFSET;
import static io.verbus.internal.journal.RecordLayout.SEQUENCE_OFFSET;
import static io.verbus.internal.journal.RecordLayout.align;
import static io.verbus.internal.journal.RecordLayout.word;

import io.verbus.Header;
import io.verbus.internal.log.FrameLayout;
import io.verbus.internal.os.MappedFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Appends to one segment. Used by the recording thread; another thread may call {@link #sync}, {@link #seal} and
 * {@link #close} after the recording thread has released the segment. Appending allocates nothing and makes no system
 * call.
 */
public final class SegmentWriter {
    private final MappedFile file;
    private final SegmentHeader header;
    private final SegmentSync disk;
    private final UnsafeBuffer buffer;
    private final ByteBuffer bytes;
    private final SegmentIndexWriter index;
    private final CRC32C crc = new CRC32C();
    /** Offset after the last record; read by the syncing thread. */
    private final AtomicInteger end = new AtomicInteger();
    private int offset;
    private long next;
    private long receivedNs = Long.MIN_VALUE;
    private int synced;

    /**
     * Writes the header into a file of zeros. The file gets its name only then, so a reader never finds it without a
     * header.
     *
     * @param zeros mapped for writing
     * @param path of the segment
     * @param header of the segment
     * @param preceding first sequence of the segment before it, which exists; or {@link SegmentNote#NONE}
     * @param disk syncs it
     * @throws io.verbus.BusException if it can't be renamed; then it is as it was
     */
    public SegmentWriter(final MappedFile zeros, final Path path, final SegmentHeader header, final long preceding,
            final SegmentSync disk) {
        final UnsafeBuffer page = zeros.buffer(0, SegmentLayout.HEADER_LENGTH);
        header.encode(page);
        SegmentNote.PRECEDING.encode(page, preceding);
        this.file = zeros.rename(path);
        this.header = header;
        this.disk = disk;
        this.buffer = file.buffer(0, header.length());
        this.bytes = file.byteBuffer(0, header.length());
        this.index = new SegmentIndexWriter(buffer, header);
        this.offset = header.recordsOffset();
        this.next = header.first();
        end.set(offset);
    }

    /**
     * The length of the record of a message.
     *
     * @param length of the message in bytes
     * @param stamped whether it has a timestamp
     * @param frames that it took in the log
     * @return bytes, without alignment
     */
    public static int recordLength(final int length, final boolean stamped, final int frames) {
        return HEADER_LENGTH + (stamped ? Long.BYTES : 0) + (frames > 1 ? Long.BYTES : 0) + length;
    }

    /**
     * Whether a record fits after the last one.
     *
     * @param recordLength of it in bytes
     * @return false if it needs another segment
     */
    public boolean hasRoom(final int recordLength) {
        return align(recordLength) <= header.length() - offset;
    }

    /** {@return the header of the segment} */
    public SegmentHeader header() {
        return header;
    }

    /** {@return the next sequence} */
    public long next() {
        return next;
    }

    /** {@return the newest receive time, UTC; {@link Long#MIN_VALUE} without a record} */
    public long receivedNs() {
        return receivedNs;
    }

    /**
     * Appends a message for which there is room.
     *
     * @param source of the message
     * @param from offset of the message in the source
     * @param length of the message in bytes
     * @param frame header of it; its sequence is the next
     * @param atNs when it was received, UTC; at least that of the preceding record is recorded
     */
    public void append(final DirectBuffer source, final int from, final int length, final Header frame,
            final long atNs) {
        assert frame.sequence() == next : frame + ", expected sequence " + next;
        final long publishedNs = frame.publishedNs();
        final int frames = frame.frames();
        final boolean stamped = publishedNs != Header.NO_TIMESTAMP;
        int flags = FrameLayout.WHOLE;
        int at = offset + HEADER_LENGTH;
        if (stamped) {
            buffer.putLong(at, publishedNs);
            at += Long.BYTES;
            flags |= RecordLayout.STAMPED;
        }
        if (frames > 1) {
            buffer.putLong(at, frames);
            at += Long.BYTES;
            flags |= RecordLayout.COUNTED;
        }
        buffer.putBytes(at, source, from, length);
        finish(FrameLayout.DATA, flags, at + length, next + frames, atNs);
    }

    /**
     * Appends a loss for which there is room.
     *
     * @param last lost sequence; the first is the next sequence
     * @param cause UTF-8, at most 1024 bytes
     * @param atNs when the loss was known, UTC
     */
    public void appendLoss(final long last, final byte[] cause, final long atNs) {
        assert last >= next : "loss up to " + last + ", expected at least " + next;
        final int at = offset + HEADER_LENGTH;
        buffer.putLong(at, last);
        buffer.putBytes(at + Long.BYTES, cause);
        finish(RecordLayout.LOSS, FrameLayout.WHOLE, at + Long.BYTES + cause.length, last + 1, atNs);
    }

    /**
     * Appends the end of the session, for which there is room.
     *
     * @param cause why the publisher was lost, UTF-8, at most 1024 bytes; null if the publisher ended the session
     * @param atNs when the end was known, UTC
     */
    public void appendEnd(final byte[] cause, final long atNs) {
        final int at = offset + HEADER_LENGTH;
        if (cause != null) {
            buffer.putBytes(at, cause);
        }
        finish(cause == null ? FrameLayout.END : RecordLayout.LOST, FrameLayout.WHOLE,
                at + (cause == null ? 0 : cause.length), next, atNs);
    }

    /** {@return the longest record of a loss or an end, in bytes} */
    public static int maxNoteLength() {
        return HEADER_LENGTH + Long.BYTES + RecordLayout.MAX_CAUSE_LENGTH;
    }

    private void finish(final int type, final int flags, final int recordEnd, final long newNext, final long atNs) {
        final int at = offset;
        receivedNs = Math.max(receivedNs, atNs); // a clock that is set back must not make receive times decrease
        buffer.putLong(at + RECEIVED_OFFSET, receivedNs);
        buffer.putLong(at + COMMIT_WORD_OFFSET, FrameLayout.commitWord(type, flags, recordEnd - at - FRAME_OFFSET));
        buffer.putLong(at + SEQUENCE_OFFSET, next);
        crc.reset();
        crc.update(bytes.limit(recordEnd).position(at + RECEIVED_OFFSET));
        index.add(at, next, receivedNs);
        // Stored last: a recorder killed before leaves no record, and a concurrent reader finds the whole record or
        // none.
        buffer.putLongRelease(at + LENGTH_OFFSET, word(recordEnd - at, (int) crc.getValue()));
        offset = align(recordEnd);
        next = newNext;
        end.lazySet(offset);
    }

    /** {@return whether something was appended since the last {@link #sync}} */
    public boolean isDirty() {
        return synced != end.get();
    }

    /**
     * Waits until all appended records are on the disk.
     *
     * @throws io.verbus.BusException if the disk refuses it
     */
    public void sync() {
        final int upTo = end.get();
        disk.sync(file, 0, upTo);
        synced = upTo;
    }

    /**
     * Notes that another segment follows: before it has a record, so it cannot be lost unnoticed. Before {@link #seal}.
     *
     * @param first sequence of that segment, which exists
     */
    public void followedBy(final long first) {
        SegmentNote.FOLLOWING.encode(buffer, first);
    }

    /**
     * Syncs the records, seals the segment, and returns its unused bytes to the file system. Nothing may be appended
     * afterwards.
     *
     * @throws io.verbus.BusException if the disk refuses it; then the segment has no seal, or one that is not durable
     */
    public void seal() {
        sync();
        new Seal(offset, next, receivedNs).encode(buffer);
        disk.sync(file, 0, SegmentLayout.HEADER_LENGTH);
        file.discardFrom(offset);
    }

    /** Unmaps the segment. */
    public void close() {
        file.close();
    }

    /** {@return the path of the file} */
    public Path path() {
        return file.path();
    }

    /**
     * The length of a segment that has room for a record.
     *
     * @param requested length of a segment in bytes
     * @param recordLength of the record in bytes
     * @return the requested length, or more
     */
    public static int lengthFor(final int requested, final int recordLength) {
        return SegmentLayout.lengthFor(requested, align(recordLength));
    }
}

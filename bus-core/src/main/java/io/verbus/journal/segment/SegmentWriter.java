package io.verbus.journal.segment;

import static io.verbus.journal.segment.RecordLayout.COMMIT_WORD_OFFSET;
import static io.verbus.journal.segment.RecordLayout.FRAME_OFFSET;
import static io.verbus.journal.segment.RecordLayout.HEADER_LENGTH;
import static io.verbus.journal.segment.RecordLayout.LENGTH_OFFSET;
import static io.verbus.journal.segment.RecordLayout.RECEIVED_OFFSET;
import static io.verbus.journal.segment.RecordLayout.SEQUENCE_OFFSET;
import static io.verbus.journal.segment.RecordLayout.align;
import static io.verbus.journal.segment.RecordLayout.word;

import io.verbus.Header;
import io.verbus.log.FrameLayout;
import io.verbus.os.MappedFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Appends to one segment. Used by the thread that records; {@link #sync}, {@link #seal} and {@link #close} may be
 * called by another one when the first has let go of it. Appending allocates nothing and makes no system call.
 */
public final class SegmentWriter {
    private final MappedFile file;
    private final SegmentHeader header;
    private final SegmentSync disk;
    private final UnsafeBuffer buffer;
    private final ByteBuffer bytes;
    private final SegmentIndexWriter index;
    private final CRC32C crc = new CRC32C();
    /** Behind the last record; for the thread that brings it to the disk. */
    private final AtomicInteger end = new AtomicInteger();
    private int offset;
    private long next;
    private long receivedNs = Long.MIN_VALUE;
    private int synced;

    /**
     * For a file of zeros, whose header it writes; only then it gets its name, so nobody finds it without one.
     *
     * @param zeros mapped for writing
     * @param path that it is to have
     * @param header what the segment says of itself
     * @param disk brings it to its disk
     * @throws io.verbus.BusException if it can't be renamed; then it is as it was
     */
    public SegmentWriter(final MappedFile zeros, final Path path, final SegmentHeader header,
            final SegmentSync disk) {
        header.encode(zeros.buffer(0, SegmentLayout.HEADER_LENGTH));
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
     * How long the record of a message is.
     *
     * @param length of the message in bytes
     * @param stamped whether it has a timestamp
     * @param frames that it took in the log
     * @return bytes, without what aligns them
     */
    public static int recordLength(final int length, final boolean stamped, final int frames) {
        return HEADER_LENGTH + (stamped ? Long.BYTES : 0) + (frames > 1 ? Long.BYTES : 0) + length;
    }

    /**
     * Whether a record fits behind the last one.
     *
     * @param recordLength of it in bytes
     * @return false if it takes another segment
     */
    public boolean hasRoom(final int recordLength) {
        return align(recordLength) <= header.length() - offset;
    }

    /** {@return what the segment says of itself} */
    public SegmentHeader header() {
        return header;
    }

    /** {@return sequence that comes next} */
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
     * @param from where it begins in the source
     * @param length of the message in bytes
     * @param frame header of it; its sequence is the next
     * @param atNs when it was received, UTC; what is before the last record's counts as that
     */
    public void append(final DirectBuffer source, final int from, final int length, final Header frame,
            final long atNs) {
        assert frame.sequence() == next : frame + " where " + next + " comes next";
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
        complete(FrameLayout.DATA, flags, at + length, next + frames, atNs);
    }

    /**
     * Appends that messages are lost, for which there is room.
     *
     * @param last sequence that is lost; the first is the next
     * @param cause UTF-8, at most 1024 bytes
     * @param atNs when that was known, UTC
     */
    public void appendLoss(final long last, final byte[] cause, final long atNs) {
        assert last >= next : "a loss up to " + last + " where " + next + " comes next";
        final int at = offset + HEADER_LENGTH;
        buffer.putLong(at, last);
        buffer.putBytes(at + Long.BYTES, cause);
        complete(RecordLayout.LOSS, FrameLayout.WHOLE, at + Long.BYTES + cause.length, last + 1, atNs);
    }

    /**
     * Appends that nothing follows, for which there is room.
     *
     * @param cause UTF-8, at most 1024 bytes, why the publisher was lost; null if it has ended the session
     * @param atNs when that was known, UTC
     */
    public void appendEnd(final byte[] cause, final long atNs) {
        final int at = offset + HEADER_LENGTH;
        if (cause != null) {
            buffer.putBytes(at, cause);
        }
        complete(cause == null ? FrameLayout.END : RecordLayout.LOST, FrameLayout.WHOLE,
                at + (cause == null ? 0 : cause.length), next, atNs);
    }

    /** {@return the longest record of a loss or an end, in bytes} */
    public static int longestNote() {
        return HEADER_LENGTH + Long.BYTES + RecordLayout.MAX_CAUSE_LENGTH;
    }

    private void complete(final int type, final int flags, final int recordEnd, final long newNext, final long atNs) {
        final int at = offset;
        receivedNs = Math.max(receivedNs, atNs); // a clock that is set back does not make a journal go back
        buffer.putLong(at + RECEIVED_OFFSET, receivedNs);
        buffer.putLong(at + COMMIT_WORD_OFFSET, FrameLayout.commitWord(type, flags, recordEnd - at - FRAME_OFFSET));
        buffer.putLong(at + SEQUENCE_OFFSET, next);
        crc.reset();
        crc.update(bytes.limit(recordEnd).position(at + RECEIVED_OFFSET));
        index.add(at, next, receivedNs);
        // Who is killed before has written no record; who reads while we write finds all of it or nothing.
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
     * Waits until what was appended is on the disk.
     *
     * @throws io.verbus.BusException if the disk refuses it
     */
    public void sync() {
        final int upTo = end.get();
        disk.sync(file, 0, upTo);
        synced = upTo;
    }

    /**
     * Brings the records to the disk, seals the segment, and gives the room back that it does not need. Nothing may be
     * appended after that.
     *
     * @throws io.verbus.BusException if the disk refuses it; then the segment has no seal, or one that is not durable
     */
    public void seal() {
        sync();
        new Seal(offset, next, receivedNs).encode(buffer);
        disk.sync(file, 0, SegmentLayout.HEADER_LENGTH);
        file.discardFrom(offset);
    }

    /** Unmaps it. */
    public void close() {
        file.close();
    }

    /** {@return where the file is} */
    public Path path() {
        return file.path();
    }

    /**
     * The length of a segment that a record fits into.
     *
     * @param wanted length of a segment in bytes
     * @param recordLength of the record in bytes
     * @return the wanted length, or more
     */
    public static int lengthFor(final int wanted, final int recordLength) {
        return SegmentLayout.lengthFor(wanted, align(recordLength));
    }
}

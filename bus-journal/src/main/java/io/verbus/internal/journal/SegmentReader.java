package io.verbus.internal.journal;

import static io.verbus.internal.journal.RecordLayout.COMMIT_WORD_OFFSET;
import static io.verbus.internal.journal.RecordLayout.COUNTED;
import static io.verbus.internal.journal.RecordLayout.FRAME_OFFSET;
import static io.verbus.internal.journal.RecordLayout.HEADER_LENGTH;
import static io.verbus.internal.journal.RecordLayout.LOSS;
import static io.verbus.internal.journal.RecordLayout.LOST;
import static io.verbus.internal.journal.RecordLayout.RECEIVED_OFFSET;
import static io.verbus.internal.journal.RecordLayout.SEQUENCE_OFFSET;
import static io.verbus.internal.journal.RecordLayout.STAMPED;
import static io.verbus.internal.journal.RecordLayout.align;
import static io.verbus.internal.log.FrameLayout.DATA;
import static io.verbus.internal.log.FrameLayout.END;
import static io.verbus.internal.log.FrameLayout.MAX_MESSAGE_LENGTH;
import static io.verbus.internal.log.FrameLayout.WHOLE;

import io.verbus.BusException;
import io.verbus.Header;
import io.verbus.internal.log.FrameLayout;
import io.verbus.internal.os.OsErrors;
import io.verbus.internal.os.RegularFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads the records of one segment, one at a time, also while it is written. The file may contain anything: each record
 * is copied, then checked, then returned. Used by one thread.
 *
 * <p>{@link #look} returns the state at the reader's position; {@link #pass} moves the reader after the record.
 */
public final class SegmentReader implements AutoCloseable {
    /** State at the reader's position. */
    public enum Found {
        /** A whole record; the accessors return its fields. */
        RECORD,
        /** No record, or none yet. */
        NOTHING,
        /** Bytes that no recorder has written: see {@link #damage}. */
        DAMAGE
    }

    private static final int TYPE_SHIFT = 4;
    private static final int FLAGS = 0xF;
    /** Upper bound of the frames of one message: the longest message in the smallest frames. */
    private static final long MAX_FRAMES = 1 << 20;
    /** Bytes of records that one search checks in vain. */
    private static final int MAX_TRIED = 4 * RecordLayout.MAX_LENGTH;

    private final Path path;
    private final FileChannel file;
    private final SegmentHeader header;
    private final Seal seal;
    private final Window window;
    private final CRC32C crc = new CRC32C();
    private final int limit;
    private int offset;
    private long next;
    private long lowestReceivedNs;
    private boolean over;
    private String damage;

    private int recordLength;
    private int type;
    private int flags;
    private long sequence;
    private long endSequence;
    private long receivedNs;
    private int payloadAt;
    private int payloadLength;

    private SegmentReader(final Path path, final FileChannel file, final SegmentHeader header, final Seal seal,
            final Window window) {
        this.path = path;
        this.file = file;
        this.header = header;
        this.seal = seal;
        this.window = window;
        this.limit = seal == null ? header.length() : seal.end();
        window.forget();
        restart();
    }

    /**
     * Opens a segment at its first record.
     *
     * @param path of its file
     * @param window to read through; not used elsewhere until this reader is closed
     * @return the reader
     * @throws BusException if the file does not exist or can't be read, or its header is invalid
     */
    public static SegmentReader open(final Path path, final Window window) {
        FileChannel file = null;
        try {
            file = RegularFile.channel(path, StandardOpenOption.READ);
            window.forget();
            window.fill(file, path, 0, SegmentLayout.HEADER_LENGTH, SegmentLayout.HEADER_LENGTH);
            final UnsafeBuffer first = new UnsafeBuffer(window.buffer(), 0,
                    (int) Math.min(SegmentLayout.HEADER_LENGTH, file.size()));
            final SegmentHeader header = SegmentHeader.decode(first, path);
            if (!SegmentName.of(path.toAbsolutePath().getParent(), header.session().id(), header.first())
                    .getFileName().equals(path.getFileName())) {
                throw new BusException(path + " has the name of another segment: rename it to its original name");
            }
            return new SegmentReader(path, file, header, Seal.decode(first, header), window);
        } catch (final NoSuchFileException e) {
            throw new BusException(path + " does not exist any more", e);
        } catch (final IOException e) {
            throw new BusException("cannot read " + path + ": " + OsErrors.of(e), e);
        } catch (final BusException e) {
            close(file);
            window.forget(); // it contains unchecked bytes
            throw e;
        }
    }

    /** Opens a segment without a seal whose header cannot be read, at its first record. */
    static SegmentReader open(final Path path, final SegmentHeader header, final Window window) throws IOException {
        return new SegmentReader(path, RegularFile.channel(path, StandardOpenOption.READ), header, null, window);
    }

    /** {@return the header of the segment} */
    public SegmentHeader header() {
        return header;
    }

    /** {@return the seal; null if there is none, or it is torn} */
    public Seal seal() {
        return seal;
    }

    /** {@return the segment's file} */
    public Path path() {
        return path;
    }

    /** Moves to the first record. */
    public void restart() {
        moveTo(header.recordsOffset(), header.first(), Long.MIN_VALUE);
    }

    /**
     * Requires that the first record is not older than the preceding segment, as for each later record.
     *
     * @param newestReceivedNs newest receive time of the session's earlier segments, UTC
     */
    public void notBefore(final long newestReceivedNs) {
        lowestReceivedNs = Math.max(lowestReceivedNs, newestReceivedNs);
    }

    /** Moves to where a record should begin; {@link #look} checks it. */
    void moveTo(final int newOffset, final long newNext, final long newLowestReceivedNs) {
        offset = newOffset;
        next = newNext;
        lowestReceivedNs = newLowestReceivedNs;
        over = false;
        damage = null;
    }

    /** A reader's position, to return to it. */
    record Bookmark(int offset, long next, long lowestReceivedNs, boolean over) {}

    Bookmark place() {
        return new Bookmark(offset, next, lowestReceivedNs, over);
    }

    void returnTo(final Bookmark place) {
        moveTo(place.offset, place.next, place.lowestReceivedNs);
        over = place.over;
    }

    /**
     * Continues at a later record. The record may have any sequence above the next one; a whole record with the right
     * checksum proves that the offset is right.
     *
     * @param later offset in the file
     * @param highest sequence that the record may have
     * @return false if no whole record begins there; then the reader has not moved
     */
    boolean skipTo(final int later, final long highest) {
        final Bookmark damaged = place();
        if (later <= offset || later % RecordLayout.ALIGNMENT != 0 || limit - later < HEADER_LENGTH) {
            return false;
        }
        moveTo(later, next, lowestReceivedNs);
        if (reach(HEADER_LENGTH)) {
            final long found = window.buffer().getLong(window.indexOf(later) + SEQUENCE_OFFSET);
            if (found > damaged.next && found <= highest) {
                next = found;
                if (look() == Found.RECORD) {
                    return true;
                }
            }
        }
        returnTo(damaged);
        return false;
    }

    /** Offset after the record at the reader's position, if two of its words agree on its length; else 0. */
    int endByLength() {
        final int length = lengthAt(offset);
        return length == 0 ? 0 : align(offset + length);
    }

    /**
     * Continues at the first whole record of a part of the file. The reads and checksums are bounded: bytes that
     * pretend to be records everywhere end the search.
     *
     * @param from offset of the part
     * @param to its end
     * @param highest sequence that the record may have
     * @return false if none was found; then the reader has not moved
     */
    boolean search(final int from, final int to, final long highest) {
        int tried = 0;
        for (int at = from; at < to && tried < MAX_TRIED; at += RecordLayout.ALIGNMENT) {
            final int length = lengthAt(at);
            if (length > 0) {
                if (skipTo(at, highest)) {
                    return true;
                }
                tried += length;
            }
        }
        return false;
    }

    /** Length of a record at an offset, if two of its words agree on it; else 0. */
    private int lengthAt(final int start) {
        if (limit - start < HEADER_LENGTH
                || !window.has(start, HEADER_LENGTH) && !window.fill(file, path, start, HEADER_LENGTH, limit)) {
            return 0;
        }
        final int at = window.indexOf(start);
        final int length = RecordLayout.length(window.buffer().getLong(at));
        return length >= HEADER_LENGTH && length <= Math.min(RecordLayout.MAX_LENGTH, limit - start)
                && FrameLayout.length(window.buffer().getLong(at + COMMIT_WORD_OFFSET)) == length - FRAME_OFFSET
                        ? length
                        : 0;
    }

    /** Offset after the last record that the file has room for, or has by its seal. */
    int limit() {
        return limit;
    }

    /** Continues at the end of the records, from the seal. */
    void skipToEnd() {
        moveTo(seal.end(), seal.next(), Math.max(lowestReceivedNs, seal.receivedNs()));
    }

    /** {@return the state at the reader's position} */
    public Found look() {
        if (damage != null) {
            return Found.DAMAGE;
        }
        Found found = check();
        Found before = null;
        // A copy that was made while a record was written may have any part of it, of its first word too. The copy
        // after that has all of it: so damage counts if two copies in succession have it.
        while (found != Found.RECORD && before != found) {
            before = found;
            damage = null;
            window.forget();
            found = check();
        }
        return found;
    }

    /** Moves after the record that was found. */
    public void pass() {
        offset = align(offset + recordLength);
        next = endSequence;
        lowestReceivedNs = receivedNs;
        over = type == END || type == LOST;
    }

    private Found check() {
        if (limit - offset < HEADER_LENGTH) {
            return nothing();
        }
        if (!reach(HEADER_LENGTH)) {
            return seal == null ? Found.NOTHING : damaged("the file was cut short");
        }
        UnsafeBuffer buffer = window.buffer();
        int at = window.indexOf(offset);
        final long word = buffer.getLong(at);
        if (word == 0) {
            return nothing();
        }
        recordLength = RecordLayout.length(word);
        if (over || recordLength < HEADER_LENGTH || recordLength > Math.min(RecordLayout.MAX_LENGTH, limit - offset)) {
            return damaged(over
                    ? "a record follows the end of the session"
                    : "a record has the invalid length "
                            + Integer.toUnsignedString(recordLength));
        }
        if (!reach(recordLength)) {
            return damaged("the file was cut short");
        }
        buffer = window.buffer(); // a longer window may have replaced it
        at = window.indexOf(offset);
        crc.reset();
        crc.update(window.bytes().limit(at + recordLength).position(at + RECEIVED_OFFSET));
        window.bytes().clear();
        if ((int) crc.getValue() != RecordLayout.checksum(word)) {
            return damaged("the checksum of a record is wrong");
        }
        return decode(buffer, at);
    }

    /** The checksum is right, but the writer need not be a recorder: every field is checked. */
    private Found decode(final DirectBuffer buffer, final int at) {
        final long commitWord = buffer.getLong(at + COMMIT_WORD_OFFSET);
        final long kind = FrameLayout.kind(commitWord);
        sequence = buffer.getLong(at + SEQUENCE_OFFSET);
        receivedNs = buffer.getLong(at + RECEIVED_OFFSET);
        type = (int) (kind >>> TYPE_SHIFT);
        flags = (int) kind & FLAGS;
        if (FrameLayout.length(commitWord) != recordLength - FRAME_OFFSET) {
            return damaged("the lengths of a record and its frame disagree");
        }
        if (sequence != next) {
            return damaged("a record has sequence " + sequence + " there");
        }
        if (receivedNs < lowestReceivedNs) {
            return damaged("a record is older than the one before it");
        }
        payloadAt = at + HEADER_LENGTH;
        payloadLength = recordLength - HEADER_LENGTH;
        final boolean isValid = switch ((int) (kind >>> TYPE_SHIFT)) {
            case DATA -> isMessage(buffer);
            case LOSS -> isLoss(buffer);
            case END -> isPlain() && payloadLength == 0;
            case LOST -> isPlain();
            default -> false;
        };
        return isValid ? Found.RECORD : damaged("a record has an invalid frame");
    }

    private boolean isMessage(final DirectBuffer buffer) {
        final int before = ((flags & STAMPED) == 0 ? 0 : Long.BYTES) + ((flags & COUNTED) == 0 ? 0 : Long.BYTES);
        if ((flags & WHOLE) != WHOLE || payloadLength < before || payloadLength - before > MAX_MESSAGE_LENGTH) {
            return false;
        }
        payloadAt += before;
        payloadLength -= before;
        final long frames = (flags & COUNTED) == 0 ? 1 : buffer.getLong(payloadAt - Long.BYTES);
        endSequence = sequence + frames;
        return frames > 0 && frames <= MAX_FRAMES && endSequence > sequence;
    }

    private boolean isLoss(final DirectBuffer buffer) {
        if (!isPlain() || payloadLength < Long.BYTES) {
            return false;
        }
        endSequence = buffer.getLong(payloadAt) + 1;
        payloadAt += Long.BYTES;
        payloadLength -= Long.BYTES;
        return endSequence > sequence;
    }

    private boolean isPlain() {
        endSequence = sequence;
        return flags == WHOLE;
    }

    private boolean reach(final int length) {
        return window.has(offset, length) || window.fill(file, path, offset, length, limit);
    }

    private Found nothing() {
        if (seal != null && (offset != seal.end() || next != seal.next())) {
            return damaged("records are missing before the sealed end");
        }
        return Found.NOTHING;
    }

    private Found damaged(final String description) {
        damage = description;
        return Found.DAMAGE;
    }

    /** {@return the damage at the reader's position, or the missing record, in words for a person} */
    public String damage() {
        return path + " is damaged at offset " + offset + ", expected sequence " + next + ": "
                + (damage == null ? "no record is there, but later ones are" : damage);
    }

    /** {@return the reader's offset in the file} */
    public int offset() {
        return offset;
    }

    /** {@return the next sequence at the reader's position} */
    public long next() {
        return next;
    }

    /** {@return the receive time of the preceding record, UTC; {@link Long#MIN_VALUE} without one} */
    public long lowestReceivedNs() {
        return lowestReceivedNs;
    }

    /** {@return whether the session is over, so that no record can follow} */
    public boolean isOver() {
        return over;
    }

    /** {@return frame type of the record: of {@link FrameLayout} or {@link RecordLayout}} */
    public int type() {
        return type;
    }

    /** {@return sequence of the record} */
    public long sequence() {
        return sequence;
    }

    /** {@return the sequence after the record} */
    public long endSequence() {
        return endSequence;
    }

    /** {@return receive time of the record, nanoseconds UTC since 1970} */
    public long receivedNs() {
        return receivedNs;
    }

    /** {@return publication time, on the publisher's monotonic clock; or {@link Header#NO_TIMESTAMP}} */
    public long publishedNs() {
        return type == DATA && (flags & STAMPED) != 0
                ? window.buffer().getLong(window.indexOf(offset) + HEADER_LENGTH)
                : Header.NO_TIMESTAMP;
    }

    /** {@return the buffer with the payload, valid until the next look} */
    public DirectBuffer buffer() {
        return window.buffer();
    }

    /** {@return offset of the payload in {@link #buffer}} */
    public int payloadOffset() {
        return payloadAt;
    }

    /** {@return length of the message, or of the cause, in bytes} */
    public int payloadLength() {
        return payloadLength;
    }

    FileChannel file() {
        return file;
    }

    @Override
    public void close() {
        close(file);
    }

    private static void close(final FileChannel file) {
        try {
            if (file != null) {
                file.close();
            }
        } catch (final IOException e) {
            assert e != null : "closing a file that was only read loses nothing";
        }
    }
}

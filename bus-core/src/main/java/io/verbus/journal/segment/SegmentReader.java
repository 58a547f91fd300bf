package io.verbus.journal.segment;

import static io.verbus.journal.segment.RecordLayout.COMMIT_WORD_OFFSET;
import static io.verbus.journal.segment.RecordLayout.COUNTED;
import static io.verbus.journal.segment.RecordLayout.FRAME_OFFSET;
import static io.verbus.journal.segment.RecordLayout.HEADER_LENGTH;
import static io.verbus.journal.segment.RecordLayout.LOSS;
import static io.verbus.journal.segment.RecordLayout.LOST;
import static io.verbus.journal.segment.RecordLayout.RECEIVED_OFFSET;
import static io.verbus.journal.segment.RecordLayout.SEQUENCE_OFFSET;
import static io.verbus.journal.segment.RecordLayout.STAMPED;
import static io.verbus.journal.segment.RecordLayout.align;
import static io.verbus.log.FrameLayout.DATA;
import static io.verbus.log.FrameLayout.END;
import static io.verbus.log.FrameLayout.MAX_MESSAGE_LENGTH;
import static io.verbus.log.FrameLayout.WHOLE;

import io.verbus.BusException;
import io.verbus.Header;
import io.verbus.log.FrameLayout;
import io.verbus.os.Reason;
import io.verbus.os.RegularFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads the records of one segment, which may hold anything, one by one, also while it is written. Each is copied, then
 * checked, then shown. Used by one thread.
 *
 * <p>{@link #look} tells what stands where the reader stands; {@link #pass} goes behind it.
 */
public final class SegmentReader implements AutoCloseable {
    /** What stands where a reader stands. */
    public enum Found {
        /** A whole record: the accessors tell of it. */
        RECORD,
        /** Nothing, or nothing yet. */
        NOTHING,
        /** Bytes that no recorder has left there: {@link #damage} tells. */
        DAMAGE
    }

    private static final int TYPE_SHIFT = 4;
    private static final int FLAGS = 0xF;
    /** No log has more frames for one message: its longest, in the smallest frames. */
    private static final long MAX_FRAMES = 1 << 20;

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
    private long behind;
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
     * @param window to read through; not used by anybody else until this is closed
     * @return the reader
     * @throws BusException if the file is gone or can't be read, or what it says of itself is not to be believed
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
                throw new BusException(path + " has the name of another segment: give it back the name that it had");
            }
            return new SegmentReader(path, file, header, Seal.decode(first, header), window);
        } catch (final NoSuchFileException e) {
            throw new BusException(path + " is not there any more", e);
        } catch (final IOException e) {
            throw new BusException("cannot read " + path + ": " + Reason.of(e), e);
        } catch (final BusException e) {
            close(file);
            window.forget(); // it holds what is not to be believed
            throw e;
        }
    }

    /** {@return what the segment says of itself} */
    public SegmentHeader header() {
        return header;
    }

    /** {@return what was said when it was finished; null if it was not, or that is torn} */
    public Seal seal() {
        return seal;
    }

    /** {@return the segment's file} */
    public Path path() {
        return path;
    }

    /** Goes to the first record. */
    public void restart() {
        moveTo(header.recordsOffset(), header.first(), Long.MIN_VALUE);
    }

    /**
     * Asks of the first record what is asked of those behind it: that it is not older than the one before.
     *
     * @param newestReceivedNs of what the session has in the segments before, UTC
     */
    public void notBefore(final long newestReceivedNs) {
        lowestReceivedNs = Math.max(lowestReceivedNs, newestReceivedNs);
    }

    /** Goes to where a record is said to begin; {@link #look} tells whether that is so. */
    void moveTo(final int newOffset, final long newNext, final long newLowestReceivedNs) {
        offset = newOffset;
        next = newNext;
        lowestReceivedNs = newLowestReceivedNs;
        over = false;
        damage = null;
    }

    /** Where a reader stands, to return to it. */
    record Place(int offset, long next, long lowestReceivedNs, boolean over) {}

    Place place() {
        return new Place(offset, next, lowestReceivedNs, over);
    }

    void returnTo(final Place place) {
        moveTo(place.offset, place.next, place.lowestReceivedNs);
        over = place.over;
    }

    /**
     * Continues at a later record of a sealed segment. The record has any sequence above the one that comes next; a
     * whole record with the right checksum proves that the offset is right.
     *
     * @param later offset in the file
     * @return false if no whole record starts there; then the reader has not moved
     */
    boolean skipTo(final int later) {
        final Place damaged = place();
        if (later <= offset || later % RecordLayout.ALIGNMENT != 0 || limit - later < HEADER_LENGTH) {
            return false;
        }
        moveTo(later, next, lowestReceivedNs);
        if (reach(HEADER_LENGTH)) {
            final long found = window.buffer().getLong(window.indexOf(later) + SEQUENCE_OFFSET);
            if (found > damaged.next && found <= seal.next()) {
                next = found;
                if (look() == Found.RECORD) {
                    return true;
                }
            }
        }
        returnTo(damaged);
        return false;
    }

    /** Offset after the record that the reader stands at, by the length that two of its words agree on; else 0. */
    int endByLength() {
        if (limit - offset < HEADER_LENGTH || !reach(HEADER_LENGTH)) {
            return 0;
        }
        final int at = window.indexOf(offset);
        final int length = RecordLayout.length(window.buffer().getLong(at));
        final boolean agrees = length >= HEADER_LENGTH && length <= Math.min(RecordLayout.MAX_LENGTH, limit - offset)
                && FrameLayout.length(window.buffer().getLong(at + COMMIT_WORD_OFFSET)) == length - FRAME_OFFSET;
        return agrees ? align(offset + length) : 0;
    }

    /** Continues where the seal says that the records end. */
    void skipToEnd() {
        moveTo(seal.end(), seal.next(), Math.max(lowestReceivedNs, seal.receivedNs()));
    }

    /** {@return what stands where the reader stands} */
    public Found look() {
        if (damage != null) {
            return Found.DAMAGE;
        }
        final Found found = check();
        if (found == Found.RECORD) {
            return found;
        }
        damage = null;
        window.forget(); // what was copied while it was written may be whole by now
        return check();
    }

    /** Goes behind the record that was found. */
    public void pass() {
        offset = align(offset + recordLength);
        next = behind;
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
                    ? "a record stands behind the end of the session"
                    : "no record is "
                            + Integer.toUnsignedString(recordLength) + " bytes long there");
        }
        if (!reach(recordLength)) {
            return damaged("the file was cut short");
        }
        buffer = window.buffer(); // it may have been replaced by a longer one
        at = window.indexOf(offset);
        crc.reset();
        crc.update(window.bytes().limit(at + recordLength).position(at + RECEIVED_OFFSET));
        window.bytes().clear();
        if ((int) crc.getValue() != RecordLayout.checksum(word)) {
            return damaged("the checksum of a record is wrong");
        }
        return decode(buffer, at);
    }

    /** What follows is as somebody has written it; that it was a recorder is still to be seen. */
    private Found decode(final DirectBuffer buffer, final int at) {
        final long commitWord = buffer.getLong(at + COMMIT_WORD_OFFSET);
        final long kind = FrameLayout.kind(commitWord);
        sequence = buffer.getLong(at + SEQUENCE_OFFSET);
        receivedNs = buffer.getLong(at + RECEIVED_OFFSET);
        type = (int) (kind >>> TYPE_SHIFT);
        flags = (int) kind & FLAGS;
        if (FrameLayout.length(commitWord) != recordLength - FRAME_OFFSET) {
            return damaged("a record does not hold the frame that its length says");
        }
        if (sequence != next) {
            return damaged("a record has sequence " + sequence + " there");
        }
        if (receivedNs < lowestReceivedNs) {
            return damaged("a record is older than the one before it");
        }
        payloadAt = at + HEADER_LENGTH;
        payloadLength = recordLength - HEADER_LENGTH;
        final boolean makesSense = switch ((int) (kind >>> TYPE_SHIFT)) {
            case DATA -> isMessage(buffer);
            case LOSS -> isLoss(buffer);
            case END -> isPlain() && payloadLength == 0;
            case LOST -> isPlain();
            default -> false;
        };
        return makesSense ? Found.RECORD : damaged("a record holds a frame that no recorder writes");
    }

    private boolean isMessage(final DirectBuffer buffer) {
        final int before = ((flags & STAMPED) == 0 ? 0 : Long.BYTES) + ((flags & COUNTED) == 0 ? 0 : Long.BYTES);
        if ((flags & WHOLE) != WHOLE || payloadLength < before || payloadLength - before > MAX_MESSAGE_LENGTH) {
            return false;
        }
        payloadAt += before;
        payloadLength -= before;
        final long frames = (flags & COUNTED) == 0 ? 1 : buffer.getLong(payloadAt - Long.BYTES);
        behind = sequence + frames;
        return frames > 0 && frames <= MAX_FRAMES && behind > sequence;
    }

    private boolean isLoss(final DirectBuffer buffer) {
        if (!isPlain() || payloadLength < Long.BYTES) {
            return false;
        }
        behind = buffer.getLong(payloadAt) + 1;
        payloadAt += Long.BYTES;
        payloadLength -= Long.BYTES;
        return behind > sequence;
    }

    private boolean isPlain() {
        behind = sequence;
        return flags == WHOLE;
    }

    private boolean reach(final int length) {
        return window.has(offset, length) || window.fill(file, path, offset, length, limit);
    }

    private Found nothing() {
        if (seal != null && (offset != seal.end() || next != seal.next())) {
            return damaged("records are missing that its seal speaks of");
        }
        return Found.NOTHING;
    }

    private Found damaged(final String what) {
        damage = what;
        return Found.DAMAGE;
    }

    /** {@return what is wrong where the reader stands, in words for a person} */
    public String damage() {
        return path + " is damaged at offset " + offset + ", where sequence " + next + " comes next: " + damage;
    }

    /** {@return offset in the file where the reader stands} */
    public int offset() {
        return offset;
    }

    /** {@return sequence that comes next where the reader stands} */
    public long next() {
        return next;
    }

    /** {@return the receive time of the record before, UTC; {@link Long#MIN_VALUE} without one} */
    public long lowestReceivedNs() {
        return lowestReceivedNs;
    }

    /** {@return whether nothing can follow, as the session is over} */
    public boolean isOver() {
        return over;
    }

    /** {@return type of the frame that was found: of {@link FrameLayout} or {@link RecordLayout}} */
    public int type() {
        return type;
    }

    /** {@return sequence of what was found} */
    public long sequence() {
        return sequence;
    }

    /** {@return sequence that comes behind what was found} */
    public long behind() {
        return behind;
    }

    /** {@return when it was received, nanoseconds UTC since 1970} */
    public long receivedNs() {
        return receivedNs;
    }

    /** {@return when it was published, on the publisher's monotonic clock; or {@link Header#NO_TIMESTAMP}} */
    public long publishedNs() {
        return type == DATA && (flags & STAMPED) != 0
                ? window.buffer().getLong(window.indexOf(offset) + HEADER_LENGTH)
                : Header.NO_TIMESTAMP;
    }

    /** {@return what holds the payload, until the next look} */
    public DirectBuffer buffer() {
        return window.buffer();
    }

    /** {@return where the payload begins in {@link #buffer}} */
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
            assert e != null : "a file that was only read has nothing to lose";
        }
    }
}

package io.verbus.marketdata.snapshot;

import io.verbus.BusException;
import io.verbus.Publication;
import io.verbus.codec.marketdata.BookSnapshotBeginEncoder;
import io.verbus.codec.marketdata.BookSnapshotEndEncoder;
import io.verbus.codec.marketdata.BookSnapshotEntryEncoder;
import io.verbus.codec.marketdata.InstrumentAction;
import io.verbus.codec.marketdata.InstrumentStateEncoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.Side;
import io.verbus.codec.marketdata.StateReason;
import io.verbus.marketdata.book.BookSide;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.MessagePrefix;
import io.verbus.marketdata.book.RestingLevels;
import io.verbus.marketdata.book.RestingOrders;
import org.agrona.ExpandableArrayBuffer;

/**
 * Publishes snapshots in slices: begin, stated messages, suspect books, orders, price levels, end. A snapshot contains
 * the state of the stream at its start, although the stream continues. For one thread.
 */
final class SnapshotWriter {
    private static final int HEADER = MessageHeaderEncoder.ENCODED_LENGTH;
    private static final long BEGIN = MessagePrefix.header(BookSnapshotBeginEncoder.BLOCK_LENGTH,
            BookSnapshotBeginEncoder.TEMPLATE_ID);
    private static final long STATE = MessagePrefix.header(InstrumentStateEncoder.BLOCK_LENGTH,
            InstrumentStateEncoder.TEMPLATE_ID);
    private static final long ENTRY = MessagePrefix.header(BookSnapshotEntryEncoder.BLOCK_LENGTH,
            BookSnapshotEntryEncoder.TEMPLATE_ID);
    private static final long END = MessagePrefix.header(BookSnapshotEndEncoder.BLOCK_LENGTH,
            BookSnapshotEndEncoder.TEMPLATE_ID);

    private final Publication publication;
    /** Each after its length as an int. */
    private final ExpandableArrayBuffer stated = new ExpandableArrayBuffer();
    private final RestingOrders orders = new RestingOrders();
    private final RestingLevels levels = new RestingLevels();
    private final BookSnapshotBeginEncoder begin = new BookSnapshotBeginEncoder();
    private final BookSnapshotEntryEncoder entry = new BookSnapshotEntryEncoder();
    private final BookSnapshotEndEncoder end = new BookSnapshotEndEncoder();
    private long session;
    private long sequence;
    private long timestamp;
    private long sourceSequence;
    private int instrumentCount;
    private int statedCount;
    /** The next stated message. */
    private int statedAt;
    private int stateCount;
    /** The latest instrument whose state was written. */
    private int stateOf;
    private long parts;
    private long written;
    /** Position of the snapshot in the log of the snapshots. */
    private long begunAt;

    SnapshotWriter(final Publication publication) {
        this.publication = publication;
    }

    /** Starts a snapshot of the current state; the previous one must be finished. */
    void begin(final StreamState state) {
        assert isFinished() && state.isUsable();
        orders.copy(state.books());
        levels.copy(state.levelBooks());
        state.stated().copy(stated);
        session = state.session();
        sequence = state.sequence();
        timestamp = state.timestamp();
        sourceSequence = state.sourceSequence();
        instrumentCount = state.stated().instruments();
        statedCount = state.stated().count();
        statedAt = 0;
        stateCount = (orders.areOthersSuspect() ? 1 : 0) + orders.differing();
        stateOf = -1;
        parts = 2L + statedCount + stateCount + entries();
        written = 0;
        begunAt = publication.position();
    }

    private int entries() {
        return orders.size() + levels.size();
    }

    boolean isFinished() {
        return written == parts;
    }

    /** Whether the snapshot is in the newest half of the log, so that a subscription that joins now reads all of it. */
    boolean isInLog() {
        return publication.position() - begunAt <= publication.buffer().capacity() / 2;
    }

    /** Number of published messages of the snapshot. */
    long written() {
        return written;
    }

    /**
     * Publishes more messages of the snapshot.
     *
     * @return their number; less than {@code most} at the end, and if a subscription to snapshots lags
     */
    int write(final long most) {
        int count = 0;
        while (count < most && written < parts && writeOne()) {
            count++;
        }
        if (count > 0) {
            publication.flush();
        }
        return count;
    }

    private boolean writeOne() {
        final int offset = publication.claim(length());
        if (offset == Publication.BACK_PRESSURED) {
            return false;
        }
        if (offset < 0) {
            throw new BusException("the publication of " + publication.stream() + " was closed during a snapshot");
        }
        final long index = written - 1;
        final int entry = (int) (index - statedCount - stateCount);
        if (index < 0) {
            writeBegin(offset);
        } else if (index < statedCount) {
            final int length = stated.getInt(statedAt);
            publication.buffer().putBytes(offset, stated, statedAt + Integer.BYTES, length);
            statedAt += Integer.BYTES + length;
        } else if (entry < 0) {
            writeState(offset, index == statedCount && orders.areOthersSuspect());
        } else if (entry < orders.size()) {
            writeOrder(offset, entry);
        } else if (entry < entries()) {
            writeLevel(offset, entry - orders.size());
        } else {
            writeEnd(offset);
        }
        publication.commit();
        written++;
        return true;
    }

    private int length() {
        if (written == 0) {
            return HEADER + BookSnapshotBeginEncoder.BLOCK_LENGTH;
        }
        if (written <= statedCount) {
            return stated.getInt(statedAt);
        }
        if (written <= statedCount + stateCount) {
            return HEADER + InstrumentStateEncoder.BLOCK_LENGTH;
        }
        return HEADER + (written < parts - 1
                ? BookSnapshotEntryEncoder.BLOCK_LENGTH
                : BookSnapshotEndEncoder.BLOCK_LENGTH);
    }

    private void writeBegin(final int offset) {
        begin.wrap(publication.buffer(), put(offset, BEGIN, timestamp, sourceSequence, BookUpdater.WHOLE_MARKET,
                MessagePrefix.SNAPSHOT, 0))
                .busSession(session)
                .busSequence(sequence)
                .entries(entries())
                .instruments(instrumentCount);
    }

    /** Writes the state of all books, or of the next one that differs from it. */
    private void writeState(final int offset, final boolean ofAll) {
        stateOf = ofAll ? stateOf : orders.nextDiffering(stateOf + 1);
        final boolean isSuspect = ofAll != !orders.areOthersSuspect();
        final int body = put(offset, STATE, timestamp, sourceSequence, ofAll ? BookUpdater.WHOLE_MARKET : stateOf,
                MessagePrefix.SNAPSHOT, (isSuspect ? InstrumentAction.SUSPECT : InstrumentAction.SOUND).value());
        publication.buffer().putByte(body + InstrumentStateEncoder.reasonEncodingOffset(),
                StateReason.SNAPSHOT.value());
    }

    private void writeOrder(final int offset, final int index) {
        entry(offset, orders.instrument(index), orders.side(index), MessagePrefix.SNAPSHOT)
                .orderId(orders.reference(index))
                .price(orders.price(index))
                .quantity(orders.shares(index))
                .orders(1);
    }

    /** A level without END OF EVENT is that of a book inside an event. */
    private void writeLevel(final int offset, final int index) {
        final int flags = MessagePrefix.SNAPSHOT | (levels.isInsideEvent(index) ? 0 : MessagePrefix.END_OF_EVENT);
        final int ordersOfLevel = levels.orders(index);
        entry(offset, levels.instrument(index), levels.side(index), flags)
                .orderId(BookSnapshotEntryEncoder.orderIdNullValue())
                .price(levels.price(index))
                .quantity(levels.quantity(index))
                .orders(ordersOfLevel == 0 ? BookSnapshotEntryEncoder.ordersNullValue() : ordersOfLevel);
    }

    private BookSnapshotEntryEncoder entry(final int offset, final int instrument, final int side, final int flags) {
        return entry.wrap(publication.buffer(), put(offset, ENTRY, MessagePrefix.NO_TIME, MessagePrefix.NO_SEQUENCE,
                instrument, flags, (side == BookSide.BUY ? Side.BUY : Side.SELL).value()))
                .putAttribution((byte) 0, (byte) 0, (byte) 0, (byte) 0);
    }

    private void writeEnd(final int offset) {
        end.wrap(publication.buffer(), put(offset, END, timestamp, sourceSequence, BookUpdater.WHOLE_MARKET,
                MessagePrefix.SNAPSHOT, 0))
                .busSession(session)
                .busSequence(sequence)
                .quantity(orders.shares() + levels.quantity())
                .entries(entries())
                .levels(orders.levels() + levels.size());
    }

    /** Returns the offset of the body. */
    private int put(final int offset, final long header, final long timeNs, final long ofSource, final long instrument,
            final int flags, final int code) {
        return MessagePrefix.put(publication.buffer(), offset, header, timeNs, MessagePrefix.NO_TIME, ofSource,
                MessagePrefix.tail(instrument, 0, flags, code));
    }
}

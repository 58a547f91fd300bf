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
import io.verbus.marketdata.book.RestingOrders;

/**
 * Publishes snapshots in slices: begin, instruments, suspect books, orders, end. A snapshot contains the state of the
 * stream at its start, although the stream continues. For one thread.
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
    private final InstrumentMessages instruments;
    private final RestingOrders orders = new RestingOrders();
    private final BookSnapshotBeginEncoder begin = new BookSnapshotBeginEncoder();
    private final BookSnapshotEntryEncoder entry = new BookSnapshotEntryEncoder();
    private final BookSnapshotEndEncoder end = new BookSnapshotEndEncoder();
    private long session;
    private long sequence;
    private long timestamp;
    private long sourceSequence;
    private int instrumentCount;
    private int stateCount;
    /** The latest instrument whose state was written. */
    private int stateOf;
    private long parts;
    private long written;
    /** Position of the snapshot in the log of the snapshots. */
    private long begunAt;

    SnapshotWriter(final Publication publication, final InstrumentMessages instruments) {
        this.publication = publication;
        this.instruments = instruments;
    }

    /** Starts a snapshot of the current state; the previous one must be finished. */
    void begin(final StreamState state) {
        assert isFinished() && state.isUsable();
        orders.copy(state.books());
        session = state.session();
        sequence = state.sequence();
        timestamp = state.timestamp();
        sourceSequence = state.sourceSequence();
        instrumentCount = instruments.count();
        stateCount = (orders.areOthersSuspect() ? 1 : 0) + orders.differing();
        stateOf = -1;
        parts = 2L + instrumentCount + stateCount + orders.size();
        written = 0;
        begunAt = publication.position();
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
        if (index < 0) {
            writeBegin(offset);
        } else if (index < instrumentCount) {
            instruments.get((int) index, publication.buffer(), offset);
        } else if (index < instrumentCount + stateCount) {
            writeState(offset, index == instrumentCount && orders.areOthersSuspect());
        } else if (index < parts - 2) {
            writeEntry(offset, (int) (index - instrumentCount - stateCount));
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
        if (written <= instrumentCount) {
            return instruments.length((int) written - 1);
        }
        if (written <= instrumentCount + stateCount) {
            return HEADER + InstrumentStateEncoder.BLOCK_LENGTH;
        }
        return HEADER + (written < parts - 1
                ? BookSnapshotEntryEncoder.BLOCK_LENGTH
                : BookSnapshotEndEncoder.BLOCK_LENGTH);
    }

    private void writeBegin(final int offset) {
        begin.wrap(publication.buffer(), put(offset, BEGIN, timestamp, sourceSequence, BookUpdater.WHOLE_MARKET, 0))
                .busSession(session)
                .busSequence(sequence)
                .entries(orders.size())
                .instruments(instrumentCount);
    }

    /** Writes the state of all books, or of the next one that differs from it. */
    private void writeState(final int offset, final boolean ofAll) {
        stateOf = ofAll ? stateOf : orders.nextDiffering(stateOf + 1);
        final boolean isSuspect = ofAll != !orders.areOthersSuspect();
        final int body = put(offset, STATE, timestamp, sourceSequence, ofAll ? BookUpdater.WHOLE_MARKET : stateOf,
                (isSuspect ? InstrumentAction.SUSPECT : InstrumentAction.SOUND).value());
        publication.buffer().putByte(body + InstrumentStateEncoder.reasonEncodingOffset(),
                StateReason.SNAPSHOT.value());
    }

    private void writeEntry(final int offset, final int index) {
        final Side side = orders.side(index) == BookSide.BUY ? Side.BUY : Side.SELL;
        entry.wrap(publication.buffer(), put(offset, ENTRY, MessagePrefix.NO_TIME, MessagePrefix.NO_SEQUENCE,
                orders.instrument(index), side.value()))
                .orderId(orders.reference(index))
                .price(orders.price(index))
                .quantity(orders.shares(index))
                .putAttribution((byte) 0, (byte) 0, (byte) 0, (byte) 0)
                .orders(1);
    }

    private void writeEnd(final int offset) {
        end.wrap(publication.buffer(), put(offset, END, timestamp, sourceSequence, BookUpdater.WHOLE_MARKET, 0))
                .busSession(session)
                .busSequence(sequence)
                .quantity(orders.shares())
                .entries(orders.size())
                .levels(orders.levels());
    }

    /** Returns the offset of the body. */
    private int put(final int offset, final long header, final long timeNs, final long ofSource, final long instrument,
            final int code) {
        return MessagePrefix.put(publication.buffer(), offset, header, timeNs, MessagePrefix.NO_TIME, ofSource,
                MessagePrefix.tail(instrument, 0, MessagePrefix.SNAPSHOT, code));
    }
}

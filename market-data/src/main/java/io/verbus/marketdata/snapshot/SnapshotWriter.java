package io.verbus.marketdata.snapshot;

import io.verbus.BusException;
import io.verbus.Publication;
import io.verbus.codec.marketdata.BookSnapshotBeginEncoder;
import io.verbus.codec.marketdata.BookSnapshotEndEncoder;
import io.verbus.codec.marketdata.BookSnapshotEntryEncoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.Side;
import io.verbus.marketdata.book.BookSide;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.RestingOrders;

/**
 * Publishes snapshots in slices: begin, instruments, orders, end. A snapshot contains the state of the stream at its
 * start, although the stream continues. For one thread.
 */
final class SnapshotWriter {
    private static final int HEADER = MessageHeaderEncoder.ENCODED_LENGTH;

    private final Publication publication;
    private final InstrumentMessages instruments;
    private final RestingOrders orders = new RestingOrders();
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final BookSnapshotBeginEncoder begin = new BookSnapshotBeginEncoder();
    private final BookSnapshotEntryEncoder entry = new BookSnapshotEntryEncoder();
    private final BookSnapshotEndEncoder end = new BookSnapshotEndEncoder();
    private long session;
    private long sequence;
    private long timestamp;
    private int instrumentCount;
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
        instrumentCount = instruments.count();
        parts = 2L + instrumentCount + orders.size();
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
        } else if (index < parts - 2) {
            writeEntry(offset, (int) (index - instrumentCount));
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
            return InstrumentMessages.LENGTH;
        }
        return HEADER + (written < parts - 1
                ? BookSnapshotEntryEncoder.BLOCK_LENGTH
                : BookSnapshotEndEncoder.BLOCK_LENGTH);
    }

    private void writeBegin(final int offset) {
        begin.wrapAndApplyHeader(publication.buffer(), offset, header)
                .timestamp(timestamp)
                .instrumentId(BookUpdater.WHOLE_MARKET)
                .trackingNumber(0)
                .session(session)
                .sequence(sequence)
                .entries(orders.size())
                .instruments(instrumentCount);
    }

    private void writeEntry(final int offset, final int index) {
        final boolean isBuy = orders.side(index) == BookSide.BUY;
        entry.wrapAndApplyHeader(publication.buffer(), offset, header)
                .timestamp(BookSnapshotEntryEncoder.timestampNullValue())
                .instrumentId(orders.instrument(index))
                .trackingNumber(0)
                .side(isBuy ? Side.BUY : Side.SELL)
                .orderId(orders.reference(index))
                .quantity(orders.shares(index))
                .attribution("")
                .orders(1)
                .price().mantissa(orders.price(index));
    }

    private void writeEnd(final int offset) {
        end.wrapAndApplyHeader(publication.buffer(), offset, header)
                .timestamp(timestamp)
                .instrumentId(BookUpdater.WHOLE_MARKET)
                .trackingNumber(0)
                .session(session)
                .sequence(sequence)
                .entries(orders.size())
                .levels(orders.levels())
                .shares(orders.shares());
    }
}

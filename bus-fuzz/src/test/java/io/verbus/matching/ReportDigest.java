package io.verbus.matching;

import java.util.Arrays;

/** A number that depends on all reports so far. */
final class ReportDigest implements Reports {
    private long value;

    /** Continues from the number of another. */
    ReportDigest(final long value) {
        this.value = value;
    }

    long value() {
        return value;
    }

    private void add(final long... report) {
        value = value * 0x9E37_79B9_7F4A_7C15L + Arrays.hashCode(report);
    }

    @Override
    public void accepted(final int seat, final long id, final long order) {
        add(1, seat, id, order);
    }

    @Override
    public void rejected(final int seat, final long id, final RefusalCode refusal) {
        add(2, seat, id, refusal.ordinal());
    }

    @Override
    public void replaced(final int seat, final long id, final long newId, final long order, final long open,
            final boolean placeKept) {
        add(3, seat, id, newId, order, open, placeKept ? 1 : 0);
    }

    @Override
    public void reduced(final int seat, final long id, final long quantity, final long open) {
        add(4, seat, id, quantity, open);
    }

    @Override
    public void cancelled(final int seat, final long id, final long quantity, final CancelReason reason) {
        add(5, seat, id, quantity, reason.ordinal());
    }

    @Override
    public void executed(final int seat, final long id, final int instrument, final long quantity, final long price,
            final long trade, final boolean maker, final long open) {
        add(6, seat, id, instrument, quantity, price, trade, maker ? 1 : 0, open);
    }

    @Override
    public void refused(final RequestKind request, final int seat, final long id, final RefusalCode refusal) {
        add(7, request.ordinal(), seat, id, refusal.ordinal());
    }
}

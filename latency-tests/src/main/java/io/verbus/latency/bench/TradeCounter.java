package io.verbus.latency.bench;

import io.verbus.matching.CancelReason;
import io.verbus.matching.RefusalCode;
import io.verbus.matching.Reports;
import io.verbus.matching.RequestKind;

/** Counts trades and refusals, and ignores other reports. */
final class TradeCounter implements Reports {
    private long count;
    private long refused;

    long count() {
        return count;
    }

    long refused() {
        return refused;
    }

    @Override
    public void accepted(final int seat, final long id, final long order) {
    }

    @Override
    public void rejected(final int seat, final long id, final RefusalCode refusal) {
        refused++;
    }

    @Override
    public void replaced(final int seat, final long id, final long newId, final long order, final long open,
            final boolean placeKept) {
    }

    @Override
    public void reduced(final int seat, final long id, final long quantity, final long open) {
    }

    @Override
    public void cancelled(final int seat, final long id, final long quantity, final CancelReason reason) {
    }

    @Override
    public void executed(final int seat, final long id, final int instrument, final long quantity, final long price,
            final long trade, final boolean maker, final long open) {
        count += maker ? 1 : 0;
    }

    @Override
    public void refused(final RequestKind request, final int seat, final long id, final RefusalCode refusal) {
        refused++;
    }
}

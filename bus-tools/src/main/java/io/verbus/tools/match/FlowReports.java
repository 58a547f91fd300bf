package io.verbus.tools.match;

import io.verbus.matching.CancelReason;
import io.verbus.matching.RefusalCode;
import io.verbus.matching.Reports;
import io.verbus.matching.RequestKind;

/** Compares the trades of the engine with the executions of the session. */
final class FlowReports implements Reports {
    private long expectedId;
    private long expectedShares;
    private long executedShares;
    private long refused;
    private long others;

    /** The next input must trade these shares of this order; 0 shares if it must not trade. */
    void expect(final long id, final long shares) {
        others += expectedShares == 0 ? 0 : 1; // not traded in full
        expectedId = id;
        expectedShares = shares;
    }

    long executedShares() {
        return executedShares;
    }

    long refused() {
        return refused;
    }

    /** Trades that differ from the session's. */
    long others() {
        return others;
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
        if (maker) {
            executedShares += quantity;
            if (id == expectedId && quantity == expectedShares) {
                expectedShares = 0;
            } else {
                others++;
            }
        }
    }

    @Override
    public void refused(final RequestKind request, final int seat, final long id, final RefusalCode refusal) {
        refused++;
    }
}

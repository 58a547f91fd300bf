package io.verbus.matching;

import java.util.ArrayList;
import java.util.List;

/** Counts reports. */
final class CountedReports implements Reports {
    long reports;
    long refusals;
    long executions;
    /** The codes of all refusals. */
    final List<RefusalCode> codes = new ArrayList<>();
    /** False where nothing may be allocated. */
    boolean keepsCodes = true;
    Runnable onAccepted = () -> {};

    @Override
    public void accepted(final int seat, final long id, final long order) {
        reports++;
        onAccepted.run();
    }

    @Override
    public void rejected(final int seat, final long id, final RefusalCode refusal) {
        reports++;
        refusals++;
        if (keepsCodes) {
            codes.add(refusal);
        }
    }

    @Override
    public void replaced(final int seat, final long id, final long newId, final long order, final long open,
            final boolean placeKept) {
        reports++;
    }

    @Override
    public void reduced(final int seat, final long id, final long quantity, final long open) {
        reports++;
    }

    @Override
    public void cancelled(final int seat, final long id, final long quantity, final CancelReason reason) {
        reports++;
    }

    @Override
    public void executed(final int seat, final long id, final int instrument, final long quantity, final long price,
            final long trade, final boolean maker, final long open) {
        reports++;
        executions++;
    }

    @Override
    public void refused(final RequestKind request, final int seat, final long id, final RefusalCode refusal) {
        reports++;
        refusals++;
        if (keepsCodes) {
            codes.add(refusal);
        }
    }
}

package io.verbus.matching;

/** Counts reports. */
final class CountedReports implements Reports {
    long reports;
    long refusals;
    long executions;
    Runnable onAccepted = () -> {};

    @Override
    public void accepted(final int seat, final long id, final long order) {
        reports++;
        onAccepted.run();
    }

    @Override
    public void rejected(final int seat, final long id, final Refusal refusal) {
        reports++;
        refusals++;
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
    public void refused(final Request request, final int seat, final long id, final Refusal refusal) {
        reports++;
        refusals++;
    }
}

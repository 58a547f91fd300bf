package io.verbus.matching;

/** For users that need the reports only. */
final class IgnoredBookEvents implements BookEvents {
    @Override
    public void added(final int instrument, final long order, final int side, final long price, final long open) {
    }

    @Override
    public void executed(final int instrument, final long order, final long quantity, final long trade) {
    }

    @Override
    public void reduced(final int instrument, final long order, final long quantity) {
    }

    @Override
    public void deleted(final int instrument, final long order) {
    }

    @Override
    public void replaced(final int instrument, final long order, final long newOrder, final long price,
            final long open) {
    }
}

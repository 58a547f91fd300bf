package io.verbus.matching.model;

import io.verbus.matching.BookEvents;
import io.verbus.matching.CancelReason;
import io.verbus.matching.RefusalCode;
import io.verbus.matching.Reports;
import io.verbus.matching.RequestKind;

/** Prints the outputs of an engine in the form of the model's. */
final class TextOutputs implements Reports, BookEvents {
    private final StringBuilder out;

    TextOutputs(final StringBuilder out) {
        this.out = out;
    }

    @Override
    public void accepted(final int seat, final long id, final long order) {
        of("accepted", seat, id).append(order).append('\n');
    }

    @Override
    public void rejected(final int seat, final long id, final RefusalCode refusal) {
        of("rejected", seat, id).append(refusal).append('\n');
    }

    @Override
    public void replaced(final int seat, final long id, final long newId, final long order, final long open,
            final boolean placeKept) {
        of("replaced", seat, id).append(newId).append(' ').append(order).append(' ').append(open)
                .append(placeKept ? " kept\n" : " lost\n");
    }

    @Override
    public void reduced(final int seat, final long id, final long quantity, final long open) {
        of("reduced", seat, id).append(quantity).append(' ').append(open).append('\n');
    }

    @Override
    public void cancelled(final int seat, final long id, final long quantity, final CancelReason reason) {
        of("cancelled", seat, id).append(quantity).append(' ').append(reason).append('\n');
    }

    @Override
    public void executed(final int seat, final long id, final int instrument, final long quantity, final long price,
            final long trade, final boolean maker, final long open) {
        of("executed", seat, id).append(instrument).append(' ').append(quantity).append(' ').append(price).append(' ')
                .append(trade).append(maker ? " maker " : " taker ").append(open).append('\n');
    }

    @Override
    public void refused(final RequestKind request, final int seat, final long id, final RefusalCode refusal) {
        out.append("refused ");
        of(request.name(), seat, id).append(refusal).append('\n');
    }

    @Override
    public void added(final int instrument, final long order, final int side, final long price, final long open) {
        of("book added", instrument, order).append(side).append(' ').append(price).append(' ').append(open)
                .append('\n');
    }

    @Override
    public void executed(final int instrument, final long order, final long quantity, final long trade) {
        of("book executed", instrument, order).append(quantity).append(' ').append(trade).append('\n');
    }

    @Override
    public void reduced(final int instrument, final long order, final long quantity) {
        of("book reduced", instrument, order).append(quantity).append('\n');
    }

    @Override
    public void deleted(final int instrument, final long order) {
        of("book deleted", instrument, order).deleteCharAt(out.length() - 1).append('\n');
    }

    @Override
    public void replaced(final int instrument, final long order, final long newOrder, final long price,
            final long open) {
        of("book replaced", instrument, order).append(newOrder).append(' ').append(price).append(' ').append(open)
                .append('\n');
    }

    private StringBuilder of(final String what, final int owner, final long id) {
        return out.append(what).append(' ').append(owner).append(' ').append(id).append(' ');
    }
}

package io.verbus.matching.script;

import io.verbus.matching.CancelReason;
import io.verbus.matching.RefusalCode;
import io.verbus.matching.Reports;
import io.verbus.matching.RequestKind;
import java.util.function.Consumer;

/**
 * Prints reports, one line each, which begins with the number of the input. For one thread.
 *
 * @see OrderScript
 */
public final class ReportLines implements Reports {
    private final Names names;
    private final Consumer<String> out;
    private final StringBuilder line = new StringBuilder();
    private long input;
    private String subject;

    ReportLines(final Names names, final Consumer<String> out) {
        this.names = names;
        this.out = out;
    }

    /**
     * Begins the reports of an input.
     *
     * @param number of the input
     * @param about the order id, symbol or seat of the input, which a refusal repeats
     */
    public void begin(final long number, final String about) {
        input = number;
        subject = about;
    }

    @Override
    public void accepted(final int seat, final long id, final long order) {
        print(of(seat, "accepted").append(id).append(" order ").append(order));
    }

    @Override
    public void rejected(final int seat, final long id, final RefusalCode refusal) {
        print(of(seat, "rejected").append(id).append(' ').append(refusal));
    }

    @Override
    public void replaced(final int seat, final long id, final long newId, final long order, final long open,
            final boolean placeKept) {
        print(of(seat, "replaced").append(id).append(' ').append(newId).append(" order ").append(order)
                .append(" open ").append(open).append(placeKept ? " place kept" : " place lost"));
    }

    @Override
    public void reduced(final int seat, final long id, final long quantity, final long open) {
        print(of(seat, "reduced").append(id).append(' ').append(quantity).append(" open ").append(open));
    }

    @Override
    public void cancelled(final int seat, final long id, final long quantity, final CancelReason reason) {
        print(of(seat, "cancelled").append(id).append(' ').append(quantity).append(' ').append(reason));
    }

    @Override
    public void executed(final int seat, final long id, final int instrument, final long quantity, final long price,
            final long trade, final boolean maker, final long open) {
        of(seat, "executed").append(id).append(' ').append(quantity).append(" @ ");
        print(Decimals.append(line, price, names.decimals(instrument)).append(" trade ").append(trade)
                .append(maker ? " maker open " : " taker open ").append(open));
    }

    @Override
    public void refused(final RequestKind request, final int seat, final long id, final RefusalCode refusal) {
        line.append(input).append(' ');
        if (seat >= 0) {
            line.append(names.seat(seat)).append(' ');
        }
        print(line.append("refused ").append(request.word()).append(' ').append(subject).append(' ').append(refusal));
    }

    private StringBuilder of(final int seat, final String verb) {
        return line.append(input).append(' ').append(names.seat(seat)).append(' ').append(verb).append(' ');
    }

    private void print(final StringBuilder text) {
        out.accept(text.toString());
        line.setLength(0);
    }
}

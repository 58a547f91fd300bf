package io.verbus.tools.trade;

import io.verbus.codec.orders.CancelCode;
import io.verbus.codec.orders.RejectCode;
import io.verbus.codec.orders.RequestCode;
import io.verbus.matching.CancelReason;
import io.verbus.matching.RefusalCode;
import io.verbus.matching.RequestKind;
import io.verbus.matching.script.ReportLines;
import io.verbus.matching.script.SeatScript;
import io.verbus.orders.seat.ReportListener;
import java.util.function.Consumer;

/**
 * Prints reports as {@code ./bus match} does; each line begins with the event number, or with 0 if the trader's own end
 * has refused the request.
 */
final class SeatReportPrinter implements ReportListener {
    /** The only seat of a {@link SeatScript}. */
    private static final int SEAT = 0;

    private final SeatScript script;
    private final ReportLines lines;

    SeatReportPrinter(final SeatScript script, final Consumer<String> out) {
        this.script = script;
        lines = script.reports(out);
    }

    @Override
    public void onAccepted(final long event, final long order, final long number) {
        lines.begin(event, "");
        lines.accepted(SEAT, order, number);
    }

    @Override
    public void onRejected(final long event, final long order, final RejectCode code) {
        lines.begin(event, "");
        lines.rejected(SEAT, order, RefusalCode.valueOf(code.name()));
    }

    @Override
    public void onReplaced(final long event, final long order, final long newOrder, final long number,
            final long open, final boolean keepsPlace) {
        lines.begin(event, "");
        lines.replaced(SEAT, order, newOrder, number, open, keepsPlace);
    }

    @Override
    public void onReduced(final long event, final long order, final long quantity, final long open) {
        lines.begin(event, "");
        lines.reduced(SEAT, order, quantity, open);
    }

    @Override
    public void onCancelled(final long event, final long order, final long quantity, final CancelCode code) {
        lines.begin(event, "");
        lines.cancelled(SEAT, order, quantity, CancelReason.valueOf(code.name()));
    }

    @Override
    public void onExecuted(final long event, final long order, final int instrument, final long quantity,
            final long price, final long trade, final boolean rested, final long open) {
        lines.begin(event, "");
        lines.executed(SEAT, order, instrument, quantity, price, trade, rested, open);
    }

    /** The refused report of a mass cancel has the instrument instead of an order. */
    @Override
    public void onRefused(final long event, final RequestCode request, final long order, final RejectCode code) {
        final RequestKind kind = RequestKind.valueOf(request.name());
        lines.begin(event, kind == RequestKind.CANCEL_ALL ? script.symbol((int) order) : Long.toString(order));
        lines.refused(kind, SEAT, order, RefusalCode.valueOf(code.name()));
    }

    /** A request that the trader's own end has refused. */
    void refusedLocally(final RequestKind request, final long id, final boolean isUnknown) {
        lines.begin(0, Long.toString(id));
        lines.refused(request, SEAT, id, isUnknown ? RefusalCode.UNKNOWN_ORDER : RefusalCode.DUPLICATE_ID);
    }

    /** An order that the trader's own end has refused. */
    void rejectedLocally(final long id) {
        lines.begin(0, "");
        lines.rejected(SEAT, id, RefusalCode.DUPLICATE_ID);
    }
}

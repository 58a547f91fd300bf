package io.verbus.tools.trade;

import io.verbus.codec.orders.AcceptedReportDecoder;
import io.verbus.codec.orders.CancelledReportDecoder;
import io.verbus.codec.orders.ExecutedReportDecoder;
import io.verbus.codec.orders.Liquidity;
import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.ReducedReportDecoder;
import io.verbus.codec.orders.RefusedReportDecoder;
import io.verbus.codec.orders.RejectedReportDecoder;
import io.verbus.codec.orders.ReplacedReportDecoder;
import io.verbus.codec.orders.YesNo;
import io.verbus.matching.CancelReason;
import io.verbus.matching.RefusalCode;
import io.verbus.matching.RequestKind;
import io.verbus.matching.script.ReportLines;
import io.verbus.matching.script.SeatScript;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;

/**
 * Prints reports as {@code ./bus match} does; each line begins with the event number, or with 0 if the trader's own end
 * has refused the request. Reports that {@code ./bus match} does not have are not printed.
 */
final class SeatReportPrinter {
    /** The only seat of a {@link SeatScript}. */
    private static final int SEAT = 0;

    private final SeatScript script;
    private final ReportLines lines;
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final AcceptedReportDecoder accepted = new AcceptedReportDecoder();
    private final RejectedReportDecoder rejected = new RejectedReportDecoder();
    private final ReplacedReportDecoder replaced = new ReplacedReportDecoder();
    private final ReducedReportDecoder reduced = new ReducedReportDecoder();
    private final CancelledReportDecoder cancelled = new CancelledReportDecoder();
    private final ExecutedReportDecoder executed = new ExecutedReportDecoder();
    private final RefusedReportDecoder refused = new RefusedReportDecoder();

    SeatReportPrinter(final SeatScript script, final Consumer<String> out) {
        this.script = script;
        lines = script.reports(out);
    }

    void print(final int template, final DirectBuffer buffer, final int offset) {
        switch (template) {
            case AcceptedReportDecoder.TEMPLATE_ID -> {
                accepted.wrapAndApplyHeader(buffer, offset, header);
                lines.begin(accepted.eventNumber(), "");
                lines.accepted(SEAT, accepted.orderId(), accepted.orderNumber());
            }
            case RejectedReportDecoder.TEMPLATE_ID -> {
                rejected.wrapAndApplyHeader(buffer, offset, header);
                lines.begin(rejected.eventNumber(), "");
                lines.rejected(SEAT, rejected.orderId(), RefusalCode.valueOf(rejected.code().name()));
            }
            case ReplacedReportDecoder.TEMPLATE_ID -> {
                replaced.wrapAndApplyHeader(buffer, offset, header);
                lines.begin(replaced.eventNumber(), "");
                lines.replaced(SEAT, replaced.orderId(), replaced.newOrderId(), replaced.orderNumber(),
                        replaced.open(), replaced.placeKept() == YesNo.YES);
            }
            case ReducedReportDecoder.TEMPLATE_ID -> {
                reduced.wrapAndApplyHeader(buffer, offset, header);
                lines.begin(reduced.eventNumber(), "");
                lines.reduced(SEAT, reduced.orderId(), reduced.quantity(), reduced.open());
            }
            case CancelledReportDecoder.TEMPLATE_ID -> {
                cancelled.wrapAndApplyHeader(buffer, offset, header);
                lines.begin(cancelled.eventNumber(), "");
                lines.cancelled(SEAT, cancelled.orderId(), cancelled.quantity(),
                        CancelReason.valueOf(cancelled.code().name()));
            }
            case ExecutedReportDecoder.TEMPLATE_ID -> {
                executed.wrapAndApplyHeader(buffer, offset, header);
                lines.begin(executed.eventNumber(), "");
                lines.executed(SEAT, executed.orderId(), (int) executed.instrumentId(), executed.quantity(),
                        executed.price(), executed.trade(), executed.liquidity() == Liquidity.MAKER,
                        executed.open());
            }
            case RefusedReportDecoder.TEMPLATE_ID -> printRefused(buffer, offset);
            default -> {
                // Ends of mass cancels, and open orders.
            }
        }
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

    /** The refused report of a mass cancel has the instrument instead of an order. */
    private void printRefused(final DirectBuffer buffer, final int offset) {
        refused.wrapAndApplyHeader(buffer, offset, header);
        final RequestKind request = RequestKind.valueOf(refused.request().name());
        lines.begin(refused.eventNumber(), request == RequestKind.CANCEL_ALL
                ? script.symbol((int) refused.orderId())
                : Long.toString(refused.orderId()));
        lines.refused(request, SEAT, refused.orderId(), RefusalCode.valueOf(refused.code().name()));
    }
}

package io.verbus.orders.seat;

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
import org.agrona.DirectBuffer;

/**
 * Decodes the reports about orders, for {@link TradingSeat#onReport}. Ignores those that end a mass cancel, list open
 * orders or answer a control. For one thread; allocates nothing.
 */
public final class ReportDecoder implements TradingSeat.ReportHandler {
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final AcceptedReportDecoder accepted = new AcceptedReportDecoder();
    private final RejectedReportDecoder rejected = new RejectedReportDecoder();
    private final ReplacedReportDecoder replaced = new ReplacedReportDecoder();
    private final ReducedReportDecoder reduced = new ReducedReportDecoder();
    private final CancelledReportDecoder cancelled = new CancelledReportDecoder();
    private final ExecutedReportDecoder executed = new ExecutedReportDecoder();
    private final RefusedReportDecoder refused = new RefusedReportDecoder();
    private final ReportListener listener;

    /**
     * Creates a decoder.
     *
     * @param listener receives the reports
     */
    public ReportDecoder(final ReportListener listener) {
        this.listener = listener;
    }

    @Override
    public void onReport(final int template, final DirectBuffer buffer, final int offset) {
        switch (template) {
            case AcceptedReportDecoder.TEMPLATE_ID -> {
                accepted.wrapAndApplyHeader(buffer, offset, header);
                listener.onAccepted(accepted.eventNumber(), accepted.orderId(), accepted.orderNumber());
            }
            case RejectedReportDecoder.TEMPLATE_ID -> {
                rejected.wrapAndApplyHeader(buffer, offset, header);
                listener.onRejected(rejected.eventNumber(), rejected.orderId(), rejected.code());
            }
            case ReplacedReportDecoder.TEMPLATE_ID -> {
                replaced.wrapAndApplyHeader(buffer, offset, header);
                listener.onReplaced(replaced.eventNumber(), replaced.orderId(), replaced.newOrderId(),
                        replaced.orderNumber(), replaced.open(), replaced.placeKept() == YesNo.YES);
            }
            case ReducedReportDecoder.TEMPLATE_ID -> {
                reduced.wrapAndApplyHeader(buffer, offset, header);
                listener.onReduced(reduced.eventNumber(), reduced.orderId(), reduced.quantity(), reduced.open());
            }
            case CancelledReportDecoder.TEMPLATE_ID -> {
                cancelled.wrapAndApplyHeader(buffer, offset, header);
                listener.onCancelled(cancelled.eventNumber(), cancelled.orderId(), cancelled.quantity(),
                        cancelled.code());
            }
            case ExecutedReportDecoder.TEMPLATE_ID -> {
                executed.wrapAndApplyHeader(buffer, offset, header);
                listener.onExecuted(executed.eventNumber(), executed.orderId(), (int) executed.instrumentId(),
                        executed.quantity(), executed.price(), executed.trade(),
                        executed.liquidity() == Liquidity.MAKER, executed.open());
            }
            case RefusedReportDecoder.TEMPLATE_ID -> {
                refused.wrapAndApplyHeader(buffer, offset, header);
                listener.onRefused(refused.eventNumber(), refused.request(), refused.orderId(), refused.code());
            }
            default -> {
                // No report about one order.
            }
        }
    }
}
